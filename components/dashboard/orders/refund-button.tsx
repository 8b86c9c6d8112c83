'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { FormDialog } from '#components/ui/forms/form-dialog.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { formatTypedAmount } from '../refunds/typed-amount.ts';
import { useAction } from '../use-action.ts';

interface RefundButtonProps {
  paymentId: string;
  environment: Environment;
  currency: string;
  /** The customer's email address, if known, and the product. */
  customer: string | null;
  productName: string;
  /** Whether the order is a subscription that will be charged again. */
  isBillable: boolean;
  /** The amount paid and the refundable amount, formatted; null: nothing is refundable. */
  paid: string;
  refundable: string | null;
  /** The initial value of the amount field: "29.00". */
  defaultAmount: string;
  /** The tax in the refundable amount, formatted; null: none. */
  refundableTax: string | null;
  /** The amount of the customer's open request for this payment, formatted. */
  requested: string | null;
}

const maxReasonLength = 200;

/** Refunds a payment fully or partially. Without a refundable amount, only announces that, if it just changed. */
export function RefundButton(props: RefundButtonProps) {
  const { paid, refundable } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ChangeNote of={refundable}>
        {refundable ? `${refundable} can still be refunded.` : 'Nothing is left to refund.'}
      </ChangeNote>
      {refundable && (
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
  const { paymentId, environment, currency, customer, productName, paid, refundable, defaultAmount, isOpen, setOpen } =
    props;
  const [typed, setTyped] = useState<string>();
  const refund = useAction('refund/create-refund', environment);
  // The server's message is used if the page's refundable amount is outdated.
  const isTooHigh = refund.error?.code === 'amount_too_high' && Number(typed) > Number(defaultAmount);
  const message = isTooHigh ? `Enter ${refundable} or less.` : refund.error?.message;
  const path = refund.error?.path;
  const field = path === 'amount' || path === 'reason' ? path : null;
  const change = (open: boolean) => {
    refund.reset();
    setTyped(undefined);
    setOpen(open);
  };
  const submit = (data: FormData) => {
    const [amount, reason] = [String(data.get('amount') ?? '').trim(), String(data.get('reason') ?? '')];
    refund.mutate({ paymentId, amount, reason }, { onSuccess: () => change(false) });
  };
  return (
    <FormDialog
      open={isOpen}
      onOpenChange={change}
      title="Refund payment"
      description={
        <span className="wrap-anywhere">
          {customer ?? 'The customer'} paid {paid} for {productName}. {refundable ?? paid} can
          {refundable !== null && refundable !== paid && ' still'} be refunded to the original payment method.
        </span>
      }
      submitLabel={`Refund ${formatTypedAmount(typed, defaultAmount, currency)}`}
      pending={refund.isPending}
      problems={refund.error}
      onSubmit={submit}
    >
      {message && !field && <Alert tone="danger">{message}</Alert>}
      <RefundFields {...props} field={field} message={message} onAmount={setTyped} />
    </FormDialog>
  );
}

interface RefundFieldsProps extends RefundDialogProps {
  /** The field that `message` is about. */
  field: 'amount' | 'reason' | null;
  message: string | undefined;
  onAmount: (amount: string) => void;
}

function RefundFields({
  currency,
  isBillable,
  refundable,
  defaultAmount,
  refundableTax,
  requested,
  field,
  message,
  onAmount,
}: RefundFieldsProps) {
  return (
    <>
      {requested && (
        <Alert tone="info" role="note">
          The customer requested a refund of {requested}. Refunding at least that amount, or the full remaining amount,
          approves the request.
        </Alert>
      )}
      <Field
        label={`Amount (${currency})`}
        hint={
          refundableTax
            ? `Up to ${refundable}, including ${refundableTax} tax. Tax is refunded proportionally.`
            : `Up to ${refundable}. No tax included.`
        }
        error={field === 'amount' && message}
      >
        <Input
          name="amount"
          defaultValue={defaultAmount}
          onChange={(event) => onAmount(event.target.value)}
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums"
          required
        />
      </Field>
      <Field label="Reason" optional hint="Shown to the customer on the receipt." error={field === 'reason' && message}>
        <Input name="reason" maxLength={maxReasonLength} autoComplete="off" />
      </Field>
      {isBillable && (
        <Alert tone="info" role="note">
          The subscription stays active and will be charged again. To end it, cancel it on the order page.
        </Alert>
      )}
    </>
  );
}
