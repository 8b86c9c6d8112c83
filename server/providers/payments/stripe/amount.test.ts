import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencies } from '#server/domain/currencies.ts';
import { formatAmount, maxAmountMinor } from '#server/domain/money.ts';
import { fromStripeAmount, stripeShift, toStripeAmount } from './amount.ts';

/** The decimals of Stripe's amounts, from its documentation's examples instead of the code under test. */
const decimals = (currency: string) =>
  /^(BIF|CLP|DJF|GNF|JPY|KMF|KRW|MGA|PYG|RWF|VND|VUV|XAF|XOF|XPF)$/.test(currency)
    ? 0
    : /^(BHD|JOD|KWD|OMR|TND)$/.test(currency)
      ? 3
      : 2;

test.each([
  ['10 USD', 'USD', 1000, 1000],
  ['500 JPY', 'JPY', 500, 500],
  ['5.120 KWD', 'KWD', 5120, 5120],
  ['5 ISK', 'ISK', 5, 500],
  ['5 UGX', 'UGX', 5, 500],
  ['10.45 HUF', 'HUF', 1045, 1045],
  ['800.45 TWD', 'TWD', 80_045, 80_045],
  ['5 MGA', 'MGA', 500, 5],
])('%s', (_, currency, amountMinor, amount) => {
  expect(toStripeAmount(amountMinor, currency)).toBe(amount);
  expect(fromStripeAmount(amount, currency)).toBe(amountMinor);
});

test.each([
  ['a tenth of what the networks take', 'KWD', 5124],
  ['a fraction of an ariary', 'MGA', 550],
  ['a currency that Stripe does not list', 'LYD', 1000],
  ['a currency with four decimals', 'CLF', 1000],
  ['no currency', 'ABC', 1000],
])('%s is not charged', (_, currency, amountMinor) => {
  expect(toStripeAmount(amountMinor, currency)).toBeUndefined();
});

test.each([
  ['half a krona', 'ISK', 550],
  ['a currency that Stripe does not list', 'LYD', 1000],
])('%s is not a valid amount', (_, currency, amount) => expect(fromStripeAmount(amount, currency)).toBeUndefined());

test('converts every amount to the same money, or rejects it', () => {
  const amounts = fc.integer({ min: 0, max: maxAmountMinor });
  fc.assert(
    fc.property(fc.constantFrom(...currencies), amounts, (currency, amountMinor) => {
      const amount = toStripeAmount(amountMinor, currency);
      if (amount === undefined) return;
      const digits = String(amount).padStart(decimals(currency) + 1, '0');
      const shown =
        decimals(currency) === 0 ? digits : digits.replace(new RegExp(`(.{${decimals(currency)}})$`), '.$1');
      expect(Number(shown)).toBe(Number(formatAmount(amountMinor, currency)));
    }),
  );
});

test('the page moves the decimal point like the server', () => {
  for (const currency of currencies) {
    const shift = stripeShift(currency);
    const amount = toStripeAmount(123_000, currency);
    expect(amount).toBe(shift === undefined ? undefined : 123_000 * 10 ** shift);
  }
});
