import { expect, test } from 'vitest';
import { stripeMethods } from './stripe-methods.ts';

test.each([
  [null, null, ['oxxo'], ['auto', 'auto', 'auto']],
  [{ include: ['card', 'googlepay'] }, ['card'], ['oxxo'], ['never', 'auto', 'never']],
  [{ exclude: ['applepay'] }, null, ['oxxo'], ['never', 'auto', 'auto']],
  [{ exclude: ['card', 'applepay', 'googlepay'] }, null, ['oxxo', 'card'], ['never', 'never', 'auto']],
] as const)('Stripe’s form for %j', (choice, allowedTypes, excludedTypes, [applePay, googlePay, link]) => {
  expect(stripeMethods(choice, ['oxxo'])).toEqual({
    allowedTypes,
    excludedTypes,
    wallets: { applePay, googlePay, link },
  });
});
