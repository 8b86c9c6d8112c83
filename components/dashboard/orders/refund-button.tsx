'use client';
import { type FormEvent, useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, SubmitButton } from '#components/ui/button.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { typedMoney } from '../refunds/typed-money.ts';
import { useAction } from '../use-action.ts';

interface RefundButtonProps {
  paymentId: string;
  environment: Environment;
  currency: string;
  /** Who paid, as far as that is known, and what for. */
  buyer: string | null;
  productName: string;
  /** Whether that is a subscription that is charged again. */
  isBillable: boolean;
  /** What was paid and what is left of it, ready to read; null: nothing is left. */
  paid: string;
  left: string | null;
  /** What is left, as it is typed: "29.00". */
  usual: string;
  /** How much of what is left is tax, ready to read; null: nothing. */
  taxLeft: string | null;
  /** A customer's open request about this payment, ready to read: what it asks for. */
  asked: string | null;
}

const maxReasonLength = 200;

/** Gives a payment back, or a part of it; where nothing is left it only says so, once that has come about here. */
export function RefundButton(props: RefundButtonProps) {
  const { paid, left } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ChangeNote of={left}>
        {left ? `${left} is left of it.` : 'All of it has been given back, or is about to be.'}
      </ChangeNote>
      {left && (
        <Button size="small" onClick={() => setOpen(true)}>
          Refund<span className="sr-only"> of {paid}</span>
        </Button>
      )}
      <RefundDialog {...props} isOpen={isOpen} setOpen={setOpen} />
    </>
  );
}

interface RefundDialogProps extends RefundButtonProps {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

function RefundDialog(props: RefundDialogProps) {
  const { paymentId, environment, currency, buyer, productName, paid, left, usual, isOpen, setOpen } = props;
  const formId = useId();
  const [typed, setTyped] = useState<string>();
  const refund = useAction('refund/create-refund', environment);
  const message = refund.error?.message;
  const path = refund.error?.path;
  const field = path === 'amount' || path === 'reason' ? path : null;
  const change = (open: boolean) => {
    refund.reset();
    setTyped(undefined);
    setOpen(open);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (refund.isPending) return;
    const data = new FormData(event.currentTarget);
    const [amount, reason] = [String(data.get('amount') ?? '').trim(), String(data.get('reason') ?? '')];
    refund.mutate({ paymentId, amount, reason }, { onSuccess: () => change(false) });
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={change}
      title="Refund this payment"
      description={
        <span className="wrap-anywhere">
          {buyer ?? 'The buyer'} paid {paid} for {productName}
          {left !== null && left !== paid && `; ${left} is left of it`}. It goes back to what they paid with.
        </span>
      }
      footer={
        <>
          <Button onClick={() => change(false)}>Cancel</Button>
          <SubmitButton form={formId} pending={refund.isPending}>
            Refund {typedMoney(typed, usual, currency)}
          </SubmitButton>
        </>
      }
    >
      <Form problems={refund.error} id={formId} onSubmit={submit} className="flex flex-col gap-4">
        {message && !field && <Alert tone="danger">{message}</Alert>}
        <RefundFields {...props} field={field} message={message} onAmount={setTyped} />
      </Form>
    </Dialog>
  );
}

interface RefundFieldsProps extends RefundDialogProps {
  /** Which of them is wrong, and why. */
  field: 'amount' | 'reason' | null;
  message: string | undefined;
  onAmount: (amount: string) => void;
}

function RefundFields({
  currency,
  isBillable,
  left,
  usual,
  taxLeft,
  asked,
  field,
  message,
  onAmount,
}: RefundFieldsProps) {
  return (
    <>
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
          onChange={(event) => onAmount(event.target.value)}
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums"
          required
        />
      </Field>
      <Field label="Reason" optional hint="The buyer reads it on the receipt." error={field === 'reason' && message}>
        <Input name="reason" maxLength={maxReasonLength} autoComplete="off" />
      </Field>
      {isBillable && (
        <Alert tone="info" role="note">
          The subscription goes on and is charged again. To end it as well, cancel it on this page.
        </Alert>
      )}
    </>
  );
}
