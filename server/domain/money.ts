/**
 * Money is an integer count of a currency's minor unit. Only this module converts it from and to display strings. No
 * floating point arithmetic: display strings are split and joined as text.
 */
import { LRUCache } from 'lru-cache';
import { currencyExponent } from './currencies.ts';

/** The maximum amount in minor units: far above any price, far below the loss of integer precision. */
export const maxAmountMinor = 999_999_999_999;

/** The currency's exponent. Throws a RangeError for an unknown code: input validation rejects those earlier. */
function exponentOf(currency: string): number {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) throw new RangeError(`Not a currency: ${currency}`);
  return exponent;
}

/** The message for an invalid amount. */
export const invalidAmount = 'Invalid amount';

/**
 * Parses an amount of the API: an integer is minor units, a string is display format ("29.00", "4500"). Undefined if it
 * is not positive, has too many decimals for the currency, or is out of bounds.
 */
export function parseAmount(value: unknown, currency: string): number | undefined {
  const amountMinor = typeof value === 'string' ? parseDisplay(value, currency) : value;
  if (typeof amountMinor !== 'number' || !Number.isSafeInteger(amountMinor)) return undefined;
  return amountMinor > 0 && amountMinor <= maxAmountMinor ? amountMinor : undefined;
}

/** Minor units from a display string; undefined if it is not a plain decimal that fits the currency's exponent. */
function parseDisplay(text: string, currency: string): number | undefined {
  const exponent = exponentOf(currency);
  const match = /^(\d{1,15})(?:\.(\d{1,4}))?$/.exec(text);
  if (!match) return undefined;
  const decimals = match[2] ?? '';
  if (decimals.length > exponent) return undefined;
  return Number(`${match[1]}${decimals.padEnd(exponent, '0')}`);
}

/**
 * The display string with the currency's full exponent: 2900 USD is "29.00", 4500 JPY "4500", 1500 KWD "1.500". Sums
 * that exceed a number's precision are bigints.
 */
export function formatAmount(amountMinor: number | bigint, currency: string): string {
  const exponent = exponentOf(currency);
  const sign = amountMinor < 0 ? '-' : '';
  const text = String(amountMinor < 0 ? -amountMinor : amountMinor).padStart(exponent + 1, '0');
  if (exponent === 0) return `${sign}${text}`;
  return `${sign}${text.slice(0, -exponent)}.${text.slice(-exponent)}`;
}

/** From right to left, "US$" would be shown as "$US", because its last character has no direction of its own. */
const endingSign = /(?<=^\u200f.*)\p{L}\p{Sc}$/u;
const leftToRight = '\u200e';

/** Creating a format costs more than formatting a hundred amounts. */
const moneyFormats = new LRUCache<string, Intl.NumberFormat, { readonly currency: string; readonly locale: string }>({
  max: 1000,
  memoMethod: (_name, _stale, { context: { currency, locale } }) => {
    const exponent = exponentOf(currency);
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: exponent,
      maximumFractionDigits: exponent,
    });
  },
});

/**
 * The amount in the reader's language with the currency's sign: "$29.00", "29,00 €". Intl gets the decimal text, so
 * nothing is rounded.
 */
export function formatMoney(amountMinor: number | bigint, currency: string, locale = 'en'): string {
  const format = moneyFormats.memo(`${locale} ${currency}`, { context: { currency, locale } });
  const text = format.format(formatAmount(amountMinor, currency) as Intl.StringNumericLiteral);
  return text.replace(endingSign, `$&${leftToRight}`);
}

/** The same from a display string: "$29.00" from "29.00"; "29.00 XYZ" with the code if it is not a valid amount. */
export function formatDisplayed(amount: string, currency: string): string {
  const amountMinor = currencyExponent(currency) === undefined ? undefined : parseDisplay(amount, currency);
  return amountMinor === undefined ? `${amount} ${currency}`.trim() : formatMoney(amountMinor, currency);
}
