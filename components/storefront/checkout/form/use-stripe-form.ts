import type { Stripe, StripeElements, StripeElementsUpdateOptions, StripePaymentElement } from '@stripe/stripe-js';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { paymentOptions, type StripePayment, stripeAppearance, stripeLocale } from './stripe-options.ts';

/** Stripe's own objects, once its script is there. */
interface Form {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
  readonly element: StripePaymentElement;
}

export type FormPhase = 'loading' | 'ready' | 'failed';

interface FormOptions extends StripePayment {
  readonly publishableKey: string;
  readonly locale: string;
  readonly storeName: string;
}

/**
 * Stripe's form within an element of the page. Its script comes from js.stripe.com, when this is first shown and not
 * before. Follows the page's amount, language and colours without losing what was typed.
 */
export function useStripeForm(place: RefObject<HTMLDivElement | null>, options: FormOptions) {
  const { publishableKey, locale, storeName } = options;
  const [phase, setPhase] = useState<FormPhase>('loading');
  const [attempt, setAttempt] = useState(0);
  const form = useRef<Form | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is a new try; amount and locale are followed below
  useEffect(() => {
    const root = place.current;
    if (!root) return;
    let isGone = false;
    const begin = async () => {
      const { loadStripe } = await import('@stripe/stripe-js/pure');
      const stripe = await loadStripe(publishableKey, { developerTools: { assistant: { enabled: false } } });
      if (isGone) return;
      if (!stripe) throw new Error('Stripe’s script is not there');
      const elements = stripe.elements({
        ...paymentOptions(latest.current),
        locale: stripeLocale(latest.current.locale),
        appearance: appearanceOf(root),
      });
      const element = elements.create('payment', formOptions(storeName));
      element.on('ready', () => setPhase('ready'));
      element.on('loaderror', () => setPhase('failed'));
      element.mount(root);
      form.current = { stripe, elements, element };
    };
    begin().catch(() => {
      if (!isGone) setPhase('failed');
    });
    return () => {
      isGone = true;
      form.current?.element.destroy();
      form.current = null;
    };
  }, [publishableKey, storeName, attempt, place]);

  const told = JSON.stringify(paymentOptions(options));
  useEffect(() => {
    adjust(form.current, { ...JSON.parse(told), locale: stripeLocale(locale) });
  }, [told, locale]);

  useEffect(
    () =>
      whenRepainted(() => {
        if (place.current) adjust(form.current, { appearance: appearanceOf(place.current) });
      }),
    [place],
  );

  const retry = useCallback(() => {
    setPhase('loading');
    setAttempt((count) => count + 1);
  }, []);
  return { phase, form, retry };
}

/** A form that goes away meanwhile needs no adjusting. */
function adjust(form: Form | null, changes: StripeElementsUpdateOptions): void {
  form?.elements.update(changes).catch(() => {});
}

/** Email, country and postcode the page asks for itself, for the tax; they go to Stripe with the token. */
const formOptions = (storeName: string) => ({
  layout: { type: 'tabs' as const },
  business: { name: storeName },
  fields: {
    billingDetails: { email: 'never' as const, address: { country: 'never' as const, postalCode: 'never' as const } },
  },
});

function appearanceOf(root: Element) {
  const style = getComputedStyle(root);
  const read = (variable: string) => style.getPropertyValue(variable).trim();
  return stripeAppearance(read, style.fontFamily, style.colorScheme === 'dark');
}

/** Calls back whenever the page's colours may have changed: by the buyer's switch, or by their system. */
function whenRepainted(repaint: () => void): () => void {
  const observer = new MutationObserver(repaint);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', repaint);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', repaint);
  };
}
