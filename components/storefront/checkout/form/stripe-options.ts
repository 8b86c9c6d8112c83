/** What Stripe's form is told of the payment: pure, so that it can be held against what the server charges. */
import type { Appearance, StripeElementLocale } from '@stripe/stripe-js';

export interface StripePayment {
  readonly amountMinor: number;
  readonly currency: string;
  /** The method is kept for charges while the buyer is away: a subscription. */
  readonly isKept: boolean;
  /** By how many places the comma moves from our minor units to Stripe's. */
  readonly unitShift: number;
  /** Kinds of payment that the server does not take. */
  readonly excludedTypes: readonly string[];
}

/**
 * The form's mode, in which Stripe knows what is to be paid before anything of it exists there: the server creates that
 * when the buyer pays. With nothing to pay a method is set up.
 */
export function paymentOptions({ amountMinor, currency, isKept, unitShift, excludedTypes }: StripePayment) {
  const common = { currency: currency.toLowerCase(), excludedPaymentMethodTypes: [...excludedTypes] };
  if (amountMinor === 0) return { mode: 'setup' as const, setupFutureUsage: 'off_session' as const, ...common };
  const amount = Math.round(amountMinor * 10 ** unitShift);
  return { mode: 'payment' as const, amount, setupFutureUsage: isKept ? ('off_session' as const) : null, ...common };
}

/** Those of Stripe's locales that differ from their language's. */
const regional: readonly string[] = [
  'en-AU',
  'en-CA',
  'en-GB',
  'en-NZ',
  'es-419',
  'es-ES',
  'fr-CA',
  'fr-FR',
  'it-IT',
  'pt-BR',
  'zh-HK',
  'zh-TW',
];

/** Stripe's name for a locale of ours. The page's language decides: the form is never in another one. */
export function stripeLocale(locale: string): StripeElementLocale {
  if (regional.includes(locale)) return locale as StripeElementLocale;
  return locale.split('-', 1)[0] as StripeElementLocale;
}

/** The page's own look, by the values that its style sheet's variables have at this moment. */
export function stripeAppearance(read: (variable: string) => string, fontFamily: string, isDark: boolean): Appearance {
  const [surface, text, muted, control, focus] = ['surface', 'text', 'muted', 'control', 'focus'].map((name) =>
    read(`--${name}`),
  );
  const danger = read('--danger-text');
  const ring = `0 0 0 1px ${focus}`;
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      ...(fontFamily && { fontFamily }),
      fontSizeBase: '16px',
      borderRadius: read('--radius'),
      colorPrimary: read('--primary'),
      accessibleColorOnColorPrimary: read('--on-primary'),
      ...(surface && { colorBackground: surface }),
      ...(text && { colorText: text }),
      ...(muted && { colorTextSecondary: muted, colorTextPlaceholder: muted }),
      colorDanger: danger,
    },
    rules: {
      '.Label': { fontSize: '14px', fontWeight: '500' },
      '.Input': { border: `1px solid ${control}`, boxShadow: 'none', padding: '11px 12px' },
      '.Input:focus': { borderColor: `${focus}`, boxShadow: ring, outline: 'none' },
      '.Input--invalid': { borderColor: danger, boxShadow: 'none' },
      '.Tab': { border: `1px solid ${control}`, boxShadow: 'none' },
      '.Tab--selected': { borderColor: read('--primary'), boxShadow: `0 0 0 1px ${read('--primary')}` },
    },
  };
}
