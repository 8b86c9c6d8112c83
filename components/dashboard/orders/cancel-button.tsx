'use client';
import { useState } from 'react';
import type { Environment } from '../../../server/domain/environments.ts';
import type { OrderStatus } from '../../../server/domain/order.ts';
import type { ProductType } from '../../../server/domain/product.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { useAction } from '../use-action.ts';

interface CancelButtonProps {
  orderId: string;
  environment: Environment;
  productType: ProductType;
  status: OrderStatus;
  /** ISO 8601. */
  periodEnd: string | undefined;
}

/** Cancels an order, after saying what that means. */
export function CancelButton({ orderId, environment, productType, status, periodEnd }: CancelButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useAction(`${productType}-order/cancel-order`, environment);
  const noun = productType === 'subscription' ? 'subscription' : 'order';
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel {noun}</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Cancel this ${noun}?`}
        confirmLabel={`Cancel the ${noun}`}
        cancelLabel="Keep it"
        tone="danger"
        pending={cancel.isPending}
        error={cancel.error?.message}
        onConfirm={() => cancel.mutate({ orderId }, { onSuccess: () => setOpen(false) })}
      >
        <Consequences status={status} periodEnd={periodEnd} />
      </ConfirmDialog>
    </>
  );
}

function Consequences({ status, periodEnd }: Pick<CancelButtonProps, 'status' | 'periodEnd'>) {
  if (status === 'active' || status === 'trialing') {
    return (
      <>
        <p>
          It goes on until {periodEnd ? <Time value={periodEnd} dateOnly /> : 'the end of its period'}, and is not
          charged again.
        </p>
        <p className="text-muted">Until then, the customer can take the cancellation back.</p>
      </>
    );
  }
  if (status === 'past_due') {
    return (
      <>
        <p>It ends now: the payment that failed is not tried again.</p>
        <p className="text-muted">This cannot be undone. To go on, the customer has to subscribe again.</p>
      </>
    );
  }
  return (
    <>
      <p>Its checkout link stops working, and the buyer can no longer pay. Nobody has been charged.</p>
      <p className="text-muted">This cannot be undone. For another try, make a new checkout link.</p>
    </>
  );
}
