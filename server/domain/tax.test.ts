import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountsOf, formatTax, withTax } from './amounts.ts';
import { countryCodes, regions } from './regions.ts';
import { taxFor } from './tax.ts';
import { millionths } from './tax-rates.ts';

const now = new Date('2026-11-21T12:00:00Z');
const person = (country: string, state?: string) => ({ country, state, isBusiness: false });

test.each([
  ['DE', undefined, 190_000, 'VAT'],
  ['FR', undefined, 200_000, 'VAT'],
  ['FI', undefined, 255_000, 'VAT'],
  ['CH', undefined, 81_000, 'VAT'],
  ['SG', undefined, 90_000, 'GST'],
  ['AU', undefined, 100_000, 'GST'],
  // The federal 5 % stand alone, are part of a harmonized tax, or stand beside a tax of the province's.
  ['CA', 'AB', 50_000, 'GST'],
  ['CA', 'YT', 50_000, 'GST'],
  ['CA', 'ON', 130_000, 'HST'],
  ['CA', 'NB', 150_000, 'HST'],
  ['CA', 'NS', 140_000, 'HST'],
  ['CA', 'BC', 120_000, 'GST + PST'],
  ['CA', 'SK', 110_000, 'GST + PST'],
  ['CA', 'QC', 149_750, 'GST + QST'],
  ['US', 'NY', 40_000, 'Sales tax'],
  ['US', 'MN', 68_750, 'Sales tax'],
  ['US', 'OR', 0, null],
  ['US', 'AE', 0, null],
  ['AF', undefined, 0, null],
])('%s %s: %i millionths of %s', (country, state, rateMillionths, name) => {
  expect(taxFor(person(country, state), now)).toEqual({ rateMillionths, name, reverseCharge: false });
});

test.each([
  ['LI', undefined, 81_000],
  ['TH', undefined, 70_000],
  ['KW', undefined, 0],
  ['US', 'NJ', 66_250],
  ['US', 'CA', 72_500],
])('our own table wins over the package: %s %s', (country, state, rateMillionths) => {
  expect(taxFor(person(country, state), now).rateMillionths).toBe(rateMillionths);
});

test.each([
  ['DE', undefined, '2020-10-01', 160_000],
  ['DE', undefined, '2020-06-01', 190_000],
  ['EE', undefined, '2023-06-01', 200_000],
  ['EE', undefined, '2024-06-01', 220_000],
  ['EE', undefined, '2025-08-01', 240_000],
  ['CA', 'NS', '2025-03-31', 150_000],
  ['RU', undefined, '2025-12-31', 200_000],
  ['RU', undefined, '2026-01-01', 220_000],
])('the rate of the day: %s %s on %s', (country, state, day, rateMillionths) => {
  expect(taxFor(person(country, state), new Date(`${day}T12:00:00Z`)).rateMillionths).toBe(rateMillionths);
});

test('every place that can be chosen has a rate below 100 %', () => {
  for (const country of countryCodes) {
    for (const state of [undefined, ...Object.keys(regions[country] ?? {})]) {
      const { rateMillionths, name } = taxFor(person(country, state), now);
      expect(Number.isInteger(rateMillionths) && rateMillionths >= 0 && rateMillionths < 1_000_000).toBe(true);
      expect(name === null).toBe(rateMillionths === 0);
    }
  }
});

test('rates are read off their text, digit by digit', () => {
  expect(['0', '0.1', '0.09975', '0.000001', '1'].map(millionths)).toEqual([0, 100_000, 99_750, 1, 1_000_000]);
  for (const text of ['0.0000001', '-0.1', '19', '', '1e-7']) expect(() => millionths(text)).toThrow(RangeError);
});

