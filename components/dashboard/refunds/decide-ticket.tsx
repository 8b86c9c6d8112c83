'use client';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { Environment } from '../../../server/domain/environments.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useFocusInvalid } from '../../ui/use-focus-invalid.ts';
import { useAction } from '../use-action.ts';

/** What there is to decide, ready to read. */
export interface Decidable {
  readonly id: string;
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

/** Approves or declines a customer's request, with a word to them. */
export function DecideTicket({ ticket, environment }: DecideTicketProps) {
  const [decision, setDecision] = useState<'approve' | 'reject'>('approve');
  const [isOpen, setOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const review = useAction('refund-ticket/review-ticket', environment);
  const isApproval = decision === 'approve';
  const message = review.error?.message;
  const isAboutAmount = message !== undefined && isApproval && /amount/i.test(message);
  const isAboutNote = message?.startsWith('Invalid note');
  useFocusInvalid(form, review.error);
  const open = (wanted: typeof decision) => {
    review.reset();
    setDecision(wanted);
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
  return (
    <>
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
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={isApproval ? 'Approve this request?' : 'Decline this request?'}
        description={
          isApproval
            ? 'The money goes back at once, to what the customer paid with. They are told by email.'
            : 'No money goes back. The customer is told by email, and can ask again, three times at most.'
        }
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <SubmitButton form={formId} pending={review.isPending} variant={isApproval ? 'primary' : 'danger'}>
              {isApproval ? 'Approve and refund' : 'Decline'}
            </SubmitButton>
          </>
        }
      >
        <form ref={form} id={formId} onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
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
        </form>
      </Dialog>
    </>
  );
}
