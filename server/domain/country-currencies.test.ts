import { expect, test } from 'vitest';
import { currencyOfCountry } from './country-currencies.ts';
import { countryCodes } from './regions.ts';

test.each([
  ['US', 'USD'],
  ['DE', 'EUR'],
  ['GB', 'GBP'],
  ['JP', 'JPY'],
  ['CH', 'CHF'],
  ['CN', 'CNY'],
  ['HK', 'HKD'],
  ['KR', 'KRW'],
  ['MX', 'MXN'],
  ['TR', 'TRY'],
  ['ZZ', undefined],
])('the currency of %s is %s', (country, currency) => {
  expect(currencyOfCountry(country)).toBe(currency);
});

test('knows the currency of nearly every country', () => {
  const unknown = [...countryCodes].filter((country) => currencyOfCountry(country) === undefined);
  expect(unknown.toSorted()).toEqual(['AQ', 'CD', 'GS', 'KP']);
});
