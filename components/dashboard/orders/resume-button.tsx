'use client';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Time } from '#components/ui/time.tsx';
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';
import { isRenewing } from '#server/billing/subscriptions/rules/subscription-order.ts';
import type { Environment } from '#server/domain/environments.ts';
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
  const [isOpen, setOpen] = useState(false);
  const resume = useAction(`subscription-order/${isPaused ? 'resume' : 'reactivate'}-order`, environment);
  return (
    <>
      <ChangeNote of={isPaused ? 'paused' : status} className="self-center">
        {resume.isSuccess && !isPaused && isRenewing(status) && 'Subscription resumed.'}
      </ChangeNote>
      {next && <Button onClick={() => setOpen(true)}>Resume subscription</Button>}
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => {
          resume.reset();
          setOpen(open);
        }}
        title="Resume this subscription?"
        confirmLabel="Resume subscription"
        cancelLabel="Cancel"
        tone="primary"
        pending={resume.isPending}
        error={resume.error?.message}
        onConfirm={() => resume.mutate({ orderId }, { onSuccess: () => setOpen(false) })}
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
      </ConfirmDialog>
    </>
  );
}
