import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencies, currencyExponent } from './currencies.ts';
import { formatAmount, formatMoney, maxAmountMinor, parseAmount } from './money.ts';

const anyCurrency = fc.constantFrom(...currencies);

test.each([
  ['29.00', 'USD', 2900],
  ['29.9', 'USD', 2990],
  ['29', 'USD', 2900],
  ['4500', 'JPY', 4500],
  ['1.500', 'KWD', 1500],
  [2900, 'USD', 2900],
  [1, 'JPY', 1],
])('reads %j %s as %i minor units', (given, currency, amountMinor) => {
  expect(parseAmount(given, currency)).toBe(amountMinor);
});

test.each([
  ['10.001', 'USD'],
  ['4500.0', 'JPY'],
  ['0', 'USD'],
  ['0.00', 'USD'],
  ['-1', 'USD'],
  ['+1', 'USD'],
  ['1e3', 'USD'],
  ['1,000', 'USD'],
  [' 1', 'USD'],
  ['.5', 'USD'],
  ['5.', 'USD'],
  ['', 'USD'],
  [0, 'USD'],
  [-5, 'USD'],
  [1.5, 'USD'],
  [Number.NaN, 'USD'],
  [Number.POSITIVE_INFINITY, 'USD'],
  [maxAmountMinor + 1, 'USD'],
  ['99999999999999', 'USD'],
  [null, 'USD'],
  [true, 'USD'],
  [{}, 'USD'],
])('refuses %j %s', (given, currency) => {
  expect(parseAmount(given, currency)).toBeUndefined();
});

test('a formatted amount parses to the same integer in every currency', () => {
  fc.assert(
    fc.property(anyCurrency, fc.integer({ min: 1, max: maxAmountMinor }), (currency, amountMinor) => {
      const shown = formatAmount(amountMinor, currency);
      const exponent = currencyExponent(currency) ?? 0;
      expect(shown).toMatch(exponent === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${exponent}}$`));
      expect(parseAmount(shown, currency)).toBe(amountMinor);
    }),
  );
});

test('shows the full exponent, and a sign where there is one', () => {
  expect(formatAmount(5, 'USD')).toBe('0.05');
  expect(formatAmount(-1234, 'USD')).toBe('-12.34');
  expect(formatAmount(0, 'KWD')).toBe('0.000');
  expect(formatAmount(7, 'JPY')).toBe('7');
});

test('formats in the reader’s language without losing a digit', () => {
  expect(formatMoney(2900, 'USD')).toBe('$29.00');
  expect(formatMoney(123456, 'EUR', 'de')).toBe('1.234,56\u00a0€');
  expect(formatMoney(4500, 'JPY', 'ja')).toBe('￥4,500');
  expect(formatMoney(999_999_999_999, 'USD')).toBe('$9,999,999,999.99');
});

test('a sign that ends with a symbol stays in one piece from right to left', () => {
  expect(formatMoney(2900, 'USD', 'ar')).toBe('\u200f29.00\u00a0US$\u200e');
  expect(formatMoney(2900, 'EUR', 'ar')).toBe('\u200f29.00\u00a0€');
  expect(formatMoney(2900, 'USD', 'es')).toBe('29,00\u00a0US$');
});

test('the currencies are the chargeable ones of ISO 4217', () => {
  expect(currencies).toEqual(expect.arrayContaining(['USD', 'EUR', 'JPY', 'KWD', 'XCG', 'ZWG']));
  for (const code of ['XAU', 'XXX', 'XTS', 'AAA']) expect(currencyExponent(code)).toBeUndefined();
});
