import { expect, test } from 'vitest';
import { formatTypedAmount } from './typed-amount.ts';

test.each([
  [undefined, '29.00', 'USD', '$29.00'],
  [' 10 ', '29.00', 'USD', '$10.00'],
  ['10.5', '29.000', 'KWD', 'KWD\u00a010.500'],
  ['4500', '9000', 'JPY', '¥4,500'],
  ['10.999', '29.00', 'USD', '$10.999'],
  ['ten', '29.00', 'USD', 'ten USD'],
  ['', '29.00', 'USD', 'USD'],
])('formats %j (default %s %s) as %s', (typed, usual, currency, expected) => {
  expect(formatTypedAmount(typed, usual, currency)).toBe(expected);
});
