'use client';
import { Button } from '#components/ui/button.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { Time } from '#components/ui/time.tsx';
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';
import { isRenewing } from '#server/billing/subscriptions/rules/subscription-order.ts';
import type { Environment } from '#server/domain/environments.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { useAction } from '../use-action.ts';

interface ResumeButtonProps {
  orderId: string;
  environment: Environment;
  productName: string;
  customer: string | null;
  status: OrderStatus;
  isPaused: boolean;
  /** The next charge after a resumption now, and its date (ISO 8601); null: nothing to resume. */
  next: { readonly total: string; readonly at: string } | null;
}

/** Resumes a paused subscription, or one whose cancellation is scheduled. */
export function ResumeButton(props: ResumeButtonProps) {
  const { orderId, environment, productName, customer, status, isPaused, next } = props;
  const resume = useAction(`subscription-order/${isPaused ? 'resume' : 'reactivate'}-order`, environment);
  return (
    <>
      <ChangeNote of={isPaused ? 'paused' : status} className="self-center">
        {resume.isSuccess && !isPaused && isRenewing(status) && 'Subscription resumed.'}
      </ChangeNote>
      <ConfirmAction
        action={resume}
        body={{ orderId }}
        button={(open) => next && <Button onClick={open}>Resume subscription</Button>}
        title="Resume this subscription?"
        confirmLabel="Resume subscription"
      >
        <p className="wrap-anywhere">
          {productName}
          {customer && `, ${customer}`}
        </p>
        {next && (
          <p>
            {isPaused ? 'The paid time that is left continues.' : 'Nothing is charged today.'} The next charge is{' '}
            {next.total} on <Time value={next.at} dateOnly />.
          </p>
        )}
      </ConfirmAction>
    </>
  );
}
