import { clsx } from 'clsx';
import { type FormEvent, useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import type { CheckoutForm } from '#server/storefront/checkout/form.ts';
import { usePage } from '../../page/page-context.tsx';
import { WithoutScript } from '../../page/without-script.tsx';
import { primaryLook } from '../../theme/primary-look.ts';
import { Failure } from '../failure.tsx';
import { cardFieldNames, checkCardField } from '../form/check-card.ts';
import { readValues } from '../form/form-values.ts';
import { MethodFields, type MethodHandle } from '../form/method-fields.tsx';
import { useQuote } from '../form/quote.tsx';
import { useProblems } from '../form/use-problems.ts';
import { headingId } from '../state-watch.tsx';
import { usePayment } from '../use-payment.ts';

interface ChangeFormProps {
  payPath: string;
  form: CheckoutForm;
  /** "Visa •••• 4242"; null without a method that can be charged. */
  savedMethod: string | null;
  lastFailure: string | null;
  /** Whether another action on the page comes first. */
  isSecond: boolean;
}

type Choice = 'saved' | 'other';

/** The payment method of a plan change, if anything is due, and the button that confirms it. */
export function ChangeForm({ payPath, form: checkout, savedMethod, lastFailure, isSecond }: ChangeFormProps) {
  const { provider, prefill } = checkout;
  const buyer = { ...prefill, isBusiness: prefill.isBusiness === true };
  const { page, say } = usePage();
  const form = useRef<HTMLFormElement>(null);
  const { quote, requestQuote } = useQuote();
  const isDueNow = !quote.change?.isScheduled && quote.shown.totalMinor > 0;
  const [chosen, setChosen] = useState<Choice>(savedMethod === null ? 'other' : 'saved');
  // Nothing is charged now: the method that the subscription has is kept.
  const choice: Choice = isDueNow ? chosen : 'saved';
  const hasCardFields = choice === 'other' && provider.kind === 'sandbox';
  const names = hasCardFields ? cardFieldNames : [];
  const testNumbers = provider.kind === 'sandbox' ? provider.testCards.map(({ number }) => number) : undefined;
  const now = new Date(page.testTime ?? page.renderedAt);
  const { problems, show, clear, checkAll, onBlur, onInput } = useProblems(form, {
    names: cardFieldNames,
    check: (name, values) => checkCardField(name, values[name], { now, testNumbers, say }),
  });
  const method = useRef<MethodHandle>(null);
  const { pay, isBusy, isUncertain, failure } = usePayment({
    payPath,
    renderedAt: page.renderedAt,
    lastFailure,
    onFieldRefused: (field, message) => show({ [field]: message }),
    onCardSent: () => method.current?.clear(),
    onDueChanged: () => void requestQuote(buyer),
  });
  const quoteFields = { quoteId: quote.change?.quoteId ?? '' };
  const take = async () => {
    const taken = (await method.current?.take(buyer)) ?? { problem: null };
    return 'fields' in taken ? { fields: { ...taken.fields, ...quoteFields } } : taken;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || (names.length > 0 && checkAll(readValues(event.currentTarget, cardFieldNames)))) return;
    pay(buyer, quote.shown, choice === 'saved' ? () => ({ fields: { ...quoteFields, method: 'saved' } }) : take);
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onBlur={onBlur}
      onInput={onInput}
      aria-labelledby={headingId}
      className="flex flex-col gap-4 [&_input]:min-h-11"
    >
      {isDueNow && savedMethod !== null && (
        <MethodChoice savedMethod={savedMethod} choice={chosen} onChoose={setChosen} />
      )}
      {isDueNow && choice === 'other' && (
        <div className="contents noscript:hidden">
          <MethodFields ref={method} form={form} provider={provider} problems={problems} onFilled={clear} />
        </div>
      )}
      <Failure message={isUncertain ? null : failure} />
      {isUncertain && <Alert>{say('form.uncertain')}</Alert>}
      <SubmitButton
        size="large"
        variant={isSecond ? 'secondary' : 'primary'}
        pending={isBusy}
        className={clsx(isSecond ? 'w-full' : primaryLook, 'noscript:hidden')}
      >
        {isDueNow ? say('change.confirmPay', { total: quote.total }) : say('change.confirm')}
      </SubmitButton>
      <WithoutScript>
        <Alert tone="warning">{say('form.needsJavaScript')}</Alert>
      </WithoutScript>
    </form>
  );
}

interface MethodChoiceProps {
  savedMethod: string;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

function MethodChoice({ savedMethod, choice, onChoose }: MethodChoiceProps) {
  const { say } = usePage();
  const labels: Readonly<Record<Choice, string>> = {
    saved: say('change.paySaved', { method: `\u2066${savedMethod}\u2069` }),
    other: say('change.payOther'),
  };
  return (
    <fieldset className="flex flex-col divide-y divide-border rounded-control border border-control">
      <legend className="sr-only">{say('change.method')}</legend>
      {(['saved', 'other'] as const).map((each) => (
        <label key={each} className="flex min-h-11 items-center gap-3 px-3">
          <input
            type="radio"
            name="methodChoice"
            value={each}
            checked={choice === each}
            onChange={() => onChoose(each)}
            className="size-4 min-h-0! shrink-0 accent-current"
          />
          <span className="min-w-0 break-words">{labels[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
