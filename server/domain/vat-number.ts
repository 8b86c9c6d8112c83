/** VAT numbers of the European Union's countries, checked without asking anybody: form and check digits. */
import * as loaded from 'jsvat-next';

// A CommonJS package: Node puts what it exports behind `default`, a bundler puts it beside.
const jsvat = 'checkVAT' in loaded ? loaded : (loaded as { default: typeof loaded }).default;

/** The countries whose numbers are known here. */
export const euCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Greece's numbers begin with EL, not with its country code. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);

const prefixes: ReadonlySet<string> = new Set([...euCountries, 'EL']);

/**
 * A VAT number of that country of the EU as it is written officially (`DE136695976`, Greece's begin with EL), from one
 * with or without the country in front, with spaces, dots and dashes; undefined where form or check digits are wrong.
 */
export function readVatNumber(country: string, typed: string): string | undefined {
  const rules = euCountries.has(country) && jsvat.countries.find(({ codes }) => codes[0] === country);
  if (!rules) return undefined;
  const prefix = prefixOf(country);
  const bare = typed.toUpperCase().replace(/[\s.,\-\u2010-\u2015_/]/g, '');
  const given = bare.slice(0, 2);
  // Letters in front name a country: what begins with another's is not this one's without its own.
  const rest = given === prefix || given === country ? bare.slice(2) : prefixes.has(given) ? undefined : bare;
  const number = `${prefix}${rest}`;
  if (rest === undefined || !jsvat.checkVAT(number, [rules]).isValid) return undefined;
  return country === 'FR' && !isFrench(rest) ? undefined : number;
}

const frenchDigits = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** France's newer numbers have letters in their two check digits, which the package takes as they come. */
function isFrench(number: string): boolean {
  const first = frenchDigits.indexOf(number.charAt(0));
  const second = frenchDigits.indexOf(number.charAt(1));
  if (first < 10 && second < 10) return true;
  const key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return first >= 0 && second >= 0 && (Number(number.slice(2)) + 1 + Math.floor(key / 11)) % 11 === key % 11;
}

/** Whether it is a VAT number of that country of the EU, however it is spaced. */
export const isEuVatNumber = (country: string, typed: string): boolean => readVatNumber(country, typed) !== undefined;

/**
 * What can be said of a buyer's tax id without asking anybody: that of a business in the EU has a form and a checksum;
 * every other is taken as it is.
 */
export function checkTaxId(
  country: string,
  isBusiness: boolean,
  taxId: string | undefined,
): 'valid' | 'invalid' | 'unchecked' {
  if (!isBusiness || !taxId || !euCountries.has(country)) return 'unchecked';
  return isEuVatNumber(country, taxId) ? 'valid' : 'invalid';
}
