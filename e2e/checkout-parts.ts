/** Shared parts of the checkout's tests: cards, locators and filling in the form. */
import type { Page } from '@playwright/test';
import { toShortId } from '#server/domain/ids.ts';
import { type Checkout, expect } from './fixtures.ts';

/** An English reader in Germany: the country is known, and dollars need no country prefix. */
export const inGermany = { locale: 'en-DE' };

export const validCard = '4242 4242 4242 4242';
export const challengeCard = '4000 0027 6000 3184';
export const slowCard = '4000 0099 0000 4006';
export const laterDeclinedCard = '4000 0099 0000 5003';
export const declines = [
  ['4000 0000 0000 0002', 'Your card was declined. Try another card, or ask your bank why.'],
  ['4000 0000 0000 9995', 'Your card has insufficient funds. Try another card.'],
  ['4000 0000 0000 0069', 'Your card has expired. Try another card.'],
] as const;

/** With German VAT: the customers of these tests are in Germany. */
export const payButton = (page: Page, total = '$34.51') => page.getByRole('button', { name: `Pay US${total}` });
export const summary = (page: Page) => page.getByRole('region', { name: 'Order summary' });
export const receipt = (page: Page) => page.getByRole('heading', { name: 'Thank you. Your payment went through.' });

export async function fillIn(page: Page, card: string, total?: string) {
  await expect(payButton(page, total)).toBeEnabled();
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByLabel('Country').selectOption('DE');
  await fillInCard(page, card);
}

export async function fillInCard(page: Page, card: string) {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiration date').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
}

export async function payWith(page: Page, checkout: Checkout, card: string) {
  await page.goto(checkout.path);
  await fillIn(page, card);
  await payButton(page).click();
}

export async function cancel(checkout: Checkout) {
  const billingDetail = { country: 'DE', isBusiness: false };
  await checkout.call('onetime-order/create-order', { checkoutSessionId: checkout.sessionId, billingDetail });
  const { order } = await checkout.read();
  await checkout.call('onetime-order/cancel-order', { orderId: toShortId('ORD', order?.id ?? '') });
}
