/** The price of a renewal, and what does not affect it. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkoutSessions, orders, payments, stores } from '#db/schema/index.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { db, newMerchant, newSubscriptionProduct, pay } from '#server/testing/api.ts';
import { orderOf } from '#server/testing/orders/rows.ts';
import { cards, newSubscription } from '#server/testing/orders/subscriptions.ts';
import { renewSubscriptions } from './charge-renewals.ts';

const at = (text: string) => new Date(text);

describe('price and tax', () => {
  test('applies the tax rate of the charge’s day, as when Kazakhstan’s rate rose', async () => {
    const { id, renew, order, payments: paid } = await newSubscription();
    const startedAt = at('2025-11-20T10:00:00Z');
    const due = at('2025-12-20T10:00:00Z');
    await db
      .update(orders)
      .set({
        billingDetail: { country: 'KZ', isBusiness: false },
        startedAt,
        currentPeriodStart: startedAt,
        currentPeriodEnd: due,
        nextChargeAt: due,
      })
      .where(eq(orders.id, id));
    await renew(due);
    await renew(at('2026-01-20T10:00:00Z'));
    const terms = (await paid()).slice(1).map((payment) => {
      const { periodNumber, amountMinor, taxMinor, taxRateMillionths, taxName } = payment;
      return [periodNumber, amountMinor, taxMinor, taxRateMillionths, taxName];
    });
    expect(terms).toEqual([
      [2, 2016, 216, 120_000, 'VAT'],
      [3, 2088, 288, 160_000, 'VAT'],
    ]);
    expect(await order()).toMatchObject({ totalMinor: 2088, taxMinor: 288, subtotalMinor: 1800 });
  });

  test('charges a tax-inclusive price unchanged', async () => {
    const content = { prices: { USD: { amount: '18.00', taxIncluded: true } } };
    const { due, renew, payments: paid } = await newSubscription({ content });
    await renew(due);
    expect((await paid()).map(({ amountMinor, taxMinor }) => [amountMinor, taxMinor])).toEqual([
      [1800, 287],
      [1800, 287],
    ]);
  });

  test('keeps the price when a new product version changes it for new buyers', async () => {
    const { merchant, productId, due, renew, order, payments: paid } = await newSubscription();
    const change = { id: productId, prices: { USD: { amount: '99.00' } }, billingPeriod: 'weekly' };
    expect((await merchant.call('subscription-product/update-product', change)).status).toBe(200);
    await renew(due);
    expect((await paid()).at(-1)).toMatchObject({ status: 'succeeded', amountMinor: 2142 });
    expect(await order()).toMatchObject({ billingPeriod: 'monthly', totalMinor: 2142 });
  });

  test('keeps a session’s custom price', async () => {
    const {
      startedAt,
      due,
      renew,
      payments: paid,
    } = await newSubscription({
      fields: { priceSnapshot: { amount: '5.00' } },
    });
    await renew(due);
    await renew(periodStart(startedAt, 'monthly', 2));
    expect((await paid()).map(({ amountMinor }) => amountMinor)).toEqual([595, 595, 595]);
  });

  test('does not change the order’s amounts after a failed charge', async () => {
    const { id, due, renew, order, replaceCardNumber } = await newSubscription();
    await db
      .update(orders)
      .set({ billingDetail: { country: 'FR', isBusiness: false } })
      .where(eq(orders.id, id));
    await replaceCardNumber(cards.declined);
    await renew(due);
    expect(await order()).toMatchObject({ status: 'past_due', totalMinor: 2142 });
    await replaceCardNumber(cards.good);
    await renew(addDays(due, 1));
    expect(await order()).toMatchObject({ status: 'active', totalMinor: 2160 });
  });
});

describe('store and product', () => {
  test('renews a product that is no longer on sale', async () => {
    const { merchant, productId, due, renew, order } = await newSubscription();
    await merchant.call('subscription-product/update-status', { id: productId, status: 'inactive' });
    await renew(due);
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 2 });
  });

  test.each(['inactive', 'suspended'] as const)('renews subscriptions of a store that is %s', async (status) => {
    const { merchant, due, renew, order } = await newSubscription();
    await db.update(stores).set({ status }).where(eq(stores.id, merchant.store.id));
    await renew(due);
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 2 });
  });

  test('blocks the store’s deletion while a subscription is live, past due and canceling included', async () => {
    const { merchant, productId, due, renew, end, cancel, replaceCardNumber, order } = await newSubscription();
    await merchant.call('subscription-product/update-status', { id: productId, status: 'inactive' });
    const deletion = async () => {
      const { status, body } = await merchant.call('store/delete-store', { id: merchant.storeId });
      return [status, body.errors?.[0]?.reason];
    };
    expect(await deletion()).toEqual([409, 'active_subscriptions']);
    await replaceCardNumber(cards.declined);
    await renew(due);
    expect(await deletion()).toEqual([409, 'active_subscriptions']);
    await replaceCardNumber(cards.good);
    await renew(addDays(due, 1));
    await cancel(addDays(due, 2));
    expect(await deletion()).toEqual([409, 'active_subscriptions']);
    await end((await order()).currentPeriodEnd ?? due);
    expect(await deletion()).toEqual([200, undefined]);
    expect(await renew(addDays(due, 365))).toBe(0);
  });
});

test('renews at the sandbox in real time in prod without Stripe, regardless of the test clock', async () => {
  const merchant = await newMerchant();
  const clock = { prodEnabled: true, testClockAt: at('2030-01-01') };
  await db.update(stores).set(clock).where(eq(stores.id, merchant.store.id));
  const { id: productId } = await newSubscriptionProduct(merchant);
  await merchant.call('subscription-product/publish-product', { id: productId });
  const startSubscription = async (environment: 'test' | 'prod') => {
    const request = { storeId: merchant.storeId, productId, productType: 'subscription', currency: 'USD' };
    const { body } = await merchant.call('checkout/create-session', request, { environment });
    const { sessionId } = body.data;
    // With a clock in the future the session would have expired.
    await db
      .update(checkoutSessions)
      .set({ expiresAt: at('2040-01-01') })
      .where(eq(checkoutSessions.id, sessionId));
    await pay(merchant, sessionId);
    const now = new Date();
    const startedAt = periodStart(now, 'monthly', -1);
    const dates = { startedAt, currentPeriodStart: startedAt, currentPeriodEnd: now, nextChargeAt: now };
    await db.update(orders).set(dates).where(eq(orders.checkoutSessionId, sessionId));
    return () => orderOf(sessionId);
  };
  const [inProd, inTest] = [await startSubscription('prod'), await startSubscription('test')];
  await renewSubscriptions(db, new Date());
  expect(await inProd()).toMatchObject({ environment: 'prod', status: 'active', periodNumber: 2 });
  expect(await inTest()).toMatchObject({ environment: 'test', status: 'active', periodNumber: 1 });
  const paid = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, (await inProd()).id));
  expect(paid.map(({ provider, environment, status }) => [provider, environment, status])).toEqual([
    ['sandbox', 'prod', 'succeeded'],
    ['sandbox', 'prod', 'succeeded'],
  ]);
});
