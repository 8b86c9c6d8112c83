'use client';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import type { Environment } from '#server/domain/environments.ts';
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
  const [isOpen, setOpen] = useState(false);
  const revoke = useAction(kind === 'email' ? 'sender-email/revoke-email' : 'sender-domain/revoke-domain', environment);
  return (
    <>
      <Button size="small" variant="ghost" onClick={() => setOpen(true)}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Remove ${name}?`}
        confirmLabel="Remove"
        cancelLabel="Cancel"
        tone="danger"
        pending={revoke.isPending}
        error={revoke.error?.message}
        onConfirm={() => revoke.mutate({ id }, { onSuccess: () => setOpen(false) })}
      >
        <p>
          {isBound ? 'Your store can no longer send from it. ' : ''}To use it again, you must add it, verify it and get
          it approved again.
        </p>
      </ConfirmDialog>
    </>
  );
}
