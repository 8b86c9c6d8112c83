/** Options for Stripe's form. Pure, so that a test can compare them with the server's charge. */
import type { Appearance, StripeElementLocale } from '@stripe/stripe-js';
import type { StripeMethods } from '#server/storefront/checkout/stripe-methods.ts';

export interface StripePayment {
  readonly amountMinor: number;
  readonly currency: string;
  /** Whether the method is saved for off-session charges of a subscription. */
  readonly savesMethod: boolean;
  /** The number of decimal places between our minor units and Stripe's. */
  readonly unitShift: number;
  /** The only payment method types to offer; null: all but the excluded ones. */
  readonly allowedTypes: readonly string[] | null;
  /** Payment method types that the server or the merchant does not accept. */
  readonly excludedTypes: readonly string[];
  /** Whether Stripe shows each wallet in browsers that have it. */
  readonly wallets: StripeMethods['wallets'];
}

/**
 * The mode of Stripe's form. The server creates the intent later, when the buyer pays. An amount of zero sets up a
 * method.
 */
export function paymentOptions(payment: StripePayment) {
  const { amountMinor, currency, savesMethod, unitShift, allowedTypes, excludedTypes } = payment;
  const types = allowedTypes
    ? { allowedPaymentMethodTypes: [...allowedTypes] }
    : { excludedPaymentMethodTypes: [...excludedTypes] };
  const common = { currency: currency.toLowerCase(), ...types };
  if (amountMinor === 0) return { mode: 'setup' as const, setupFutureUsage: 'off_session' as const, ...common };
  const amount = Math.round(amountMinor * 10 ** unitShift);
  return {
    mode: 'payment' as const,
    amount,
    setupFutureUsage: savesMethod ? ('off_session' as const) : null,
    ...common,
  };
}

/** Stripe locales with a region of their own. */
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

/** The Stripe locale for the page's locale. The form always has the page's language. */
export function stripeLocale(locale: string): StripeElementLocale {
  if (regional.includes(locale)) return locale as StripeElementLocale;
  return locale.split('-', 1)[0] as StripeElementLocale;
}

/** The page's theme for Stripe's form, from the current values of its CSS variables. */
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
