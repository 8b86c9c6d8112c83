/** `checkout/create-quote`, and payments that follow a quote. (docs/behavior/plan-changes.md) */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { payments, quotes, stores } from '#db/schema/index.ts';
import { addDays } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import {
  customerHeaders,
  db,
  newMerchant,
  newProduct,
  newSession,
  post,
  type TestMerchant,
} from '#server/testing/api.ts';
import { payCheckout } from '#server/testing/orders/checkout.ts';
import { changePlan, openChange, planAt } from '#server/testing/orders/plan-changes.ts';
import { orderOf } from '#server/testing/orders/rows.ts';
import { newSubscription } from '#server/testing/orders/subscriptions.ts';
import { deleteExpired } from '#server/worker/data/retention.ts';

const path = 'checkout/create-quote';
const germany = { country: 'DE', isBusiness: false } as const;
const card = { cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' };
const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };
const start = new Date('2026-01-01T00:00:00.000Z');

const bySlug = ({ slug }: TestMerchant) => ({ 'X-Store-Slug': slug, 'X-Environment': 'test' });
const refusal = ({ status, body }: { status: number; body: { errors?: { message: string }[] } }) => [
  status,
  body.errors?.[0]?.message,
];
const paymentsOf = ({ store }: TestMerchant) => db.select().from(payments).where(eq(payments.storeId, store.id));

describe('a purchase', () => {
  test('is quoted with the tax of the buyer, and charged exactly so', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    const { body } = await post(path, { checkoutSessionId: sessionId, billingDetail: germany }, bySlug(merchant));
    expect(body.data).toMatchObject({
      kind: 'purchase',
      checkoutSessionId: sessionId,
      orderId: null,
      subtotal: '29.00',
      taxAmount: '5.51',
      taxRate: 0.19,
      taxName: 'VAT',
      total: '34.51',
      credit: '0.00',
      derivation: null,
      nextCharge: null,
      lines: [
        { type: 'price', amount: '29.00' },
        { type: 'tax', description: 'VAT', amount: '5.51' },
      ],
    });
    const address = { storeSlug: merchant.slug, sessionId };
    await payCheckout(db, address, { ...buyer, ...card, quoteId: body.data.quoteId }, new Date());
    const [payment] = await paymentsOf(merchant);
    expect(payment).toMatchObject({ status: 'succeeded', amountMinor: 3451, quoteId: body.data.quoteId });
    const [quote] = await db.select().from(quotes).where(eq(quotes.id, body.data.quoteId));
    expect(quote?.usedAt).not.toBeNull();
  });

  test.each([
    ['of another address', { ...buyer, country: 'US', state: 'OR' }, 0],
    ['that has expired', buyer, 31],
  ])('answers 409 without a charge for a quote %s', async (_, form, minutes) => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    const { body } = await merchant.call(path, { checkoutSessionId: sessionId, billingDetail: germany });
    const now = new Date(Date.now() + minutes * 60_000);
    const address = { storeSlug: merchant.slug, sessionId };
    const paying = payCheckout(db, address, { ...form, ...card, quoteId: body.data.quoteId }, now);
    await expect(paying).rejects.toMatchObject({ status: 409 });
    expect(await paymentsOf(merchant)).toEqual([]);
  });
});

test('answers 409 for a quote with another tax, even if the total is equal', async () => {
  const merchant = await newMerchant();
  const prices = { USD: { amount: '119.00', taxIncluded: true, taxCategory: 'saas' } };
  const product = await newProduct(merchant, { prices });
  const { sessionId } = await newSession(merchant, { productId: product.id });
  const { body } = await merchant.call(path, { checkoutSessionId: sessionId, billingDetail: germany });
  expect(body.data).toMatchObject({ total: '119.00', taxAmount: '19.00' });
  const address = { storeSlug: merchant.slug, sessionId };
  const inFrance = { ...buyer, country: 'FR', ...card, quoteId: body.data.quoteId };
  await expect(payCheckout(db, address, inFrance, new Date())).rejects.toMatchObject({ status: 409 });
  expect(await paymentsOf(merchant)).toEqual([]);
});

