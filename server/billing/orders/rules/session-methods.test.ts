import { describe, expect, test } from 'vitest';
import { readMethodChoice } from './session-methods.ts';

const usd = { productType: 'onetime', currency: 'USD', provider: 'sandbox' } as const;
const monthly = { ...usd, productType: 'subscription' } as const;
const live = { ...usd, provider: 'stripe' } as const;

describe('the payment methods of a session', () => {
  test.each([
    [{}, usd, null],
    [{ includePaymentMethods: [], excludePaymentMethods: [] }, usd, null],
    [{ includePaymentMethods: ['wechat', 'card'] }, usd, { include: ['card', 'wechat'] }],
    [{ includePaymentMethods: ['wechat'] }, { ...usd, currency: 'CNY' }, { include: ['wechat'] }],
    [{ includePaymentMethods: ['card', 'card'] }, live, { include: ['card'] }],
    [{ excludePaymentMethods: ['applepay', 'cash'] }, usd, { exclude: ['applepay'] }],
    [{ excludePaymentMethods: ['cash', 'wechat'] }, monthly, null],
  ] as const)('%j', (lists, sale, choice) => {
    expect(readMethodChoice(lists, sale)).toEqual(choice);
  });

  test.each([
    [{ includePaymentMethods: ['card'], excludePaymentMethods: ['applepay'] }, usd, /^Send either/],
    [{ includePaymentMethods: ['card', 'cash'] }, usd, /cash is not offered, choose from card, applepay/],
    [{ includePaymentMethods: ['wechat'] }, monthly, /wechat is not offered/],
    [{ includePaymentMethods: ['wechat'] }, { ...usd, currency: 'EUR' }, /wechat is not offered/],
    [{ includePaymentMethods: ['wechat'] }, live, /wechat is not offered/],
    [{ excludePaymentMethods: ['card', 'applepay', 'googlepay'] }, live, /no payment method is left/],
  ] as const)('rejects %j', (lists, sale, message) => {
    expect(() => readMethodChoice(lists, sale)).toThrow(message);
  });
});
