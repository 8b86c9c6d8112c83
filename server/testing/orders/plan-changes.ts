/** Plan changes of test subscriptions, on the store's clock. */
import { expect } from 'vitest';
import { parseOrder } from '#server/billing/orders/rules/order.ts';
import { toShortId } from '#server/domain/ids.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { db, newSubscriptionProduct } from '../api.ts';
import { setClock } from '../test-clock.ts';
import { payCheckout, quoteCheckout } from './checkout.ts';
import { orderOf } from './rows.ts';
import type { TestSubscription } from './subscriptions.ts';

/** A monthly plan at this price, tax included. */
export const planAt = (amount: string, fields: object = {}) => ({
  name: `Plan at ${amount}`,
  prices: { USD: { amount, taxIncluded: true, taxCategory: 'saas' } },
  billingPeriod: 'monthly',
  ...fields,
});

/** Opens a change to a new plan as the merchant. Returns the session's ID. */
export async function openChange(
  { merchant, id }: TestSubscription,
  target: object,
  at: Date,
  fields: object = {},
): Promise<string> {
  await setClock(merchant, at);
  const product = await newSubscriptionProduct(merchant, target as Record<string, unknown>);
  const body = { originOrderId: toShortId('ORD', id), productId: product.id, currency: 'USD', ...fields };
  const { status, body: answer } = await merchant.call('checkout/create-session', body);
  expect([status, answer.errors]).toEqual([200, undefined]);
  return answer.data.sessionId;
}

const emptyForm = { email: '', country: '', state: '', postcode: '' };

/** The quote that the change's page shows. */
export async function quoteOf({ merchant }: TestSubscription, sessionId: string, at: Date) {
  await setClock(merchant, at);
  return await quoteCheckout(db, { storeSlug: merchant.slug, sessionId }, emptyForm, at, englishVoice);
}

/** Confirms a change with a quote, by default with the saved card. */
export async function confirmWith(
  { merchant }: TestSubscription,
  sessionId: string,
  quoteId: string | undefined,
  at: Date,
  method: object = { method: 'saved' },
) {
  await setClock(merchant, at);
  return await payCheckout(db, { storeSlug: merchant.slug, sessionId }, { quoteId, ...method }, at);
}

/** Opens and confirms a change to a new plan. Returns the session's ID. */
export async function changePlan(subscription: TestSubscription, target: object, at: Date, fields: object = {}) {
  const sessionId = await openChange(subscription, target, at, fields);
  const { change } = await quoteOf(subscription, sessionId, at);
  await confirmWith(subscription, sessionId, change?.quoteId, at);
  return sessionId;
}

/** The order of a change. */
export const changeOrderOf = async (sessionId: string) => parseOrder(await orderOf(sessionId));
