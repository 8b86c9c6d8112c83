/** The currencies that can be charged, with their ISO 4217 exponents, from the `currency-codes` package. */
import currencyCodes from 'currency-codes';

/** Codes that came into force after the package's last release (ISO 4217 amendments 176 and 177). */
const later: Readonly<Record<string, number>> = { XCG: 2, ZWG: 2 };

/** Metals, bond units and test codes have no country; the package lists them under `Zz…`. */
const isMoney = (countries: readonly string[]): boolean => !countries.some((country) => country.startsWith('Zz'));

const exponents: ReadonlyMap<string, number> = new Map([
  ...currencyCodes.data
    .filter(({ countries }) => isMoney(countries))
    .map(({ code, digits }) => [code, digits] as const),
  ...Object.entries(later),
]);

/** Units of account and funds have ISO 4217 codes, but no card is charged in them. */
const notCharged = new Set('BOV CHE CHW CLF COU MXV USN UYI UYW XDR XSU XUA'.split(' '));

/** The chargeable currency codes in alphabetical order. */
export const currencies: readonly string[] = [...exponents.keys()].filter((code) => !notCharged.has(code)).sort();

/** The decimals of the currency's minor unit (JPY 0, USD 2, KWD 3); undefined: not a currency. */
export const currencyExponent = (currency: string): number | undefined => exponents.get(currency);
