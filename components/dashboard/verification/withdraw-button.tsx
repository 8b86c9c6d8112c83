'use client';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

/** Withdraws a verification ticket after a confirmation. */
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
        title="Withdraw from review?"
        confirmLabel="Withdraw"
        cancelLabel="Cancel"
        pending={withdraw.isPending}
        error={withdraw.error?.message}
        onConfirm={() => withdraw.mutate({ id }, { onSuccess: () => setOpen(false) })}
      >
        <p>You can correct your details and submit them again. They will go to the end of the queue.</p>
      </ConfirmDialog>
    </>
  );
}
