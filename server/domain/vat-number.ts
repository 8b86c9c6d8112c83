/** EU VAT numbers, checked offline by form and check digits. */
import * as loaded from 'jsvat-next';

// A CommonJS package: Node puts its exports behind `default`, a bundler does not.
const jsvat = 'checkVAT' in loaded ? loaded : (loaded as { default: typeof loaded }).default;

/** The countries with known number formats. */
export const euCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Greek numbers begin with EL, not with the country code. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);

const prefixes: ReadonlySet<string> = new Set([...euCountries, 'EL']);

/**
 * The official form of a VAT number of that EU country (`DE136695976`; Greek ones begin with EL), from input with or
 * without the prefix, spaces, dots and dashes; undefined if form or check digits are wrong.
 */
export function readVatNumber(country: string, typed: string): string | undefined {
  const rules = euCountries.has(country) && jsvat.countries.find(({ codes }) => codes[0] === country);
  if (!rules) return undefined;
  const prefix = prefixOf(country);
  const bare = typed.toUpperCase().replace(/[\s.,\-\u2010-\u2015_/]/g, '');
  const typedPrefix = bare.slice(0, 2);
  // Leading letters name a country. A number with another country's prefix needs its own prefix as well.
  const rest =
    typedPrefix === prefix || typedPrefix === country ? bare.slice(2) : prefixes.has(typedPrefix) ? undefined : bare;
  const number = `${prefix}${rest}`;
  if (rest === undefined || !jsvat.checkVAT(number, [rules]).isValid) return undefined;
  return country === 'FR' && !isFrench(rest) ? undefined : number;
}

const frenchDigits = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Newer French numbers have letters in their two check digits, which the package does not verify. */
function isFrench(number: string): boolean {
  const first = frenchDigits.indexOf(number.charAt(0));
  const second = frenchDigits.indexOf(number.charAt(1));
  if (first < 10 && second < 10) return true;
  const key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return first >= 0 && second >= 0 && (Number(number.slice(2)) + 1 + Math.floor(key / 11)) % 11 === key % 11;
}

/** Whether it is a VAT number of that EU country in any spacing. */
export const isEuVatNumber = (country: string, typed: string): boolean => readVatNumber(country, typed) !== undefined;

/**
 * Validates a buyer's tax id offline. EU business numbers have a form and check digits; all others are accepted as
 * given.
 */
export function checkTaxId(
  country: string,
  isBusiness: boolean,
  taxId: string | undefined,
): 'valid' | 'invalid' | 'unchecked' {
  if (!isBusiness || !taxId || !euCountries.has(country)) return 'unchecked';
  return isEuVatNumber(country, taxId) ? 'valid' : 'invalid';
}