describe('reverse charge', () => {
  const business = (country: string, taxId?: string) => ({ country, isBusiness: true, taxId });

  test.each([
    ['DE', 'DE136695976'],
    ['DE', 'de 136 695 976'],
    ['GR', 'EL040127797'],
    ['AT', 'ATU10223006'],
    ['NL', 'NL010000446B01'],
  ])('a business in %s with %s owes the tax itself', (country, taxId) => {
    expect(taxFor(business(country, taxId), now)).toEqual({ rateMillionths: 0, name: 'VAT', reverseCharge: true });
  });

  test.each([
    ['a wrong check digit', business('DE', 'DE136695977')],
    ['another country’s number', business('FR', 'DE136695976')],
    ['no number', business('DE')],
    ['a person with a number', { ...business('DE', 'DE136695976'), isBusiness: false }],
    ['a number outside the EU', business('CH', 'CHE113690319MWST')],
    ['no VAT number at all', business('DE', 'hello')],
  ])('not with %s', (_, detail) => {
    const { reverseCharge, rateMillionths } = taxFor(detail, now);
    expect(reverseCharge).toBe(false);
    expect(rateMillionths).toBeGreaterThan(0);
  });
});

describe('amounts', () => {
  const germany = person('DE');

  test.each([
    [{ amountMinor: 2900, taxIncluded: false }, germany, 2900, 551, 3451],
    [{ amountMinor: 2900, taxIncluded: true }, germany, 2437, 463, 2900],
    // 4.5 rounds up.
    [{ amountMinor: 50, taxIncluded: false }, person('IL'), 50, 9, 59],
    [{ amountMinor: 50, taxIncluded: false }, person('SG'), 50, 5, 55],
    [{ amountMinor: 2900, taxIncluded: false }, null, 2900, 0, 2900],
    [{ amountMinor: 0, taxIncluded: false }, germany, 0, 0, 0],
  ])('%j in %j', (price, billing, subtotalMinor, taxMinor, totalMinor) => {
    expect(amountsOf(price, billing, now)).toMatchObject({ subtotalMinor, taxMinor, totalMinor });
  });

  const anyAmount = fc.integer({ min: 0, max: 999_999_999_999 });
  const anyRate = fc.integer({ min: 0, max: 400_000 });
  const taxOf = (rateMillionths: number) => ({ rateMillionths, name: 'VAT', reverseCharge: false });

  test('tax on top: the price is the subtotal, and the tax is within half a unit of exact', () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (amountMinor, rate) => {
        const amounts = withTax({ amountMinor, taxIncluded: false }, taxOf(rate));
        expect(amounts.subtotalMinor).toBe(amountMinor);
        expect(amounts.subtotalMinor + amounts.taxMinor).toBe(amounts.totalMinor);
        const twiceOff = 2n * (BigInt(amounts.taxMinor) * 1_000_000n - BigInt(amountMinor) * BigInt(rate));
        expect(twiceOff > -1_000_000n && twiceOff <= 1_000_000n).toBe(true);
      }),
    );
  });

  test('tax included: the price is the total, and the tax is within half a unit of the part contained', () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (amountMinor, rate) => {
        const amounts = withTax({ amountMinor, taxIncluded: true }, taxOf(rate));
        expect(amounts.totalMinor).toBe(amountMinor);
        expect(amounts.subtotalMinor + amounts.taxMinor).toBe(amounts.totalMinor);
        const whole = 1_000_000n + BigInt(rate);
        const twiceOff = 2n * (BigInt(amounts.taxMinor) * whole - BigInt(amountMinor) * BigInt(rate));
        expect(twiceOff > -whole && twiceOff <= whole).toBe(true);
      }),
    );
  });

  test('named as a receipt names it', () => {
    const price = { amountMinor: 2900, taxIncluded: false };
    const named = (billing: Parameters<typeof amountsOf>[1]) => formatTax(amountsOf(price, billing, now));
    expect(named(germany)).toBe('VAT 19%');
    expect(named(person('CA', 'QC'))).toBe('GST + QST 14.975%');
    expect(named(person('FI'))).toBe('VAT 25.5%');
    expect(named(person('CA', 'AB'))).toBe('GST 5%');
    expect(named({ country: 'DE', isBusiness: true, taxId: 'DE136695976' })).toBe('VAT, reverse charge');
    expect(named(person('US', 'OR'))).toBe('Tax');
    expect(named(null)).toBe('Tax');
  });
});
