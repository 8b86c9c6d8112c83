/**
 * Our amounts in Stripe's units. Both count minor units, but do not agree on every currency's: these are Stripe's words
 * at docs.stripe.com/currencies ("Zero-decimal currencies", "Three-decimal currencies", "Special cases").
 */
import { currencyExponent } from '#server/domain/currencies.ts';

/** How many decimals Stripe's amounts have, where that is not two. */
const stripeExponents: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map(
      (currency) => [currency, 0],
    ),
  ),
  ...Object.fromEntries(['BHD', 'JOD', 'KWD', 'OMR', 'TND'].map((currency) => [currency, 3])),
  // Without decimals by now, and by Stripe counted in hundredths as before.
  ISK: 2,
  UGX: 2,
};

/** Three decimals, of which the networks take two. */
const lastDigitZero: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/**
 * By how many places a comma moves from our minor units to Stripe's: 0 almost everywhere, 2 for ISK and UGX, -2 for MGA.
 * Undefined for a currency that Stripe has no unit for (its decimals are neither Stripe's default nor in its lists).
 */
export function stripeShift(currency: string): number | undefined {
  const ours = currencyExponent(currency);
  const theirs = stripeExponents[currency] ?? 2;
  if (ours === undefined) return undefined;
  return ours === theirs || stripeExponents[currency] !== undefined ? theirs - ours : undefined;
}

/** What Stripe counts so, in our minor units; undefined where it is no whole number of them. */
export function fromStripeAmount(amount: number, currency: string): number | undefined {
  const shift = stripeShift(currency);
  if (shift === undefined) return undefined;
  const amountMinor = shift < 0 ? amount * 10 ** -shift : amount / 10 ** shift;
  return Number.isSafeInteger(amountMinor) ? amountMinor : undefined;
}

/** The amount as Stripe counts it; undefined where it cannot be charged exactly. */
export function toStripeAmount(amountMinor: number, currency: string): number | undefined {
  const shift = stripeShift(currency);
  if (shift === undefined) return undefined;
  const amount = shift < 0 ? amountMinor / 10 ** -shift : amountMinor * 10 ** shift;
  if (!Number.isSafeInteger(amount)) return undefined;
  return lastDigitZero.has(currency) && amount % 10 !== 0 ? undefined : amount;
}
