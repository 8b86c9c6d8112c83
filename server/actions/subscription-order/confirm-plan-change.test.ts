/** A merchant's plan change in the dashboard: preview and confirmation. */
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkoutSessions, events, orders, payments } from '#db/schema/index.ts';
import { addDays } from '#server/domain/billing-calendar.ts';
import { fromShortId, newId, toShortId } from '#server/domain/ids.ts';
import { db, newSubscriptionProduct } from '#server/testing/api.ts';
import { cards, newSubscription, type TestSubscription } from '#server/testing/orders/subscriptions.ts';
import { callFromDashboard } from '#server/testing/reviews.ts';
import { setClock } from '#server/testing/test-clock.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const quoteAction = 'subscription-order/quote-plan-change';
const confirmAction = 'subscription-order/confirm-plan-change';

const priced = (amount: string) => ({
  name: `Plan at ${amount}`,
  prices: { USD: { amount, taxIncluded: true, taxCategory: 'saas' } },
  billingPeriod: 'monthly',
});

async function quote({ merchant, id }: TestSubscription, amount: string, fields: object, at: Date) {
  await setClock(merchant, at);
  const { id: productId } = await newSubscriptionProduct(merchant, priced(amount));
  const body = { orderId: toShortId('ORD', id), productId, currency: 'USD', ...fields };
  return await callFromDashboard(merchant, quoteAction, body, 'test');
}

const confirm = ({ merchant, id }: TestSubscription, quoteId: string) =>
  callFromDashboard(merchant, confirmAction, { orderId: toShortId('ORD', id), quoteId }, 'test');

const orderOf = async (orderId: string) => {
  const [row] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, fromShortId('ORD', orderId) ?? ''));
  if (!row) throw new Error('no order');
  return row;
};

const at = addDays(start, 11);

test('charges the saved card as previewed and replaces the subscription', async () => {
  const subscription = await newSubscription({ at: start, content: priced('31.00') });
  const { status, data } = await quote(subscription, '62.00', { changeTiming: 'immediate' }, at);
  // 20 of 31 days of $31.00; the buyer's tax is 19 %.
  expect([status, data.summary]).toEqual([
    200,
    {
      fromPlan: 'Plan at 31.00',
      toPlan: 'Plan at 62.00',
      timing: 'immediate',
      effectiveAt: at.toISOString(),
      subtotal: '$52.10',
      taxName: 'VAT 19%',
      tax: '$9.90',
      credits: [{ term: 'Unused time of Plan at 31.00', amount: '-$20.00', detail: '20 days of 31 days, at $31.00' }],
      due: '$42.00',
      isFree: false,
      nextCharge: '$62.00',
      nextChargeAt: '2026-02-12T00:00:00.000Z',
      creditLeft: null,
    },
  ]);
  const confirmed = await confirm(subscription, data.quoteId);
  expect([confirmed.status, confirmed.data.state]).toEqual([200, 'paid']);
  const changed = await orderOf(confirmed.data.orderId);
  expect(changed).toMatchObject({ status: 'active', changeOriginOrderId: subscription.id });
  expect(await subscription.order()).toMatchObject({ status: 'canceled', changeOrderId: changed.id });
  const paid = await db.select().from(payments).where(eq(payments.orderId, changed.id));
  expect(paid).toMatchObject([{ status: 'succeeded', amountMinor: 4200, cardLast4: '4242' }]);
  const [event] = await db
    .select()
    .from(events)
    .where(and(eq(events.objectId, subscription.id), eq(events.type, 'subscription.replaced')));
  expect(event?.actor).toEqual({ kind: 'dashboard', by: toShortId('MER', subscription.merchant.id) });
});

test('charges the merchant’s own amount, and credits the merchant’s own credit', async () => {
  const subscription = await newSubscription({ at: start, content: priced('31.00') });
  const amount = await quote(subscription, '62.00', { changeTiming: 'immediate', changeAmount: '5.00' }, at);
  expect(amount.data.summary).toMatchObject({ due: '$5.00', credits: [] });
  const credit = await quote(subscription, '62.00', { changeTiming: 'immediate', changeCreditAmount: '70.00' }, at);
  expect(credit.data.summary).toMatchObject({
    due: '$0.00',
    isFree: true,
    creditLeft: '$8.00',
    credits: [{ amount: '-$70.00' }],
  });
  const { data } = await confirm(subscription, credit.data.quoteId);
  expect(await orderOf(data.orderId)).toMatchObject({ status: 'active', creditMinor: 800 });
});

