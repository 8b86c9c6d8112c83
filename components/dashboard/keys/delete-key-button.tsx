'use client';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

/** Deletes a key, after its nickname has been typed. */
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
        confirmLabel="Delete the key"
        tone="danger"
        phrase={nickname}
        pending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate({ id }, { onSuccess: () => setOpen(false) })}
      >
        <p>
          At once, every call signed with it is refused
          {environment === 'prod' && ': a backend that still uses it stops selling'}. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
