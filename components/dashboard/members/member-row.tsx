'use client';
import { useState } from 'react';
import { roleWords } from '#components/actions/role-words.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Cell, Row } from '#components/ui/table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { Role } from '#server/stores/rules/roles.ts';
import { useAction } from '../use-action.ts';
import { MemberActions } from './member-actions.tsx';

/** A member in the list. */
export interface MemberLine {
  readonly merchantId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly isYou: boolean;
}

interface MemberRowProps {
  member: MemberLine;
  store: { readonly id: string; readonly name: string };
  /** The current user's role. */
  role: Role;
  environment: Environment;
}

/** One member. A role change shows immediately and is reverted if saving fails. */
export function MemberRow({ member, store, role, environment }: MemberRowProps) {
  const { mutate, isPending, isSuccess, error } = useAction('store-merchant/update-role', environment);
  const [shown, setShown] = useState(member.role);
  const [loaded, setLoaded] = useState(member.role);
  if (member.role !== loaded) {
    setLoaded(member.role);
    // While a change is being saved, refreshed data can be older than the change.
    if (!isPending) setShown(member.role);
  }
  const changeRole = (next: Role) => {
    if (isPending) return;
    setShown(next);
    const body = { storeId: store.id, merchantId: member.merchantId, role: next };
    mutate(body, { onError: () => setShown(shown) });
  };
  return (
    <Row>
      <Cell className="max-md:pe-12">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
            <bdi>{member.name}</bdi> {member.isYou && <Badge>You</Badge>}
          </p>
          <p className="text-muted wrap-anywhere">{member.email}</p>
          {error && (
            <Alert tone="danger" className="mt-2">
              Still {shown === 'admin' ? 'an admin' : 'a member'}. {error.message}
            </Alert>
          )}
          <span role="status" className="sr-only">
            {isSuccess && `${member.name} is now ${shown === 'admin' ? 'an admin' : 'a member'}.`}
          </span>
        </div>
      </Cell>
      <Cell label="Role">
        <Badge tone={shown === 'owner' ? 'info' : 'neutral'}>{roleWords[shown]}</Badge>
      </Cell>
      <Cell label="Since" className="text-muted">
        <Time value={member.createdAt} dateOnly />
      </Cell>
      <Cell className="text-end max-md:absolute max-md:end-2 max-md:top-1.5">
        <MemberActions
          member={{ ...member, role: shown }}
          store={store}
          role={role}
          environment={environment}
          onRole={changeRole}
        />
      </Cell>
    </Row>
  );
}
