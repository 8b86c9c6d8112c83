import { type Ref, type RefObject, useImperativeHandle, useRef } from 'react';
import type { FormProvider } from '#server/storefront/checkout/form.ts';
import { usePage } from '../../page/page-context.tsx';
import type { BuyerValues } from '../send.ts';
import type { Method } from '../use-payment.ts';
import { CardFields } from './card-fields.tsx';
import { cardFieldNames } from './check-card.ts';
import type { Problems } from './check-fields.ts';
import { readValues, writeValues } from './form-values.ts';
import { useQuote } from './quote.tsx';
import { StripeElement, type StripeElementHandle } from './stripe-element.tsx';
import { filledIn, TestCards } from './test-cards.tsx';

/** The payment method that the buyer entered, in our fields or the provider's. */
export interface MethodHandle {
  take(buyer: BuyerValues): Method | Promise<Method>;
  /** Clears the card fields of the sandbox. */
  clear(): void;
}

interface MethodFieldsProps {
  ref: Ref<MethodHandle>;
  form: RefObject<HTMLFormElement | null>;
  provider: FormProvider;
  problems: Problems;
  /** Called after a test card was filled in. */
  onFilled: () => void;
}

/** The payment method: the sandbox's card fields or the provider's form. */
export const MethodFields = ({ provider, ref, ...rest }: MethodFieldsProps) =>
  provider.kind === 'sandbox' ? (
    <TestCard provider={provider} ref={ref} {...rest} />
  ) : (
    <StripeForm provider={provider} ref={ref} />
  );

type Of<Kind extends FormProvider['kind']> = Extract<FormProvider, { kind: Kind }>;

function TestCard({
  ref,
  form,
  provider: { testCards, testExpiry },
  problems,
  onFilled,
}: MethodFieldsProps & { provider: Of<'sandbox'> }) {
  const fill = (texts: readonly string[]) => writeValues(form.current, cardFieldNames, texts);
  useImperativeHandle(ref, () => ({
    take: () => (form.current ? { fields: readValues(form.current, cardFieldNames) } : { problem: null }),
    clear: () => fill([]),
  }));
  const choose = (number: string) => {
    fill(filledIn(number, testExpiry));
    onFilled();
  };
  return (
    <>
      <CardFields problems={problems} />
      <TestCards cards={testCards} onChoose={choose} />
    </>
  );
}

function StripeForm({ ref, provider }: { ref: Ref<MethodHandle>; provider: Of<'stripe'> }) {
  const { page } = usePage();
  const { kind: _, ...payment } = provider;
  const { totalMinor } = useQuote().quote.shown;
  const element = useRef<StripeElementHandle>(null);
  useImperativeHandle(ref, () => ({
    async take(buyer) {
      const answer = await element.current?.createToken(buyer);
      if (answer && 'token' in answer) return { fields: { paymentToken: answer.token } };
      return { problem: answer && !answer.isShown ? answer.problem : null };
    },
    clear() {
      // Stripe's frame manages its own fields.
    },
  }));
  return (
    <StripeElement
      {...payment}
      ref={element}
      amountMinor={totalMinor}
      locale={page.reading.locale}
      storeName={page.store?.name ?? ''}
    />
  );
}
