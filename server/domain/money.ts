/**
 * Money is an integer count of a currency's minor unit. This module is the only way between that integer and what
 * people read and type. No floating point arithmetic: display strings are taken apart and put together as text.
 */
import { currencyExponent } from './currencies.ts';

/** The most that one amount may be, in minor units: far above any price, far below where integers lose exactness. */
export const maxAmountMinor = 999_999_999_999;

/** The currency's exponent. Throws a RangeError for a code that is no currency: it was validated on the way in. */
function exponentOf(currency: string): number {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) throw new RangeError(`Not a currency: ${currency}`);
  return exponent;
}

/** The sentence for what is no amount. */
export const invalidAmount = 'Invalid amount';

/**
 * Reads an amount as the API takes it: a JSON integer is minor units, a string is display format ("29.00", "4500").
 * Undefined when it is not greater than zero, has more decimals than the currency, or is out of bounds.
 */
export function parseAmount(value: unknown, currency: string): number | undefined {
  const amountMinor = typeof value === 'string' ? parseDisplay(value, currency) : value;
  if (typeof amountMinor !== 'number' || !Number.isSafeInteger(amountMinor)) return undefined;
  return amountMinor > 0 && amountMinor <= maxAmountMinor ? amountMinor : undefined;
}

/** Minor units from a display string; undefined when it is not a plain decimal that fits the currency's exponent. */
function parseDisplay(text: string, currency: string): number | undefined {
  const exponent = exponentOf(currency);
  const match = /^(\d{1,15})(?:\.(\d{1,4}))?$/.exec(text);
  if (!match) return undefined;
  const decimals = match[2] ?? '';
  if (decimals.length > exponent) return undefined;
  return Number(`${match[1]}${decimals.padEnd(exponent, '0')}`);
}

/**
 * The display string with the currency's full exponent: 2900 USD is "29.00", 4500 JPY "4500", 1500 KWD "1.500". Sums of
 * many amounts may be more than a number holds exactly; they come as a bigint.
 */
export function formatAmount(amountMinor: number | bigint, currency: string): string {
  const exponent = exponentOf(currency);
  const sign = amountMinor < 0 ? '-' : '';
  const text = String(amountMinor < 0 ? -amountMinor : amountMinor).padStart(exponent + 1, '0');
  if (exponent === 0) return `${sign}${text}`;
  return `${sign}${text.slice(0, -exponent)}.${text.slice(-exponent)}`;
}

/** From right to left, "US$" would be shown as "$US": its last sign belongs to no direction by itself. */
const endingSign = /(?<=^\u200f.*)\p{L}\p{Sc}$/u;
const leftToRight = '\u200e';

/** To make one takes longer than to format a hundred amounts with it. */
const moneyFormats = new Map<string, Intl.NumberFormat>();
const maxMoneyFormats = 1000;

function moneyFormat(currency: string, locale: string): Intl.NumberFormat {
  const name = `${locale} ${currency}`;
  const known = moneyFormats.get(name);
  if (known) return known;
  const exponent = exponentOf(currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
  if (moneyFormats.size >= maxMoneyFormats) moneyFormats.clear();
  moneyFormats.set(name, format);
  return format;
}

/**
 * The amount as a person reads it in their language, with the currency's sign: "$29.00", "29,00 €".
 * The string form is handed to Intl, which takes decimals as text, so nothing is rounded on the way.
 */
export function formatMoney(amountMinor: number | bigint, currency: string, locale = 'en'): string {
  const text = moneyFormat(currency, locale).format(formatAmount(amountMinor, currency) as Intl.StringNumericLiteral);
  return text.replace(endingSign, `$&${leftToRight}`);
}

/** The same from a display string: "$29.00" from "29.00"; with its code, "29.00 XYZ", where it is no such amount. */
export function formatDisplayed(amount: string, currency: string): string {
  const amountMinor = currencyExponent(currency) === undefined ? undefined : parseDisplay(amount, currency);
  return amountMinor === undefined ? `${amount} ${currency}`.trim() : formatMoney(amountMinor, currency);
}
