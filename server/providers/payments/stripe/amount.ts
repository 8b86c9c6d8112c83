/**
 * Our amounts in Stripe's units. Both count minor units but disagree on some currencies; see docs.stripe.com/currencies
 * ("Zero-decimal currencies", "Three-decimal currencies", "Special cases").
 */
import { currencyExponent } from '#server/domain/currencies.ts';

/** The decimals of Stripe's amounts, where not two. */
const stripeExponents: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map(
      (currency) => [currency, 0],
    ),
  ),
  ...Object.fromEntries(['BHD', 'JOD', 'KWD', 'OMR', 'TND'].map((currency) => [currency, 3])),
  // ISO 4217 has no decimals any more; Stripe still counts hundredths.
  ISK: 2,
  UGX: 2,
};

/** Three decimals, of which the networks accept two. */
const lastDigitZero: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/**
 * How many places the decimal point moves from our minor units to Stripe's: 0 for most currencies, 2 for ISK and UGX,
 * -2 for MGA. Undefined for a currency that Stripe does not support (its decimals are neither Stripe's default nor
 * listed).
 */
export function stripeShift(currency: string): number | undefined {
  const ourExponent = currencyExponent(currency);
  const stripeExponent = stripeExponents[currency] ?? 2;
  if (ourExponent === undefined) return undefined;
  return ourExponent === stripeExponent || stripeExponents[currency] !== undefined
    ? stripeExponent - ourExponent
    : undefined;
}

/** Stripe's amount in our minor units; undefined if it is not a whole number of them. */
export function fromStripeAmount(amount: number, currency: string): number | undefined {
  const shift = stripeShift(currency);
  if (shift === undefined) return undefined;
  const amountMinor = shift < 0 ? amount * 10 ** -shift : amount / 10 ** shift;
  return Number.isSafeInteger(amountMinor) ? amountMinor : undefined;
}

/** The amount in Stripe's units; undefined if it cannot be charged exactly. */
export function toStripeAmount(amountMinor: number, currency: string): number | undefined {
  const shift = stripeShift(currency);
  if (shift === undefined) return undefined;
  const amount = shift < 0 ? amountMinor / 10 ** -shift : amountMinor * 10 ** shift;
  if (!Number.isSafeInteger(amount)) return undefined;
  return lastDigitZero.has(currency) && amount % 10 !== 0 ? undefined : amount;
}
