'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { FormDialog } from '#components/ui/forms/form-dialog.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Textarea } from '#components/ui/forms/textarea.tsx';
import type { RefundTicketStatus } from '#server/billing/refunds/rules/refund-ticket.ts';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';
import { formatTypedAmount } from './typed-amount.ts';

/** A refund request to decide. Amounts are formatted. */
export interface Decidable {
  readonly id: string;
  readonly status: RefundTicketStatus;
  /** The customer's email address, if known, and the product. */
  readonly customer: string | null;
  readonly productName: string;
  /** Whether the order is a subscription that will be charged again. */
  readonly isBillable: boolean;
  readonly currency: string;
  /** The requested amount. */
  readonly amount: string;
  /** The requested amount or the refundable amount, whichever is smaller; null: nothing is refundable. */
  readonly max: string | null;
  /** The initial value of the amount field: "29.00". */
  readonly defaultAmount: string;
}

interface DecideTicketProps {
  ticket: Decidable;
  environment: Environment;
}

const outcomes: Readonly<Record<RefundTicketStatus, string>> = {
  pending: 'The customer requested the refund again.',
  approved: 'Request approved. The customer is notified by email.',
  rejected: 'Request declined. The customer is notified by email.',
};

/** Approves or declines a refund request with an optional note, and announces the outcome in the buttons' place. */
export function DecideTicket({ ticket, environment }: DecideTicketProps) {
  const [decision, setDecision] = useState<'approve' | 'reject'>('approve');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const review = useAction('refund-ticket/review-ticket', environment);
  const isApproval = decision === 'approve';
  // The server's message is used if the page's refundable amount is outdated.
  const isTooHigh = review.error?.code === 'amount_too_high' && Number(typed) > Number(ticket.defaultAmount);
  const message = isTooHigh ? `Enter ${ticket.max} or less.` : review.error?.message;
  const isAmountError = isApproval && review.error?.path === 'amount';
  const isNoteError = review.error?.path === 'note';
  const open = (wanted: typeof decision) => {
    review.reset();
    setDecision(wanted);
    setTyped(undefined);
    setOpen(true);
  };
  const submit = (data: FormData) => {
    const note = String(data.get('note') ?? '');
    const amount = isApproval ? { amount: String(data.get('amount') ?? '').trim() } : {};
    review.mutate({ ticketId: ticket.id, decision, note, ...amount }, { onSuccess: () => setOpen(false) });
  };
  const requestName = <span className="sr-only"> the request for {ticket.amount}</span>;
  const isOpenRequest = ticket.status === 'pending';
  return (
    <>
      <ChangeNote of={ticket.status}>{outcomes[ticket.status]}</ChangeNote>
      {isOpenRequest && (
        <div className="flex flex-wrap gap-2">
          {ticket.max && (
            <Button variant="primary" size="small" onClick={() => open('approve')}>
              Approve{requestName}
            </Button>
          )}
          <Button size="small" onClick={() => open('reject')}>
            Decline{requestName}
          </Button>
        </div>
      )}
      <FormDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={isApproval ? 'Approve refund request' : 'Decline refund request'}
        description={<Consequences ticket={ticket} isApproval={isApproval} />}
        submitLabel={
          isApproval
            ? `Approve and refund ${formatTypedAmount(typed, ticket.defaultAmount, ticket.currency)}`
            : 'Decline request'
        }
        variant={isApproval ? 'primary' : 'danger'}
        pending={review.isPending}
        problems={review.error}
        onSubmit={submit}
      >
        {message && !isAmountError && !isNoteError && <Alert tone="danger">{message}</Alert>}
        {isApproval && (
          <Field
            label={`Amount (${ticket.currency})`}
            hint={`Requested: ${ticket.amount}.${ticket.max === ticket.amount ? '' : ` Refundable: ${ticket.max}.`}`}
            error={isAmountError && message}
          >
            <Input
              name="amount"
              defaultValue={ticket.defaultAmount}
              onChange={(event) => setTyped(event.target.value)}
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
              required
            />
          </Field>
        )}
        <Field
          label="Note to customer"
          optional
          hint={isApproval ? 'Included in the email.' : 'The reason. Included in the email.'}
          error={isNoteError && message}
        >
          <Textarea name="note" rows={4} maxLength={1000} dir="auto" />
        </Field>
        {isApproval && ticket.isBillable && (
          <Alert tone="info" role="note">
            The subscription stays active and will be charged again. To end it, cancel it on the order page.
          </Alert>
        )}
      </FormDialog>
    </>
  );
}

/** The request and the consequences of the decision. */
function Consequences({ ticket, isApproval }: { ticket: Decidable; isApproval: boolean }) {
  const { customer, productName, amount } = ticket;
  return (
    <span className="wrap-anywhere">
      {customer ?? 'The customer'} requests a refund of {amount} for {productName}.{' '}
      {isApproval
        ? 'The amount is refunded immediately to the original payment method. The customer is notified by email.'
        : 'Nothing is refunded. The customer is notified by email and can request it again, up to three times.'}
    </span>
  );
}
