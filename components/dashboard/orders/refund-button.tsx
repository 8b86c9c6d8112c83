'use client';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { Environment } from '../../../server/domain/environments.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useFocusInvalid } from '../../ui/use-focus-invalid.ts';
import { useAction } from '../use-action.ts';

interface RefundButtonProps {
  paymentId: string;
  environment: Environment;
  currency: string;
  /** What was paid and what is left of it, ready to read. */
  paid: string;
  left: string;
  /** What is left, as it is typed: "29.00". */
  usual: string;
  /** How much of what is left is tax, ready to read; null: nothing. */
  taxLeft: string | null;
  /** A customer's open request about this payment, ready to read: what it asks for. */
  asked: string | null;
}

const longestReason = 200;

/** Gives a payment back, or a part of it. */
export function RefundButton(props: RefundButtonProps) {
  const { paymentId, environment, currency, paid, left, usual, taxLeft, asked } = props;
  const [isOpen, setOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const refund = useAction('refund/create-refund', environment);
  const message = refund.error?.message;
  const field = message && /^(?:Invalid a|A)mount/.test(message) ? 'amount' : message?.includes('reason') && 'reason';
  useFocusInvalid(form, refund.error);
  const open = () => {
    refund.reset();
    setOpen(true);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (refund.isPending) return;
    const data = new FormData(event.currentTarget);
    const [amount, reason] = [String(data.get('amount') ?? '').trim(), String(data.get('reason') ?? '')];
    refund.mutate({ paymentId, amount, reason }, { onSuccess: () => setOpen(false) });
  };
  return (
    <>
      <Button size="small" onClick={open}>
        Refund<span className="sr-only"> of {paid}</span>
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Give money back"
        description={`${paid} was paid${left === paid ? '' : `, ${left} is left`}. It goes back to what the buyer paid with.`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <SubmitButton form={formId} pending={refund.isPending}>
              Refund
            </SubmitButton>
          </>
        }
      >
        <form ref={form} id={formId} onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
          {message && !field && <Alert tone="danger">{message}</Alert>}
          {asked && (
            <Alert tone="info" role="note">
              The customer asks for {asked}. A refund of as much, or of all that is left, answers that request.
            </Alert>
          )}
          <Field
            label={`Amount, in ${currency}`}
            hint={
              taxLeft
                ? `At most ${left}, of which ${taxLeft} is tax. Of a smaller amount, the same share is tax.`
                : `At most ${left}. There is no tax in it.`
            }
            error={field === 'amount' && message}
          >
            <Input
              name="amount"
              defaultValue={usual}
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
              required
            />
          </Field>
          <Field
            label="Reason"
            optional
            hint="The buyer reads it on the receipt."
            error={field === 'reason' && message}
          >
            <Input name="reason" maxLength={longestReason} autoComplete="off" />
          </Field>
        </form>
      </Dialog>
    </>
  );
}
