import { type Ref, type RefObject, useImperativeHandle, useRef } from 'react';
import type { CardView } from '#server/storefront/portal/card-view.ts';
import { CardFields } from '../../checkout/form/card-fields.tsx';
import { type CardField, cardFieldNames } from '../../checkout/form/check-card.ts';
import { readValues, writeValues } from '../../checkout/form/form-values.ts';
import { StripeElement, type StripeElementHandle } from '../../checkout/form/stripe-element.tsx';
import { filledIn, TestCards } from '../../checkout/form/test-cards.tsx';
import type { Method } from '../../checkout/use-payment.ts';
import { usePage } from '../../page/page-context.tsx';

type Provider = NonNullable<CardView['provider']>;
type Of<Kind extends Provider['kind']> = Extract<Provider, { kind: Kind }>;

/** The payment method that the buyer entered, in our fields or the provider's. */
export interface CardMethodHandle {
  take(form: HTMLFormElement): Method | Promise<Method>;
}

interface CardMethodProps {
  ref: Ref<CardMethodHandle>;
  form: RefObject<HTMLFormElement | null>;
  provider: Provider;
  billing: CardView['billing'];
  problems: Readonly<Partial<Record<CardField, string>>>;
  /** Called after a test card was filled in. */
  onFilled: () => void;
}

/** The sandbox's card fields or the provider's form. */
export const CardMethod = ({ provider, ...rest }: CardMethodProps) =>
  provider.kind === 'sandbox' ? (
    <SandboxCard provider={provider} {...rest} />
  ) : (
    <StripeForm provider={provider} {...rest} />
  );

function SandboxCard({ ref, form, provider, problems, onFilled }: CardMethodProps & { provider: Of<'sandbox'> }) {
  useImperativeHandle(ref, () => ({ take: (typed) => ({ fields: readValues(typed, cardFieldNames) }) }));
  const choose = (number: string) => {
    writeValues(form.current, cardFieldNames, filledIn(number, provider.testExpiry));
    onFilled();
  };
  return (
    <>
      <CardFields problems={problems} />
      <TestCards cards={provider.testCards} onChoose={choose} />
    </>
  );
}

function StripeForm({ ref, provider, billing }: CardMethodProps & { provider: Of<'stripe'> }) {
  const { page } = usePage();
  const { kind: _, ...payment } = provider;
  const element = useRef<StripeElementHandle>(null);
  useImperativeHandle(ref, () => ({
    async take() {
      const answer = billing && (await element.current?.createToken(billing));
      if (answer && 'token' in answer) return { fields: { paymentToken: answer.token } };
      return { problem: answer && !answer.isShown ? answer.problem : null };
    },
  }));
  return (
    <StripeElement
      {...payment}
      ref={element}
      // An amount of zero sets up the method without a charge.
      amountMinor={0}
      locale={page.reading.locale}
      storeName={page.store?.name ?? ''}
    />
  );
}