describe('a plan change', () => {
  test('is quoted with its credit, in words and numbers', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('67.00') });
    const { merchant } = subscription;
    const at = new Date('2026-01-12T22:00:00.000Z');
    const sessionId = await openChange(subscription, planAt('120.00'), at);
    const { body } = await merchant.call(path, { checkoutSessionId: sessionId });
    expect(body.data).toMatchObject({
      kind: 'plan_change',
      orderId: toShortId('ORD', subscription.id),
      total: '78.76',
      credit: '41.24',
      creditLeft: '0.00',
      changeTiming: 'immediate',
      effectiveAt: at.toISOString(),
      nextCharge: { amount: '120.00', at: '2026-02-12T22:00:00.000Z' },
      derivation: {
        text: '$41.24 credit = 19 d 2 h of 31 d',
        unusedSeconds: 19 * 86_400 + 2 * 3600,
        periodSeconds: 31 * 86_400,
        periodValue: '67.00',
        credit: '41.24',
      },
    });
    expect(body.data.lines.map(({ type }: { type: string }) => type)).toEqual(['price', 'tax', 'unused_time']);
    expect(refusal(await post(path, { checkoutSessionId: sessionId }, bySlug(merchant)))).toEqual([
      403,
      'Insufficient permissions',
    ]);
    const own = await customerHeaders(merchant, 'buyer@example.com');
    expect((await post(path, { checkoutSessionId: sessionId }, own)).status).toBe(200);
    const other = await customerHeaders(merchant, 'other@example.com');
    expect(refusal(await post(path, { checkoutSessionId: sessionId }, other))).toEqual([404, 'Order not found']);
  });

  test('keeps its quote for the payment and the scheduled change in GraphQL', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('31.00') });
    const sessionId = await changePlan(subscription, planAt('62.00'), addDays(start, 11));
    const { orderId: id } = await orderOf(sessionId);
    const query = `query ($id: ID!) { subscriptionOrder(id: $id) {
      changeOriginOrderId changedToOrderId creditAmount scheduledChange { orderId }
      payments { amount creditUsed quote { kind total derivation { text } } } } }`;
    const { body } = await subscription.merchant.query(query, { id });
    expect(body.data.subscriptionOrder).toEqual({
      changeOriginOrderId: toShortId('ORD', subscription.id),
      changedToOrderId: null,
      creditAmount: '0.00',
      scheduledChange: null,
      payments: [
        {
          amount: '42.00',
          creditUsed: '20.00',
          quote: { kind: 'plan_change', total: '42.00', derivation: { text: '$20.00 credit = 20 d of 31 d' } },
        },
      ],
    });
  });
});

describe('the next renewal', () => {
  test('is quoted less the credit of the subscription', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('310.00') });
    const at = addDays(start, 1);
    const sessionId = await changePlan(subscription, planAt('200.00'), at, { changeTiming: 'immediate' });
    const { orderId } = await orderOf(sessionId);
    const { body } = await subscription.merchant.call(path, { orderId });
    expect(body.data).toMatchObject({ kind: 'renewal', orderId, credit: '100.00', total: '100.00' });
    const ended = await subscription.merchant.call(path, { orderId: toShortId('ORD', subscription.id) });
    expect(refusal(ended)).toEqual([400, 'The subscription will not be renewed']);
  });

  test('of a scheduled change is its confirmed quote', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('62.00') });
    await changePlan(subscription, planAt('31.00'), addDays(start, 3));
    const { body } = await subscription.merchant.call(path, { orderId: toShortId('ORD', subscription.id) });
    expect(body.data).toMatchObject({ kind: 'plan_change', changeTiming: 'next_period', total: '31.00' });
  });
});

test('deletes unused quotes some time after they end, and keeps used ones', async () => {
  const subscription = await newSubscription({ at: start, content: planAt('31.00') });
  const { merchant } = subscription;
  await changePlan(subscription, planAt('62.00'), addDays(start, 11));
  await db.update(stores).set({ testClockAt: null }).where(eq(stores.id, merchant.store.id));
  const { sessionId } = await newSession(merchant);
  await merchant.call(path, { checkoutSessionId: sessionId });
  const kept = async () =>
    (await db.select().from(quotes).where(eq(quotes.storeId, merchant.store.id))).map(({ usedAt }) => usedAt !== null);
  expect(await kept()).toEqual(expect.arrayContaining([false, true]));
  expect(await kept()).toHaveLength(2);
  await deleteExpired(db, addDays(new Date(), 8));
  expect(await kept()).toEqual([true]);
});
