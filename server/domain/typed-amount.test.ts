import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, maxAmountMinor, parseAmount } from './money.ts';
import { readTypedAmount } from './typed-amount.ts';

test.each([
  ['10.50', '10.50'],
  [' 10,5 ', '10.5'],
  ['4500', '4500'],
  ['\u0661\u0660\u066b\u0665\u0660', '10.50'],
  ['\u06f1\u06f0', '10'],
  ['\uff14\uff15\uff10\uff10', '4500'],
])('%j is %j', (typed, amount) => expect(readTypedAmount(typed)).toBe(amount));

test.each(['', 'ten', '-1', '1.000,50', '1,000.50', '1 000', '1,2,3', '$10', '1e3', '10,'])(
  '%j stays invalid',
  (typed) => expect(parseAmount(readTypedAmount(typed), 'USD')).toBeUndefined(),
);

test('reads every amount alike with a point or a comma', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: maxAmountMinor }),
      fc.constantFrom('USD', 'JPY', 'KWD'),
      (amountMinor, currency) => {
        const shown = formatAmount(amountMinor, currency);
        for (const typed of [shown, shown.replace('.', ',')]) {
          expect(parseAmount(readTypedAmount(typed), currency)).toBe(amountMinor);
        }
      },
    ),
  );
});
