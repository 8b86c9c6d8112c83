import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountsOf, formatTax, withTax } from './amounts.ts';
import { millionths, reverseChargeOf, type Sale, type Tax, type TaxProvider } from './tax.ts';

const now = new Date('2026-11-21T12:00:00Z');
const taxOf = (rateMillionths: number, name: string | null = 'VAT'): Tax => ({
  rateMillionths,
  name,
  reverseCharge: false,
});

test.each([
  [{ amountMinor: 2900, taxIncluded: false }, taxOf(190_000), 2900, 551, 3451],
  [{ amountMinor: 2900, taxIncluded: true }, taxOf(190_000), 2437, 463, 2900],
  // 4.5 rounds up.
  [{ amountMinor: 50, taxIncluded: false }, taxOf(90_000), 50, 5, 55],
  [
    { amountMinor: 999_999_999_999, taxIncluded: false },
    taxOf(270_000),
    999_999_999_999,
    270_000_000_000,
    1_269_999_999_999,
  ],
  [{ amountMinor: 2900, taxIncluded: false }, null, 2900, 0, 2900],
  [{ amountMinor: 0, taxIncluded: false }, taxOf(190_000), 0, 0, 0],
  [{ amountMinor: 2900, taxIncluded: true }, reverseChargeOf(taxOf(190_000)), 2900, 0, 2900],
])('%j with %j', (price, tax, subtotalMinor, taxMinor, totalMinor) => {
  expect(withTax(price, tax)).toMatchObject({ subtotalMinor, taxMinor, totalMinor });
});

describe('for any price and rate', () => {
  const anyAmount = fc.integer({ min: 0, max: 999_999_999_999 });
  const anyRate = fc.integer({ min: 0, max: 1_000_000 });

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

  test('adding tax to a price and extracting it again differ by at most one unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 499_999_999_999 }), anyRate, (amountMinor, rate) => {
        const onTop = withTax({ amountMinor, taxIncluded: false }, taxOf(rate));
        const included = withTax({ amountMinor: onTop.totalMinor, taxIncluded: true }, taxOf(rate));
        expect(Math.abs(included.taxMinor - onTop.taxMinor)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('a higher price or rate never has less tax, and no amount is negative or fractional', () => {
    fc.assert(
      fc.property(anyAmount, anyRate, fc.boolean(), (amountMinor, rate, taxIncluded) => {
        const amounts = withTax({ amountMinor, taxIncluded }, taxOf(rate));
        for (const amount of [amounts.subtotalMinor, amounts.taxMinor, amounts.totalMinor]) {
          expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
        }
        const dearer = withTax({ amountMinor: amountMinor + 1, taxIncluded }, taxOf(rate));
        const higher = withTax({ amountMinor, taxIncluded }, taxOf(Math.min(rate + 1, 1_000_000)));
        expect(dearer.taxMinor).toBeGreaterThanOrEqual(amounts.taxMinor);
        expect(higher.taxMinor).toBeGreaterThanOrEqual(amounts.taxMinor);
      }),
    );
  });

  test('reads rates digit by digit from their text', () => {
    fc.assert(
      fc.property(anyRate, (rate) => {
        const digits = String(rate).padStart(7, '0');
        expect(millionths(`${digits.slice(0, 1)}.${digits.slice(1)}`)).toBe(rate);
      }),
    );
    expect(['0', '0.1', '0.09975', '0.000001', '1'].map(millionths)).toEqual([0, 100_000, 99_750, 1, 1_000_000]);
    for (const text of ['0.0000001', '-0.1', '19', '', '1e-7', ' 0.1', '0,1']) {
      expect(() => millionths(text)).toThrow(RangeError);
    }
  });
});

test('asks the provider about a sale only once the buyer is known', () => {
  const sales: Sale[] = [];
  const provider: TaxProvider = {
    name: 'listening',
    taxFor(sale) {
      sales.push(sale);
      return taxOf(100_000);
    },
  };
  const price = { amountMinor: 1000, taxIncluded: false, taxCategory: 'ebook' } as const;
  const billing = { country: 'DE', isBusiness: false };
  expect(amountsOf(price, billing, now, provider)).toMatchObject({ taxMinor: 100, taxName: 'VAT' });
  expect(amountsOf(price, null, now, provider)).toMatchObject({ taxMinor: 0, taxName: null, taxRateMillionths: 0 });
  expect(sales).toEqual([{ billing, taxCategory: 'ebook', now }]);
});

test.each([
  [taxOf(190_000), 'VAT 19%'],
  [taxOf(149_750, 'GST + QST'), 'GST + QST 14.975%'],
  [taxOf(255_000), 'VAT 25.5%'],
  [taxOf(50_000, 'GST'), 'GST 5%'],
  [reverseChargeOf(taxOf(190_000)), 'VAT, reverse charge'],
  [reverseChargeOf(taxOf(0, null)), 'VAT, reverse charge'],
  [taxOf(0, null), 'Tax'],
  [null, 'Tax'],
])('%j is named %s', (tax, expected) => {
  expect(formatTax(withTax({ amountMinor: 2900, taxIncluded: false }, tax))).toBe(expected);
});
