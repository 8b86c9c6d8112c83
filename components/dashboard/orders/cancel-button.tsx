'use client';
import { Button } from '#components/ui/button.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { Time } from '#components/ui/time.tsx';
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';
import { isRenewing } from '#server/billing/subscriptions/rules/subscription-order.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { useAction } from '../use-action.ts';

interface CancelButtonProps {
  orderId: string;
  environment: Environment;
  productType: ProductType;
  productName: string;
  customer: string | null;
  status: OrderStatus;
  /** Whether the order can be canceled. */
  isCancelable: boolean;
  /** ISO 8601. */
  periodEnd: string | undefined;
}

/** Cancels an order after confirmation, and announces the outcome in the button's place. */
export function CancelButton(props: CancelButtonProps) {
  const { orderId, environment, productType, productName, customer, status, isCancelable, periodEnd } = props;
  const cancel = useAction(`${productType}-order/cancel-order`, environment);
  const noun = productType === 'subscription' ? 'subscription' : 'order';
  return (
    <>
      <ChangeNote of={status} className="self-center">
        {status === 'canceling' && 'Cancellation scheduled.'}
        {status === 'canceled' && 'Canceled.'}
      </ChangeNote>
      <ConfirmAction
        action={cancel}
        body={{ orderId }}
        button={(open) => isCancelable && <Button onClick={open}>Cancel {noun}</Button>}
        title={`Cancel this ${noun}?`}
        confirmLabel={`Cancel ${noun}`}
        cancelLabel={`Keep ${noun}`}
        tone="danger"
      >
        <p className="wrap-anywhere">
          {productName}
          {customer && `, ${customer}`}
        </p>
        <Consequences status={status} periodEnd={periodEnd} />
      </ConfirmAction>
    </>
  );
}

function Consequences({ status, periodEnd }: Pick<CancelButtonProps, 'status' | 'periodEnd'>) {
  if (isRenewing(status)) {
    return (
      <>
        <p>
          The subscription ends on {periodEnd ? <Time value={periodEnd} dateOnly /> : 'the last day of its period'} and
          is not charged again.
        </p>
        <p className="text-muted">You or the customer can resume it until then. Canceling does not issue a refund.</p>
      </>
    );
  }
  if (status === 'past_due') {
    return (
      <>
        <p>The subscription ends immediately. The failed payment is not retried.</p>
        <p className="text-muted">This can’t be undone. The customer can subscribe again.</p>
      </>
    );
  }
  return (
    <>
      <p>The checkout link stops working. The customer has not been charged.</p>
      <p className="text-muted">This can’t be undone. To sell again, create a new checkout link.</p>
    </>
  );
}