test('schedules a change for the end of the period without a charge', async () => {
  const subscription = await newSubscription({ at: start, content: priced('31.00') });
  const { data } = await quote(subscription, '62.00', { changeTiming: 'next_period' }, at);
  expect(data.summary).toMatchObject({ due: '$62.00', effectiveAt: subscription.due.toISOString() });
  const confirmed = await confirm(subscription, data.quoteId);
  expect([confirmed.status, confirmed.data.state]).toEqual([200, 'scheduled']);
  const scheduled = await orderOf(confirmed.data.orderId);
  expect(scheduled.status).toBe('pending');
  expect(await subscription.order()).toMatchObject({ status: 'active', changeOrderId: scheduled.id });
  expect(await db.select().from(payments).where(eq(payments.orderId, scheduled.id))).toEqual([]);
});

describe('a declined charge', () => {
  test.each([
    [cards.declined, 'Card declined. The subscription keeps its current plan.'],
    [cards.asks, 'The bank requires authentication. The subscription keeps its current plan.'],
  ])('of %s leaves the subscription as it was, and can be repeated', async (card, message) => {
    const subscription = await newSubscription({ at: start, content: priced('31.00') });
    await subscription.replaceCardNumber(card);
    const before = await subscription.order();
    const { data } = await quote(subscription, '62.00', { changeTiming: 'immediate' }, at);
    const { status, errors } = await confirm(subscription, data.quoteId);
    expect([status, errors?.[0]?.message]).toEqual([400, message]);
    expect(await subscription.order()).toEqual(before);
    await subscription.replaceCardNumber(cards.good);
    expect((await confirm(subscription, data.quoteId)).data.state).toBe('paid');
  });
});

test('409 for an expired quote, one that was confirmed before, and one whose credit is no longer correct', async () => {
  const subscription = await newSubscription({ at: start, content: priced('31.00') });
  const refusal = [409, 'The amounts have changed. Nothing was charged. Preview the change again.'];
  const expired = await quote(subscription, '62.00', { changeTiming: 'immediate' }, at);
  await setClock(subscription.merchant, new Date(at.getTime() + 31 * 60_000));
  const late = await confirm(subscription, expired.data.quoteId);
  expect([late.status, late.errors?.[0]?.message]).toMatchObject(refusal);

  const changed = await quote(subscription, '62.00', { changeTiming: 'immediate' }, at);
  await db.update(orders).set({ creditMinor: 100 }).where(eq(orders.id, subscription.id));
  const outdated = await confirm(subscription, changed.data.quoteId);
  expect([outdated.status, outdated.errors?.[0]?.message]).toMatchObject(refusal);
  expect(await subscription.subscriptionEvents()).toEqual(['subscription.activated']);
});

test('two confirmations of one quote charge once', async () => {
  const subscription = await newSubscription({ at: start, content: priced('31.00') });
  const { data } = await quote(subscription, '62.00', { changeTiming: 'immediate' }, at);
  const answers = await Promise.all([confirm(subscription, data.quoteId), confirm(subscription, data.quoteId)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { storeId } = await subscription.order();
  const paid = await db
    .select()
    .from(payments)
    .where(and(eq(payments.storeId, storeId), eq(payments.status, 'succeeded')));
  expect(paid.map(({ amountMinor }) => amountMinor).toSorted((a, b) => a - b)).toEqual([3100, 4200]);
});

test('404 for another subscription’s quote and for one that does not exist', async () => {
  const subscription = await newSubscription({ at: start, content: priced('31.00') });
  const other = await newSubscription({ merchant: subscription.merchant, at: start, content: priced('10.00') });
  const { data } = await quote(other, '20.00', { changeTiming: 'immediate' }, at);
  for (const quoteId of [data.quoteId, newId()]) {
    const { status, errors } = await confirm(subscription, quoteId);
    expect([status, errors?.[0]?.message]).toEqual([404, 'Quote not found']);
  }
});

test('refuses the current plan, a one-time product and two amounts; nothing is opened', async () => {
  const subscription = await newSubscription({ at: start, content: priced('31.00') });
  const { merchant, id, productId } = subscription;
  const body = { orderId: toShortId('ORD', id), productId, currency: 'USD' };
  const same = await callFromDashboard(merchant, quoteAction, body, 'test');
  expect([same.status, same.errors?.[0]?.message]).toEqual([
    400,
    'Invalid productId: the subscription already has this plan',
  ]);
  const both = await quote(subscription, '62.00', { changeAmount: '1.00', changeCreditAmount: '1.00' }, at);
  expect([both.status, both.errors?.[0]?.message]).toEqual([
    400,
    'changeAmount and changeCreditAmount cannot be combined',
  ]);
  const sessions = await db.select().from(checkoutSessions).where(eq(checkoutSessions.originOrderId, id));
  expect(sessions).toEqual([]);
});
