import { describe, expect, test } from 'vitest';
import { currencies } from '#server/domain/currencies.ts';
import { languages } from '#server/i18n/languages.ts';
import { stripeShift, toStripeAmount } from '#server/providers/payments/stripe/amount.ts';
import { paymentOptions, stripeAppearance, stripeLocale } from './stripe-options.ts';

const payment = {
  amountMinor: 2900,
  currency: 'USD',
  savesMethod: false,
  unitShift: 0,
  allowedTypes: null,
  excludedTypes: ['boleto'],
  wallets: { applePay: 'auto', googlePay: 'auto', link: 'auto' },
} as const;

describe('options of Stripe’s form', () => {
  test('a payment', () => {
    expect(paymentOptions(payment)).toEqual({
      mode: 'payment',
      amount: 2900,
      currency: 'usd',
      setupFutureUsage: null,
      excludedPaymentMethodTypes: ['boleto'],
    });
  });

  test('a payment with chosen methods', () => {
    const options = paymentOptions({ ...payment, allowedTypes: ['card'] });
    expect(options).toMatchObject({ allowedPaymentMethodTypes: ['card'] });
    expect(options).not.toHaveProperty('excludedPaymentMethodTypes');
  });

  test('a subscription saves its method', () => {
    expect(paymentOptions({ ...payment, savesMethod: true })).toMatchObject({
      mode: 'payment',
      setupFutureUsage: 'off_session',
    });
  });

  test('a free trial sets up a method without a charge', () => {
    const options = paymentOptions({ ...payment, amountMinor: 0, savesMethod: true });
    expect(options).toMatchObject({ mode: 'setup', setupFutureUsage: 'off_session', currency: 'usd' });
    expect(options).not.toHaveProperty('amount');
  });

  test('the amount equals the server’s charge in every currency', () => {
    for (const currency of currencies) {
      const unitShift = stripeShift(currency);
      if (unitShift === undefined) continue;
      expect(paymentOptions({ ...payment, currency, unitShift, amountMinor: 123_000 })).toMatchObject({
        amount: toStripeAmount(123_000, currency),
      });
    }
  });
});

test.each([
  ['en', 'en'],
  ['en-GB', 'en-GB'],
  ['en-IN', 'en'],
  ['de-AT', 'de'],
  ['fr-CA', 'fr-CA'],
  ['pt-BR', 'pt-BR'],
  ['zh-Hans', 'zh'],
  ['zh-CN', 'zh'],
  ['ar-EG', 'ar'],
])('the form speaks %s as %s', (locale, stripe) => {
  expect(stripeLocale(locale)).toBe(stripe);
});

test('Stripe supports every language of the page', () => {
  expect(languages.map(stripeLocale)).toEqual(['en', 'de', 'fr', 'es', 'pt-BR', 'it', 'ja', 'zh', 'ar']);
});

test('the form has the page’s colors', () => {
  const colors: Record<string, string> = {
    '--surface': '#101010',
    '--text': '#fafafa',
    '--primary': '#123456',
    '--radius': '12px',
  };
  const look = stripeAppearance((variable) => colors[variable] ?? '#000000', 'Inter, sans-serif', true);
  expect(look.theme).toBe('night');
  expect(look.variables).toMatchObject({
    colorBackground: '#101010',
    colorText: '#fafafa',
    colorPrimary: '#123456',
    borderRadius: '12px',
    fontFamily: 'Inter, sans-serif',
  });
});
