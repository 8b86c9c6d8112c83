import { describe, expect, test } from 'vitest';
import { checkTaxId, euCountries, readVatNumber } from './vat-number.ts';

/** One or more real forms of every country's numbers. */
const numbers: Readonly<Record<string, readonly string[]>> = {
  AT: ['ATU13585627', 'ATU10223006'],
  BE: ['BE0428759497', 'BE1000000021'],
  BG: ['BG175074752', 'BG7523169263'],
  CY: ['CY10259033P'],
  CZ: ['CZ25123891', 'CZ640903926', 'CZ7103192745'],
  DE: ['DE136695976'],
  DK: ['DK88146328'],
  EE: ['EE100931558'],
  ES: ['ESA13585625', 'ESB58378431', 'ES54362315K', 'ESX2482300W'],
  FI: ['FI20774740'],
  FR: ['FR40303265045', 'FR83404833048', 'FRK7399859412', 'FR4Z123456782'],
  GR: ['EL094259216', 'EL040127797'],
  HR: ['HR33392005961'],
  HU: ['HU12892312'],
  IE: ['IE6433435F', 'IE6433435OA', 'IE8D79739I'],
  IT: ['IT00743110157'],
  LT: ['LT119511515', 'LT100001919017'],
  LU: ['LU15027442'],
  LV: ['LV40003521600'],
  MT: ['MT11679112'],
  NL: ['NL004495445B01', 'NL000099998B57'],
  PL: ['PL8567346215'],
  PT: ['PT501964843'],
  RO: ['RO18547290'],
  SE: ['SE123456789701'],
  SI: ['SI50223054'],
  SK: ['SK2022749619'],
};

test('covers every country of the EU', () => {
  expect(Object.keys(numbers).sort()).toEqual([...euCountries].sort());
  expect(euCountries.size).toBe(27);
});

describe.each(Object.entries(numbers).flatMap(([country, list]) => list.map((number) => [country, number] as const)))(
  '%s: %s',
  (country, number) => {
    test.each([
      ['as it is written officially', number],
      ['without the country', number.slice(2)],
      ['in small letters with spaces', `${number.slice(0, 2)} ${number.slice(2, 5)} ${number.slice(5)}`.toLowerCase()],
      ['with dots and dashes', `${number.slice(0, 2)}.${number.slice(2, 5)}-${number.slice(5)} `],
    ])('%s', (_, typed) => {
      expect(readVatNumber(country, typed)).toBe(number);
    });

    test('rarely passes with another digit', () => {
      const changed = [...number].flatMap((character, index) =>
        /\d/.test(character)
          ? [...'0123456789']
              .filter((other) => other !== character)
              .map((other) => number.slice(0, index) + other + number.slice(index + 1))
          : [],
      );
      // The last digits of Dutch and Swedish numbers count branches and are not checked.
      const accepted = changed.filter((typed) => readVatNumber(country, typed) !== undefined);
      expect(accepted.length / changed.length).toBeLessThan(0.3);
    });
  },
);

test('Greek numbers may begin with the country’s code as well', () => {
  expect(readVatNumber('GR', 'GR 040127797')).toBe('EL040127797');
  expect(readVatNumber('GR', '040127797')).toBe('EL040127797');
});

test.each([
  ['DE', 'DE136695977'],
  ['FR', 'DE136695976'],
  ['DE', 'FR40303265045'],
  ['DE', ''],
  ['DE', 'hello'],
  ['DE', 'DEDE136695976'],
  ['CH', 'CHE113690319MWST'],
  ['GB', 'GB123456789'],
])('%s: %j is invalid', (country, typed) => {
  expect(readVatNumber(country, typed)).toBeUndefined();
});

test.each([
  ['DE', true, '136 695 976', 'valid'],
  ['DE', true, 'DE136695977', 'invalid'],
  ['DE', true, '', 'unchecked'],
  ['DE', true, undefined, 'unchecked'],
  ['DE', false, 'DE136695977', 'unchecked'],
  ['US', true, '12-3456789', 'unchecked'],
  ['CH', true, 'nothing of the kind', 'unchecked'],
] as const)('a tax id from %s (business: %s), %j: %s', (country, isBusiness, taxId, expected) => {
  expect(checkTaxId(country, isBusiness, taxId)).toBe(expected);
});
