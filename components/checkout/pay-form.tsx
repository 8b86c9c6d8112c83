'use client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Quote } from '../../server/checkout/quote.ts';
import { Alert } from '../ui/alert.tsx';
import { SubmitButton } from '../ui/button.tsx';
import { BuyerFields, type BuyerLists, type Prefill } from './buyer-fields.tsx';
import { CardFields } from './card-fields.tsx';
import { cardFieldNames, readValues } from './check-fields.ts';
import { primaryLook } from './primary-look.ts';
import { type TestCard, TestCards } from './test-cards.tsx';
import { useDue } from './use-due.ts';
import { usePayment } from './use-payment.ts';
import { useProblems } from './use-problems.ts';

interface PayFormProps {
  payPath: string;
  /** When the server rendered this, ISO 8601. */
  renderedAt: string;
  lastFailure: string | null;
  prefill: Prefill;
  lists: BuyerLists;
  testCards: readonly TestCard[];
  /** An expiry date that fits the test cards. */
  testExpiry: string;
}

/** Email, country and card, and the button that pays. */
export function PayForm({ payPath, renderedAt, lastFailure, prefill, lists, testCards, testExpiry }: PayFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [country, setCountry] = useState(prefill.country);
  const { problems, show, clear, checkAll, onBlur, onInput } = useProblems(form, {
    hasStates: country in lists.states,
    now: new Date(renderedAt),
  });
  const { quote, askIfChanged, askAgain } = useDue(form, prefill, country);
  // What the browser filled in, or the buyer chose, before this page came to life.
  useEffect(() => {
    if (form.current) setCountry(readValues(form.current).country);
  }, []);
  const fillCard = (values: readonly string[]) => {
    for (const [place, name] of cardFieldNames.entries()) {
      const control = form.current?.elements.namedItem(name);
      if (control instanceof HTMLInputElement) control.value = values[place] ?? '';
    }
  };
  const { pay, isBusy, isUncertain, failure } = usePayment({
    payPath,
    renderedAt,
    lastFailure,
    onFieldRefused: (field, message) => show({ [field]: message }),
    onCardSent: () => fillCard([]),
    onDueChanged: askAgain,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = readValues(event.currentTarget);
    if (!isBusy && !checkAll(values)) pay(values, quote.shown);
  };
  const chooseTestCard = (number: string) => {
    fillCard([number, testExpiry, '123']);
    clear();
  };
  return (
    // Without script nothing is sent; were it ever, then not as part of an address.
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      onBlur={(event) => {
        onBlur(event);
        askIfChanged();
      }}
      onInput={(event) => {
        onInput(event);
        if (event.target instanceof HTMLSelectElement) askIfChanged();
      }}
      className={formClass}
      aria-label="Payment"
    >
      <BuyerFields lists={lists} prefill={prefill} problems={problems} country={country} onCountry={setCountry} />
      <CardFields problems={problems} />
      <TestCards cards={testCards} onChoose={chooseTestCard} />
      <noscript>
        <Alert tone="warning">Paying by card needs JavaScript. Switch it on for this page, then load it again.</Alert>
      </noscript>
      <Failure message={isUncertain ? null : failure} />
      {isUncertain && (
        <Alert>
          We did not hear back, so we are checking whether your payment went through. Please keep this page open; you
          need not pay again.
        </Alert>
      )}
      <SubmitButton size="large" pending={isBusy} className={primaryLook}>
        {payLabel(quote)}
      </SubmitButton>
      {quote.renewal && <p className="text-center text-sm text-muted tabular-nums">{quote.renewal.terms}</p>}
    </form>
  );
}

/** A trial that costs nothing is started, not paid. */
const payLabel = ({ total, shown }: Quote): string => (shown.totalMinor === 0 ? 'Start free trial' : `Pay ${total}`);

/** Everything that is pressed or typed into is at least 44 px high here. */
const formClass = 'flex flex-col gap-4 [&_input]:min-h-11 [&_select]:min-h-11';

/** Why it did not work, taken to where the buyer is. */
function Failure({ message }: { message: string | null }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) region.current?.focus();
  }, [message]);
  return (
    <div ref={region} tabIndex={-1} className="rounded-control" hidden={!message}>
      {message && <Alert tone="danger">{message}</Alert>}
    </div>
  );
}
