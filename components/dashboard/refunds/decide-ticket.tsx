'use client';
import { type FormEvent, useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, SubmitButton } from '#components/ui/button.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Textarea } from '#components/ui/forms/textarea.tsx';
import type { RefundTicketStatus } from '#server/billing/refunds/rules/refund-ticket.ts';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';
import { typedMoney } from './typed-money.ts';

/** What there is to decide, ready to read. */
export interface Decidable {
  readonly id: string;
  readonly status: RefundTicketStatus;
  /** Who asks, as far as that is known, and what they bought. */
  readonly buyer: string | null;
  readonly productName: string;
  /** Whether that is a subscription that is charged again. */
  readonly isBillable: boolean;
  readonly currency: string;
  /** What the customer asks for. */
  readonly amount: string;
  /** The most that can be given back: what was asked for, or all that is left; null: nothing is left. */
  readonly most: string | null;
  /** The same as it is typed: "29.00". */
  readonly usual: string;
}

interface DecideTicketProps {
  ticket: Decidable;
  environment: Environment;
}

const decided: Readonly<Record<RefundTicketStatus, string>> = {
  pending: 'The customer asks again.',
  approved: 'You have approved it. The customer is told by email.',
  rejected: 'You have declined it. The customer is told by email.',
};

/** Approves or declines a customer's request, with a word to them; what came of it is said where the buttons were. */
export function DecideTicket({ ticket, environment }: DecideTicketProps) {
  const [decision, setDecision] = useState<'approve' | 'reject'>('approve');
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const [typed, setTyped] = useState<string>();
  const review = useAction('refund-ticket/review-ticket', environment);
  const isApproval = decision === 'approve';
  const message = review.error?.message;
  const isAboutAmount = isApproval && review.error?.path === 'amount';
  const isAboutNote = review.error?.path === 'note';
  const open = (wanted: typeof decision) => {
    review.reset();
    setDecision(wanted);
    setTyped(undefined);
    setOpen(true);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (review.isPending) return;
    const data = new FormData(event.currentTarget);
    const note = String(data.get('note') ?? '');
    const amount = isApproval ? { amount: String(data.get('amount') ?? '').trim() } : {};
    review.mutate({ ticketId: ticket.id, decision, note, ...amount }, { onSuccess: () => setOpen(false) });
  };
  const about = <span className="sr-only"> the request for {ticket.amount}</span>;
  const isWaiting = ticket.status === 'pending';
  return (
    <>
      <ChangeNote of={ticket.status}>{decided[ticket.status]}</ChangeNote>
      {isWaiting && (
        <div className="flex flex-wrap gap-2">
          {ticket.most && (
            <Button variant="primary" size="small" onClick={() => open('approve')}>
              Approve{about}
            </Button>
          )}
          <Button size="small" onClick={() => open('reject')}>
            Decline{about}
          </Button>
        </div>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={isApproval ? 'Approve this request?' : 'Decline this request?'}
        description={<Consequences ticket={ticket} isApproval={isApproval} />}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <SubmitButton form={formId} pending={review.isPending} variant={isApproval ? 'primary' : 'danger'}>
              {isApproval ? `Approve and refund ${typedMoney(typed, ticket.usual, ticket.currency)}` : 'Decline'}
            </SubmitButton>
          </>
        }
      >
        <Form problems={review.error} id={formId} onSubmit={submit} className="flex flex-col gap-4">
          {message && !isAboutAmount && !isAboutNote && <Alert tone="danger">{message}</Alert>}
          {isApproval && (
            <Field
              label={`Amount, in ${ticket.currency}`}
              hint={`The customer asks for ${ticket.amount}${ticket.most === ticket.amount ? '' : `; ${ticket.most} is left of the payment`}.`}
              error={isAboutAmount && message}
            >
              <Input
                name="amount"
                defaultValue={ticket.usual}
                onChange={(event) => setTyped(event.target.value)}
                inputMode="decimal"
                autoComplete="off"
                className="tabular-nums"
                required
              />
            </Field>
          )}
          <Field
            label="Note to the customer"
            optional
            hint={isApproval ? 'It goes into the email.' : 'Why, or what is missing. They read it as it stands.'}
            error={isAboutNote && message}
          >
            <Textarea name="note" rows={4} maxLength={1000} dir="auto" />
          </Field>
          {isApproval && ticket.isBillable && (
            <Alert tone="info" role="note">
              The subscription goes on and is charged again. To end it as well, cancel it on its page.
            </Alert>
          )}
        </Form>
      </Dialog>
    </>
  );
}

/** Who it is about, and what the decision does. */
function Consequences({ ticket, isApproval }: { ticket: Decidable; isApproval: boolean }) {
  const { buyer, productName, amount } = ticket;
  return (
    <span className="wrap-anywhere">
      {buyer ?? 'The customer'} asks for {amount} back, for {productName}.{' '}
      {isApproval
        ? 'The money goes back at once, to what they paid with. They are told by email.'
        : 'No money goes back. They are told by email, and can ask again, three times at most.'}
    </span>
  );
}
