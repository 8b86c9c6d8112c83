/** What a buyer's page needs where Stripe takes the payment: its form, and leave to show it. */
import type { Settings } from '#server/platform/settings.ts';
import { stripeShift } from './stripe/amount.ts';
import { excludedTypes } from './stripe/intents.ts';

/** For the page's script. Nothing secret. */
export interface StripePage {
  readonly publishableKey: string;
  /** By how many places the comma moves from our minor units to Stripe's: 0, 2 or -2. */
  readonly unitShift: number;
  readonly excludedTypes: readonly string[];
}

/** Null where Stripe is not set up, or does not know the currency: then it cannot be paid there. */
export function stripePage({ stripe }: Pick<Settings, 'stripe'>, currency: string): StripePage | null {
  const unitShift = stripeShift(currency);
  if (!stripe || unitShift === undefined) return null;
  return { publishableKey: stripe.publishableKey, unitShift, excludedTypes };
}

/**
 * Further sources for the page's Content-Security-Policy, only where Stripe's form is on it.
 * (docs.stripe.com/security/guide, "Content security policy": Stripe.js, and Link within it.)
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
