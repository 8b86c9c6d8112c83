import type { Stripe, StripeElements, StripeElementsUpdateOptions, StripePaymentElement } from '@stripe/stripe-js';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { paymentOptions, type StripePayment, stripeAppearance, stripeLocale } from './stripe-options.ts';

/** Stripe's objects, after its script has loaded. */
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
 * Mounts Stripe's form in an element of the page. Loads the script from js.stripe.com on first use. Follows the page's
 * amount, language and colors without losing the buyer's input.
 */
export function useStripeForm(container: RefObject<HTMLDivElement | null>, options: FormOptions) {
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
    const root = container.current;
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
      const element = elements.create('payment', formOptions(storeName, latest.current.wallets));
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
  }, [publishableKey, storeName, attempt, container]);

  const optionsJson = JSON.stringify(paymentOptions(options));
  useEffect(() => {
    adjust(form.current, { ...JSON.parse(optionsJson), locale: stripeLocale(locale) });
  }, [optionsJson, locale]);

  useEffect(
    () =>
      whenRepainted(() => {
        if (container.current) adjust(form.current, { appearance: appearanceOf(container.current) });
      }),
    [container],
  );

  const retry = useCallback(() => {
    setPhase('loading');
    setAttempt((count) => count + 1);
  }, []);
  return { phase, form, retry };
}

/** Ignores errors of a form that is being unmounted. */
function adjust(form: Form | null, changes: StripeElementsUpdateOptions): void {
  form?.elements.update(changes).catch(() => {});
}

/** The page asks for email, country and postal code itself, for the tax. They go to Stripe with the token. */
const formOptions = (storeName: string, wallets: StripePayment['wallets']) => ({
  wallets,
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

/** Calls back when the page's colors may have changed: by the theme switch or by the system. */
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
