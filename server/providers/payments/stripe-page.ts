/** What a buyer's page needs for Stripe's payment form. */
import type { Settings } from '#server/platform/settings.ts';
import { stripeShift } from './stripe/amount.ts';
import { excludedTypes } from './stripe/intents.ts';

/** For the page's script. Contains no secrets. */
export interface StripePage {
  readonly publishableKey: string;
  /** How many places the decimal point moves from our minor units to Stripe's: 0, 2 or -2. */
  readonly unitShift: number;
  readonly excludedTypes: readonly string[];
}

/** Null if Stripe is not configured or does not know the currency, so that the page cannot be paid. */
export function stripePage({ stripe }: Pick<Settings, 'stripe'>, currency: string): StripePage | null {
  const unitShift = stripeShift(currency);
  if (!stripe || unitShift === undefined) return null;
  return { publishableKey: stripe.publishableKey, unitShift, excludedTypes };
}

/**
 * Additional sources of the Content-Security-Policy, only for pages with Stripe's form.
 * (docs.stripe.com/security/guide, "Content security policy": Stripe.js, and Link within it)
 */
export const stripeSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://link.com',
    'https://*.link.com',
  ],
  connect: ['https://api.stripe.com', 'https://link.com', 'https://*.link.com'],
  image: ['https://*.stripe.com', 'https://*.link.com'],
} as const;
