import type { ReactNode } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { SenderStatus } from '#server/stores/rules/sender.ts';
import { SenderBadge } from '../status-badge.tsx';
import { RevokeButton } from './revoke-button.tsx';

interface SenderItemProps {
  kind: 'email' | 'domain';
  id: string;
  name: string;
  status: SenderStatus;
  reviewNote: string | null;
  environment: Environment;
  mayEdit: boolean;
  /** The next step of an unverified sender. */
  children: ReactNode;
}

/** A sender address or domain with its status and next step. */
export function SenderItem({ kind, id, name, status, reviewNote, environment, mayEdit, children }: SenderItemProps) {
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:px-5">
      <div className="flex items-start justify-between gap-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 py-1.5 sm:py-1">
          <h3 className="font-medium wrap-anywhere">{name}</h3>
          <SenderBadge status={status} />
        </div>
        {mayEdit && (
          <RevokeButton kind={kind} id={id} name={name} isBound={status === 'bound'} environment={environment} />
        )}
      </div>
      {status === 'unproven' && children}
      {status === 'in_review' && (
        <p className="text-sm text-muted">Ownership verified. Waiting for the operator’s approval.</p>
      )}
      {reviewNote && (
        <Alert tone={status === 'rejected' ? 'danger' : 'info'} role="note" title="Note from the reviewer">
          <span className="break-words whitespace-pre-line">{reviewNote}</span>
        </Alert>
      )}
    </li>
  );
}
