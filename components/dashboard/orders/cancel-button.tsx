'use client';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Time } from '#components/ui/time.tsx';
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';
import { isRenewing } from '#server/billing/subscriptions/rules/subscription-order.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

interface CancelButtonProps {
  orderId: string;
  environment: Environment;
  productType: ProductType;
  productName: string;
  buyer: string | null;
  status: OrderStatus;
  /** Whether there is anything left to cancel. */
  isCancelable: boolean;
  /** ISO 8601. */
  periodEnd: string | undefined;
}

/** Cancels an order, after saying what that means; what came of it is said where the button was. */
export function CancelButton(props: CancelButtonProps) {
  const { orderId, environment, productType, productName, buyer, status, isCancelable, periodEnd } = props;
  const [isOpen, setOpen] = useState(false);
  const cancel = useAction(`${productType}-order/cancel-order`, environment);
  const noun = productType === 'subscription' ? 'subscription' : 'order';
  return (
    <>
      <ChangeNote of={status} className="self-center">
        {status === 'canceling' && 'It is not charged again.'}
        {status === 'canceled' && 'It is canceled.'}
      </ChangeNote>
      {isCancelable && <Button onClick={() => setOpen(true)}>Cancel {noun}</Button>}
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => {
          cancel.reset();
          setOpen(open);
        }}
        title={`Cancel this ${noun}?`}
        confirmLabel={`Cancel the ${noun}`}
        cancelLabel="Keep it"
        tone="danger"
        pending={cancel.isPending}
        error={cancel.error?.message}
        onConfirm={() => cancel.mutate({ orderId }, { onSuccess: () => setOpen(false) })}
      >
        <p className="wrap-anywhere">
          {productName}
          {buyer && `, ${buyer}`}
        </p>
        <Consequences status={status} periodEnd={periodEnd} />
      </ConfirmDialog>
    </>
  );
}

function Consequences({ status, periodEnd }: Pick<CancelButtonProps, 'status' | 'periodEnd'>) {
  if (isRenewing(status)) {
    return (
      <>
        <p>
          It goes on until {periodEnd ? <Time value={periodEnd} dateOnly /> : 'the end of its period'}, and is not
          charged again.
        </p>
        <p className="text-muted">
          Until then, you or the customer can undo the cancellation. Nothing is refunded: to refund a payment, use
          “Refund” beside it.
        </p>
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
