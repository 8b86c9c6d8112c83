'use client';
import { useState } from 'react';
import type { Environment } from '../../../server/domain/environments.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAction } from '../use-action.ts';

/** Cancels a pending order, after saying what that means. */
export function CancelButton({ orderId, environment }: { orderId: string; environment: Environment }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useAction('onetime-order/cancel-order', environment);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel order</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Cancel this order?"
        confirmLabel="Cancel the order"
        cancelLabel="Keep it"
        tone="danger"
        pending={cancel.isPending}
        error={cancel.error?.message}
        onConfirm={() => cancel.mutate({ orderId }, { onSuccess: () => setOpen(false) })}
      >
        <p>Its checkout link stops working, and the buyer can no longer pay. Nobody has been charged.</p>
        <p className="text-muted">This cannot be undone. For another try, make a new checkout link.</p>
      </ConfirmDialog>
    </>
  );
}
