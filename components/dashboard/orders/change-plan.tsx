'use client';
import { useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, SubmitButton } from '#components/ui/button.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { focusOnMount } from '#components/ui/focus-on-mount.ts';
import type { ChangeSummary } from '#server/billing/plan-changes/summarize-change.ts';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';
import { type ChangeForm, ChangePlanForm, requestOf, unchangedForm } from './change-plan-form.tsx';
import { ChangeQuote } from './change-quote.tsx';

/** A plan to change to, with its formatted price. */
export interface PlanOption {
  readonly id: string;
  readonly name: string;
  readonly price: string;
  readonly isInGroup: boolean;
}

export interface ChangePlanProps {
  orderId: string;
  environment: Environment;
  productName: string;
  customer: string | null;
  currency: string;
  plans: readonly PlanOption[];
  /** The payment method that is charged; null if there is none, or if it cannot be charged. */
  method: string | null;
  isPastDue: boolean;
  isCanceling: boolean;
  /** Whether another plan is scheduled, or has replaced this one. */
  state: 'none' | 'scheduled' | 'replaced';
}

interface Quoted {
  readonly quoteId: string;
  readonly summary: ChangeSummary;
}

interface Confirmed {
  readonly state: 'paid' | 'processing' | 'scheduled';
}

const notes = {
  none: 'The current plan stays.',
  scheduled: 'Plan change scheduled.',
  replaced: 'Plan changed.',
} as const;

/**
 * Changes a subscription's plan: a form, a preview with a binding quote, and the confirmation. Announces each change of the
 * plan, also one that is undone elsewhere on the page.
 */
export function ChangePlan(props: ChangePlanProps) {
  const { plans, state } = props;
  const [isOpen, setOpen] = useState(false);
  const [isProcessing, setProcessing] = useState(false);
  const isWaiting = isProcessing && state === 'none';
  return (
    <>
      <ChangeNote of={isWaiting ? 'processing' : state} className="self-center">
        {isWaiting ? 'The payment is processing. The plan changes when it succeeds.' : notes[state]}
      </ChangeNote>
      {plans.length > 0 && <Button onClick={() => setOpen(true)}>Change plan</Button>}
      {isOpen && (
        <ChangePlanDialog
          {...props}
          onClose={(confirmed) => {
            setOpen(false);
            setProcessing(confirmed === 'processing');
          }}
        />
      )}
    </>
  );
}

type DialogProps = ChangePlanProps & { onClose: (confirmed?: Confirmed['state']) => void };

function ChangePlanDialog(props: DialogProps) {
  const { orderId, environment, productName, customer, currency, plans, method, onClose } = props;
  const formId = useId();
  const [form, setForm] = useState<ChangeForm>(() => unchangedForm(plans));
  const [quoted, setQuoted] = useState<Quoted>();
  const quote = useAction<Quoted>('subscription-order/quote-plan-change', environment);
  const confirm = useAction<Confirmed>('subscription-order/confirm-plan-change', environment);
  const preview = () => quote.mutate({ orderId, currency, ...requestOf(form) }, { onSuccess: setQuoted });
  const back = () => {
    confirm.reset();
    setQuoted(undefined);
  };
  const submit = () =>
    confirm.mutate({ orderId, quoteId: quoted?.quoteId }, { onSuccess: ({ state }) => onClose(state) });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={quoted ? `Change to ${quoted.summary.toPlan}?` : 'Change plan'}
      description={
        <span className="wrap-anywhere">
          {customer ?? 'The customer'} is subscribed to {productName}.
        </span>
      }
      footer={
        quoted ? (
          <>
            <Button onClick={back}>Back</Button>
            <Button variant="primary" pending={confirm.isPending} disabled={method === null} onClick={submit}>
              {confirmLabel(quoted.summary)}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => onClose()}>Cancel</Button>
            <SubmitButton form={formId} pending={quote.isPending}>
              Preview
            </SubmitButton>
          </>
        )
      }
    >
      {quoted ? (
        <>
          {/* Takes the focus of the button that is gone. */}
          <section ref={focusOnMount} tabIndex={-1} aria-label="Preview" className="outline-none">
            <ChangeQuote summary={quoted.summary} />
          </section>
          <Consequences {...props} summary={quoted.summary} />
          {confirm.error && <Alert tone="danger">{confirm.error.message}</Alert>}
        </>
      ) : (
        <ChangePlanForm
          {...props}
          id={formId}
          form={form}
          refusal={quote.error}
          onChange={(part) => setForm({ ...form, ...part })}
          onSubmit={preview}
        />
      )}
    </Dialog>
  );
}

const confirmLabel = ({ timing, isFree, due }: ChangeSummary): string => {
  if (timing === 'next_period') return 'Schedule change';
  return isFree ? 'Change plan' : `Charge ${due} and change plan`;
};

interface ConsequencesProps extends Pick<ChangePlanProps, 'productName' | 'method' | 'isCanceling'> {
  summary: ChangeSummary;
}

/** What confirming does besides the quote's amounts. */
function Consequences({ productName, method, isCanceling, summary: { timing, isFree, toPlan } }: ConsequencesProps) {
  if (method === null) {
    return (
      <Alert tone="warning" role="note">
        No payment method can be charged. The customer has to update it in the customer portal first.
      </Alert>
    );
  }
  const charge = isFree ? 'No charge is made' : `${method} is charged without asking the customer`;
  return (
    <div className="flex flex-col gap-2 text-sm">
      {timing === 'next_period' ? (
        <p>
          Nothing is charged today. The customer keeps {productName} until then, and you can undo the change. {charge}{' '}
          when {toPlan} starts.
        </p>
      ) : (
        <p>
          {toPlan} starts a new billing period now. {charge}.
        </p>
      )}
      {isCanceling && <p>This undoes the cancellation: the subscription renews with {toPlan}.</p>}
    </div>
  );
}
