'use client';
import { Button } from '#components/ui/button.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { useAction } from '../use-action.ts';

/** Withdraws a verification ticket after a confirmation. */
export function WithdrawButton({ id, environment }: { id: string; environment: Environment }) {
  const withdraw = useAction('kyb-ticket/withdraw-ticket', environment);
  return (
    <ConfirmAction
      action={withdraw}
      body={{ id }}
      button={(open) => (
        <Button size="small" onClick={open}>
          Withdraw
        </Button>
      )}
      title="Withdraw from review?"
      confirmLabel="Withdraw"
    >
      <p>You can correct your details and submit them again. They will go to the end of the queue.</p>
    </ConfirmAction>
  );
}
