/** The currency of each country, from ISO 4217's list of countries. */
import currencyCodes from 'currency-codes';
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { currencies } from './currencies.ts';

// The package's main module loads the names in 80 languages.
countries.registerLocale(english);

/** Countries with other names in ISO 4217 than in ISO 3166. */
const exceptions: Readonly<Record<string, string>> = {
  CC: 'AUD',
  CV: 'CVE',
  FK: 'FKP',
  FM: 'USD',
  GB: 'GBP',
  KR: 'KRW',
  LA: 'LAK',
  MD: 'MDL',
  MF: 'EUR',
  PS: 'ILS',
  SH: 'SHP',
  SX: 'XCG',
  TR: 'TRY',
  TZ: 'TZS',
  VA: 'EUR',
  VG: 'USD',
  VI: 'USD',
  VN: 'VND',
};

const byCountry: ReadonlyMap<string, string> = new Map([
  ...currencyCodes.data
    .filter(({ code }) => currencies.includes(code))
    .flatMap(({ code, countries: names }) =>
      names.flatMap((name): [string, string][] => {
        const country = countries.getSimpleAlpha2Code(name.replace(/ \(.*\)$/, ''), 'en');
        return country === undefined ? [] : [[country, code]];
      }),
    ),
  ...Object.entries(exceptions),
]);

/** The currency of a country (ISO 3166-1 alpha-2); undefined if it has none of its own or is unknown. */
export const currencyOfCountry = (country: string): string | undefined => byCountry.get(country);
