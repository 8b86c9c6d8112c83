/** VAT numbers of the European Union's countries, checked without asking anybody: form and check digits. */
import * as loaded from 'jsvat-next';

// A CommonJS package: Node puts what it exports behind `default`, a bundler puts it beside.
const jsvat = 'checkVAT' in loaded ? loaded : (loaded as { default: typeof loaded }).default;

const euCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Whether it is a VAT number of that country of the EU (`DE136695976`, Greece's begin with EL), in any spacing. */
export function isEuVatNumber(country: string, number: string): boolean {
  if (!euCountries.has(country)) return false;
  const rules = jsvat.countries.find(({ codes }) => codes[0] === country);
  return rules !== undefined && jsvat.checkVAT(number, [rules]).isValid;
}
