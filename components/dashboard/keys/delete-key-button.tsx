'use client';
import { Trash2 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { useAction } from '../use-action.ts';

/** Deletes a key once its nickname has been typed. */
export function DeleteKeyButton({
  id,
  nickname,
  environment,
}: {
  id: string;
  nickname: string;
  environment: Environment;
}) {
  const remove = useAction('api-key/delete-key', environment);
  return (
    <ConfirmAction
      action={remove}
      body={{ id }}
      button={(open) => (
        <Button variant="ghost" size="icon" aria-label={`Delete key ${nickname}`} onClick={open}>
          <Trash2 className="size-4" aria-hidden />
        </Button>
      )}
      title="Delete this key?"
      confirmLabel="Delete key"
      tone="danger"
      phrase={nickname}
    >
      <p>
        Calls signed with this key are rejected immediately
        {environment === 'prod' && ', and backends that use it stop selling'}. This can’t be undone.
      </p>
    </ConfirmAction>
  );
}
