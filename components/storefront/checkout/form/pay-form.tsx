import { clsx } from 'clsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import type { PayField } from '#server/billing/payments/pay-form.ts';
import type { Quote } from '#server/billing/payments/quote.ts';
import { portalAddress } from '#server/customers/rules/portal-address.ts';
import type { Say } from '#server/i18n/say.ts';
import type { CheckoutForm } from '#server/storefront/checkout/form.ts';
import { usePage } from '../../page/page-context.tsx';
import { typedFormId } from '../../page/typed-form.ts';
import { WithoutScript } from '../../page/without-script.tsx';
import { primaryLook } from '../../theme/primary-look.ts';
import { Failure } from '../failure.tsx';
import { headingId } from '../state-watch.tsx';
import { usePayment } from '../use-payment.ts';
import { BusinessFields } from './business-fields.tsx';
import { BuyerFields } from './buyer-fields.tsx';
import { buyerFieldNames, checkField, fieldNames } from './check-fields.ts';
import { isTicked, readValues } from './form-values.ts';
import { MethodFields, type MethodHandle } from './method-fields.tsx';
import { readBuyerValues, useDue } from './use-due.ts';
import { useProblems } from './use-problems.ts';

interface PayFormProps {
  payPath: string;
  lastFailure: string | null;
  form: CheckoutForm;
  /** Whether another action on the page comes first. */
  isSecond: boolean;
}

/** Buyer fields, payment method and pay button. */
export function PayForm({ payPath, lastFailure, form: initialForm, isSecond }: PayFormProps) {
  const { prefill, lists, provider } = initialForm;
  const { page, say, withChoices } = usePage();
  const form = useRef<HTMLFormElement>(null);
  const [country, setCountry] = useState(prefill.country);
  const { quote, taxIdCheck, refreshIfChanged, refreshQuote } = useDue(form, prefill, country);
  const names: readonly PayField[] = provider.kind === 'sandbox' ? fieldNames : buyerFieldNames;
  const testNumbers = provider.kind === 'sandbox' ? provider.testCards.map(({ number }) => number) : undefined;
  const { problems, show, clear, recheck, checkAll, onBlur, onInput } = useProblems(form, {
    names,
    initial: { ...quote.problems, ...initialForm.problems },
    check: (name, values) =>
      checkField(name, values, {
        hasStates: country in lists.states,
        isBusiness: form.current !== null && isTicked(form.current, 'isBusiness'),
        taxIdCheck,
        now: new Date(page.testTime ?? page.renderedAt),
        testNumbers,
        say,
      }),
  });
  // Picks up values that the browser or the buyer entered before hydration.
  useEffect(() => {
    if (form.current) setCountry(readBuyerValues(form.current).country);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new quote can change the verdict on the tax ID
  useEffect(() => recheck('taxId'), [taxIdCheck.taxId, taxIdCheck.problem]);
  const method = useRef<MethodHandle>(null);
  const { pay, isBusy, isUncertain, failure, isSubscribed } = usePayment({
    payPath,
    renderedAt: page.renderedAt,
    lastFailure,
    onFieldRefused: (field, message) => show({ [field]: message }),
    onCardSent: () => method.current?.clear(),
    onDueChanged: refreshQuote,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = event.currentTarget;
    if (isBusy || checkAll(readValues(typed, names))) return;
    const buyer = readBuyerValues(typed);
    pay(buyer, quote.shown, () => method.current?.take(buyer) ?? { problem: null });
  };
  return (
    // Without JavaScript the browser submits the form to the page itself, which answers with tax and total.
    <form
      ref={form}
      id={typedFormId}
      method="post"
      action={withChoices(page.path)}
      noValidate
      onSubmit={submit}
      onBlur={(event) => {
        onBlur(event);
        refreshIfChanged();
      }}
      onInput={(event) => {
        onInput(event);
        if (!isTyped(event.target) || problems.taxId) refreshIfChanged();
      }}
      className={formClass}
      aria-labelledby={headingId}
    >
      <BuyerFields lists={lists} prefill={prefill} problems={problems} country={country} onCountry={setCountry} />
      <BusinessFields prefill={prefill} problems={problems} hasVat={lists.vatCountries.includes(country)} />
      <div className="contents noscript:hidden">
        <MethodFields ref={method} form={form} provider={provider} problems={problems} onFilled={clear} />
      </div>
      <Failure message={isUncertain ? null : failure}>{isSubscribed && <ChangePlanLink />}</Failure>
      {isUncertain && <Alert>{say('form.uncertain')}</Alert>}
      <SubmitButton
        size="large"
        variant={isSecond ? 'secondary' : 'primary'}
        pending={isBusy}
        className={clsx(isSecond ? 'w-full' : primaryLook, 'noscript:hidden')}
      >
        {payLabel(quote, say)}
      </SubmitButton>
      <SentByBrowser isSent={initialForm.isSent} hasProblems={Object.keys(initialForm.problems).length > 0} />
      {quote.renewal && <p className="text-center text-sm text-muted tabular-nums">{quote.renewal.terms}</p>}
    </form>
  );
}

/** Shown instead of the card fields without JavaScript. `isSent`: the form was submitted to update the total. */
function SentByBrowser({ isSent, hasProblems }: { isSent: boolean; hasProblems: boolean }) {
  const { say } = usePage();
  const isComplete = isSent && !hasProblems;
  return (
    <WithoutScript>
      <Alert tone="warning">{say(isComplete ? 'form.savedWithoutJavaScript' : 'form.needsJavaScript')}</Alert>
      {/* Repeats the message in the page's current language. */}
      {isSent && <input type="hidden" name="check" value="on" />}
      <button
        type="submit"
        name="check"
        value="on"
        className="mt-4 min-h-12 w-full rounded-control border border-control px-5 font-medium hover:bg-sunken"
      >
        {say('form.checkTotal')}
      </button>
    </WithoutScript>
  );
}

/** A free trial is started, not paid. */
const payLabel = ({ total, shown }: Quote, say: Say): string =>
  shown.totalMinor === 0 ? say('form.startFreeTrial') : say('form.pay', { total });

/** Whether users type into a control, so that its value is complete only on blur. */
const isTyped = (control: EventTarget): boolean => control instanceof HTMLInputElement && control.type !== 'checkbox';

/** Every target on this form is at least 44 px high. */
const formClass = 'flex flex-col gap-4 [&_input]:min-h-11 [&_select]:min-h-11';

/** Leads to the customer's subscriptions. The portal cannot be framed. */
function ChangePlanLink() {
  const { page, say, withChoices } = usePage();
  const { store, content } = page;
  if (!store || content.kind !== 'checkout') return null;
  return (
    <a href={withChoices(portalAddress(store, content.view.environment))} target="_top">
      {say('change.title')}
    </a>
  );
}
