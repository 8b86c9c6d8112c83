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

/** Gives an address or domain up, after saying what that means. */
export function RevokeButton({ kind, id, name, isBound, environment }: RevokeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const revoke = useAction(kind === 'email' ? 'sender-email/revoke-email' : 'sender-domain/revoke-domain', environment);
  return (
    <>
      <Button size="small" variant="ghost" onClick={() => setOpen(true)}>
        Revoke<span className="sr-only"> {name}</span>
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Revoke ${name}?`}
        confirmLabel="Revoke"
        cancelLabel="Keep it"
        tone="danger"
        pending={revoke.isPending}
        error={revoke.error?.message}
        onConfirm={() => revoke.mutate({ id }, { onSuccess: () => setOpen(false) })}
      >
        <p>
          {isBound ? 'Your store may no longer send from it.' : 'It is taken off the list.'} To have it back, it has to
          be added, proven and approved again.
        </p>
      </ConfirmDialog>
    </>
  );
}
