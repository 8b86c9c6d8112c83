'use client';
import { Button } from '#components/ui/button.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { useAction } from '../use-action.ts';

interface RevokeButtonProps {
  kind: 'email' | 'domain';
  id: string;
  name: string;
  isBound: boolean;
  environment: Environment;
}

/** Removes a sender address or domain after a confirmation. */
export function RevokeButton({ kind, id, name, isBound, environment }: RevokeButtonProps) {
  const revoke = useAction(kind === 'email' ? 'sender-email/revoke-email' : 'sender-domain/revoke-domain', environment);
  return (
    <ConfirmAction
      action={revoke}
      body={{ id }}
      button={(open) => (
        <Button size="small" variant="ghost" onClick={open}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      )}
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      tone="danger"
    >
      <p>
        {isBound ? 'Your store can no longer send from it. ' : ''}To use it again, you must add it, verify it and get it
        approved again.
      </p>
    </ConfirmAction>
  );
}
