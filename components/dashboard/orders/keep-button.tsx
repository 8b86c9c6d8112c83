'use client';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Time } from '#components/ui/time.tsx';
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

interface KeepButtonProps {
  orderId: string;
  environment: Environment;
  productName: string;
  buyer: string | null;
  status: OrderStatus;
  /** What is charged next and when (ISO 8601); null: there is no cancellation to undo. */
  next: { readonly total: string; readonly at: string } | null;
}

/** Undoes a cancellation that has not taken effect yet. */
export function KeepButton({ orderId, environment, productName, buyer, status, next }: KeepButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const keep = useAction('subscription-order/reactivate-order', environment);
  return (
    <>
      <ChangeNote of={status} className="self-center">
        {keep.isSuccess && status === 'active' && 'The cancellation is undone.'}
      </ChangeNote>
      {next && <Button onClick={() => setOpen(true)}>Keep subscription</Button>}
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => {
          keep.reset();
          setOpen(open);
        }}
        title="Keep this subscription?"
        confirmLabel="Keep subscription"
        cancelLabel="Close"
        tone="primary"
        pending={keep.isPending}
        error={keep.error?.message}
        onConfirm={() => keep.mutate({ orderId }, { onSuccess: () => setOpen(false) })}
      >
        <p className="wrap-anywhere">
          {productName}
          {buyer && `, ${buyer}`}
        </p>
        {next && (
          <p>
            The cancellation is undone. Nothing is charged now; the next charge of {next.total} is on{' '}
            <Time value={next.at} dateOnly />.
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
