'use client';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import type { Environment } from '#server/domain/environments.ts';
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
  const [isOpen, setOpen] = useState(false);
  const remove = useAction('api-key/delete-key', environment);
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={`Delete key ${nickname}`} onClick={() => setOpen(true)}>
        <Trash2 className="size-4" aria-hidden />
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Delete this key?"
        confirmLabel="Delete key"
        tone="danger"
        phrase={nickname}
        pending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate({ id }, { onSuccess: () => setOpen(false) })}
      >
        <p>
          Calls signed with this key are rejected immediately
          {environment === 'prod' && ', and backends that use it stop selling'}. This can’t be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
