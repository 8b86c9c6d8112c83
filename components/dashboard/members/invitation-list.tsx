'use client';
import { roleWords } from '#components/actions/role-words.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { Role } from '#server/stores/rules/roles.ts';
import { useAction } from '../use-action.ts';
import { InvitationLink } from './invitation-link.tsx';

/** An invitation in the list. */
export interface InvitationLine {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
}

interface InvitationListProps {
  invitations: readonly InvitationLine[];
  environment: Environment;
  mayManage: boolean;
}

/** Pending invitations. A revoked address can be invited again. */
export function InvitationList({ invitations, environment, mayManage }: InvitationListProps) {
  const resend = useAction<{ link: string; invitation: { email: string } }, { id: string }>(
    'store-invitation/resend-invitation',
    environment,
  );
  const revoke = useAction<unknown, { id: string }>('store-invitation/revoke-invitation', environment);
  const error = resend.error ?? revoke.error;
  // Hidden optimistically; it reappears with the error if revoking fails.
  const hiddenId = revoke.isPending ? revoke.variables.id : undefined;
  return (
    <>
      {error && (
        <div className="px-4 pb-3 sm:px-5">
          <Alert tone="danger">{error.message}</Alert>
        </div>
      )}
      <p role="status" className="px-4 pb-3 text-sm text-success-text empty:hidden sm:px-5">
        {resend.isSuccess && 'Sent again with a new link.'}
      </p>
      {resend.isSuccess && (
        <div className="px-4 pb-3 sm:px-5">
          <InvitationLink link={resend.data.link} email={resend.data.invitation.email} />
        </div>
      )}
      <ul className="divide-y divide-border border-t border-border">
        {invitations
          .filter(({ id }) => id !== hiddenId)
          .map(({ id, email, role, expiresAt, isExpired }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 text-sm sm:px-5">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                  {email}{' '}
                  <Badge tone={isExpired ? 'warning' : 'neutral'}>{isExpired ? 'Expired' : roleWords[role]}</Badge>
                </p>
                <p className="text-muted">
                  {isExpired ? 'Expired' : 'Expires'} <Time value={expiresAt} />
                </p>
              </div>
              {mayManage && (
                <div className="flex flex-wrap gap-1">
                  <Button
                    size="small"
                    pending={resend.isPending && resend.variables.id === id}
                    onClick={() => resend.mutate({ id })}
                  >
                    Resend<span className="sr-only"> to {email}</span>
                  </Button>
                  <Button size="small" variant="ghost" onClick={() => revoke.mutate({ id })}>
                    Revoke<span className="sr-only"> the invitation for {email}</span>
                  </Button>
                </div>
              )}
            </li>
          ))}
      </ul>
    </>
  );
}
