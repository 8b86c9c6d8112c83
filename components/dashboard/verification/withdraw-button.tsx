'use client';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

/** Takes a ticket back, after saying what that means. */
export function WithdrawButton({ id, environment }: { id: string; environment: Environment }) {
  const [isOpen, setOpen] = useState(false);
  const withdraw = useAction('kyb-ticket/withdraw-ticket', environment);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Withdraw these details?"
        confirmLabel="Withdraw"
        cancelLabel="Leave them in review"
        pending={withdraw.isPending}
        error={withdraw.error?.message}
        onConfirm={() => withdraw.mutate({ id }, { onSuccess: () => setOpen(false) })}
      >
        <p>They are not reviewed then. You can correct them and send them again; they go to the end of the queue.</p>
      </ConfirmDialog>
    </>
  );
}
