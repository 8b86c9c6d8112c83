/** Plan changes from the session to the next renewals, with the ledger behind them. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders, payments } from '#db/schema/index.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { db, type TestMerchant } from '#server/testing/api.ts';
import { changeOrderOf, confirmWith, openChange, planAt, quoteOf } from '#server/testing/orders/plan-changes.ts';
import { cards, newSubscription, type TestSubscription } from '#server/testing/orders/subscriptions.ts';
import { setClock } from '#server/testing/test-clock.ts';
import { listBalances } from '../ledger/data/ledger.ts';
import { listOrderPayments } from '../payments/payments.ts';

const start = new Date('2026-01-01T00:00:00.000Z');

/** Quotes a change and confirms it, by default with the saved card. */
async function confirm(subscription: TestSubscription, sessionId: string, at: Date, method?: object) {
  const quote = await quoteOf(subscription, sessionId, at);
  return { quote, result: await confirmWith(subscription, sessionId, quote.change?.quoteId, at, method) };
}

const paymentsOf = async (sessionId: string) => await listOrderPayments(db, await changeOrderOf(sessionId));

async function balancesOf({ store }: TestMerchant) {
  const rows = await listBalances(db, { merchantId: store.merchantId, storeId: store.id, environment: 'test' });
  return Object.fromEntries(rows.map(({ account, amountMinor }) => [account, Number(amountMinor)]));
}

describe('an immediate upgrade', () => {
  test('charges the new price less the unused time, and replaces the subscription', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('31.00') });
    const at = addDays(start, 11);
    const sessionId = await openChange(subscription, planAt('62.00'), at);
    const { quote, result } = await confirm(subscription, sessionId, at);
    // 20 of 31 days of $31.00.
    expect(quote).toMatchObject({ subtotal: '$52.10', total: '$42.00' });
    expect(quote.change?.credits).toEqual([
      { term: 'Unused time of Plan at 31.00', amount: '-$20.00', detail: '20 days of 31 days, at $31.00' },
    ]);
    expect(result).toEqual({ state: 'paid' });
    const [payment] = await paymentsOf(sessionId);
    expect(payment).toMatchObject({ status: 'succeeded', amountMinor: 4200, creditUsedMinor: 2000 });
    const changed = await changeOrderOf(sessionId);
    expect(changed).toMatchObject({
      status: 'active',
      changeOriginOrderId: subscription.id,
      periodNumber: 1,
      totalMinor: 6200,
      currentPeriodStart: at,
      nextChargeAt: periodStart(at, 'monthly', 1),
      creditMinor: 0,
    });
    const origin = await subscription.order();
    expect(origin).toMatchObject({ status: 'canceled', endedAt: at, changeOrderId: changed.id, nextChargeAt: null });
    const [first] = await subscription.payments();
    expect(first).toMatchObject({ amountMinor: 3100, creditedMinor: 2000 });
    const balances = await balancesOf(subscription.merchant);
    expect(balances).toMatchObject({ provider_balance: 3100 + 4200 });
    expect(balances.buyer_credits).toBeUndefined();
    expect(Object.values(balances).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  });

  test('starts at the moment of its quote when it is confirmed later', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('31.00') });
    const at = addDays(start, 11);
    const sessionId = await openChange(subscription, planAt('62.00'), at);
    const { change } = await quoteOf(subscription, sessionId, at);
    const later = new Date(at.getTime() + 15 * 60_000);
    await confirmWith(subscription, sessionId, change?.quoteId, later);
    expect(await changeOrderOf(sessionId)).toMatchObject({
      startedAt: at,
      currentPeriodEnd: periodStart(at, 'monthly', 1),
    });
    expect(await subscription.order()).toMatchObject({ endedAt: at });
    expect(await paymentsOf(sessionId)).toMatchObject([{ amountMinor: 4200, succeededAt: later }]);
  });

  test('leaves the subscription as it was when the card is declined, and lets the buyer use another one', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('31.00') });
    await subscription.replaceCardNumber(cards.declined);
    const at = addDays(start, 11);
    const sessionId = await openChange(subscription, planAt('62.00'), at);
    const before = await subscription.order();
    await expect(confirm(subscription, sessionId, at)).rejects.toThrow('Your card was declined');
    expect(await subscription.order()).toEqual(before);
    expect(await subscription.subscriptionEvents()).toEqual([
      'subscription.activated',
      'subscription.plan_change_failed',
    ]);
    const card = { cardNumber: '5555 5555 5555 4444', cardExpiry: '12 / 40', cardCvc: '123' };
    expect((await confirm(subscription, sessionId, at, card)).result).toEqual({ state: 'paid' });
    expect(await subscription.order()).toMatchObject({ status: 'canceled' });
  });
});

describe('a downgrade', () => {
  test('is scheduled for the end of the period by default, and starts there', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('62.00') });
    const sessionId = await openChange(subscription, planAt('31.00'), addDays(start, 3));
    const { quote, result } = await confirm(subscription, sessionId, addDays(start, 3));
    expect(result).toEqual({ state: 'scheduled' });
    expect(quote.change?.startsOn).toBe(
      'Plan at 31.00 starts on February 1, 2026. Until then, you keep Plan at 62.00.',
    );
    const { due } = subscription;
    await setClock(subscription.merchant, due);
    expect(await subscription.renew(due)).toBe(0);
    expect(await subscription.applyChanges(due)).toBe(1);
    expect(await changeOrderOf(sessionId)).toMatchObject({
      status: 'active',
      startedAt: due,
      currentPeriodEnd: periodStart(start, 'monthly', 2),
    });
    expect(await subscription.order()).toMatchObject({ status: 'canceled', endedAt: due });
    const all = await db.select().from(payments).where(eq(payments.storeId, subscription.merchant.store.id));
    expect(all.map(({ amountMinor }) => amountMinor).toSorted((a, b) => a - b)).toEqual([3100, 6200]);
  });

  test('made at once leaves credit that pays the next renewals', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('310.00') });
    const at = addDays(start, 1);
    const sessionId = await openChange(subscription, planAt('200.00'), at, { changeTiming: 'immediate' });
    const { quote } = await confirm(subscription, sessionId, at);
    expect(quote).toMatchObject({ total: '$0.00' });
    expect(await changeOrderOf(sessionId)).toMatchObject({ status: 'active', creditMinor: 10_000 });
    expect(await balancesOf(subscription.merchant)).toMatchObject({ provider_balance: 31_000, buyer_credits: -10_000 });
    const next = periodStart(at, 'monthly', 1);
    await setClock(subscription.merchant, next);
    expect(await subscription.renew(next)).toBe(1);
    const [renewal] = await paymentsOf(sessionId);
    expect(renewal).toMatchObject({
      periodNumber: 2,
      amountMinor: 10_000,
      creditUsedMinor: 10_000,
      status: 'succeeded',
    });
    expect(await changeOrderOf(sessionId)).toMatchObject({ periodNumber: 2, totalMinor: 20_000, creditMinor: 0 });
    expect((await balancesOf(subscription.merchant)).buyer_credits).toBeUndefined();
  });

  test('is taken back by a cancellation, and by its own order’s cancellation', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('62.00') });
    const { merchant, due } = subscription;
    const at = addDays(start, 3);
    const first = await openChange(subscription, planAt('31.00'), at);
    await confirm(subscription, first, at);
    const changeOrderId = toShortId('ORD', (await changeOrderOf(first)).id);
    await merchant.call('subscription-order/cancel-order', { orderId: changeOrderId });
    expect(await subscription.order()).toMatchObject({ status: 'active', changeOrderId: null, nextChargeAt: due });
    const second = await openChange(subscription, planAt('31.00'), at);
    await confirm(subscription, second, at);
    await subscription.cancel(at);
    expect(await subscription.order()).toMatchObject({ status: 'canceling', changeOrderId: null });
    expect(await changeOrderOf(second)).toMatchObject({ status: 'canceled' });
    // A change of a canceling subscription undoes the cancellation.
    const third = await openChange(subscription, planAt('31.00'), at);
    await confirm(subscription, third, at);
    const kept = { status: 'active', canceledAt: null, nextChargeAt: due };
    expect(await subscription.order()).toMatchObject(kept);
  });

  test('that cannot be paid leaves the plan, which renews at once', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('62.00') });
    const { due } = subscription;
    const sessionId = await openChange(subscription, planAt('31.00'), addDays(start, 3));
    await confirm(subscription, sessionId, addDays(start, 3));
    await subscription.replaceCardNumber(cards.declined);
    await setClock(subscription.merchant, due);
    await subscription.applyChanges(due);
    expect(await changeOrderOf(sessionId)).toMatchObject({ status: 'canceled' });
    expect(await subscription.order()).toMatchObject({ status: 'active', changeOrderId: null, nextChargeAt: due });
    await subscription.replaceCardNumber(cards.good);
    expect(await subscription.renew(due)).toBe(1);
    expect(await subscription.order()).toMatchObject({ periodNumber: 2, totalMinor: 6200 });
    expect(await subscription.subscriptionEvents()).toEqual([
      'subscription.activated',
      'subscription.plan_change_scheduled',
      'subscription.plan_change_failed',
      'subscription.renewed',
    ]);
  });

  test('that cannot be paid ends a subscription that was canceled before, without a charge', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('62.00') });
    const { due } = subscription;
    await subscription.cancel(addDays(start, 2));
    const sessionId = await openChange(subscription, planAt('31.00'), addDays(start, 3));
    await confirm(subscription, sessionId, addDays(start, 3));
    expect(await subscription.order()).toMatchObject({ status: 'active' });
    await subscription.replaceCardNumber(cards.declined);
    await setClock(subscription.merchant, due);
    await subscription.applyChanges(due);
    expect(await subscription.order()).toMatchObject({ status: 'canceling', changeOrderId: null, nextChargeAt: null });
    expect(await subscription.renew(due)).toBe(0);
    expect(await subscription.payments()).toHaveLength(1);
  });

  test('of a subscription that has become past due happens at once', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('62.00') });
    const { due } = subscription;
    const sessionId = await openChange(subscription, planAt('31.00'), addDays(start, 30));
    await subscription.replaceCardNumber(cards.declined);
    await setClock(subscription.merchant, due);
    await subscription.renew(due);
    expect(await subscription.order()).toMatchObject({ status: 'past_due' });
    const card = { cardNumber: '5555 5555 5555 4444', cardExpiry: '12 / 40', cardCvc: '123' };
    const { result } = await confirm(subscription, sessionId, addDays(due, 1), card);
    expect(result).toEqual({ state: 'paid' });
    expect(await changeOrderOf(sessionId)).toMatchObject({ status: 'active', startedAt: due });
  });

  test('quoted for an earlier period ends without a charge, and the plan renews', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('62.00') });
    const sessionId = await openChange(subscription, planAt('31.00'), addDays(start, 3));
    await confirm(subscription, sessionId, addDays(start, 3));
    const nextChargeAt = periodStart(start, 'monthly', 2);
    const renewed = {
      periodNumber: 2,
      currentPeriodStart: subscription.due,
      currentPeriodEnd: nextChargeAt,
      nextChargeAt,
    };
    await db.update(orders).set(renewed).where(eq(orders.id, subscription.id));
    await setClock(subscription.merchant, nextChargeAt);
    await subscription.applyChanges(nextChargeAt);
    expect(await paymentsOf(sessionId)).toEqual([]);
    expect(await changeOrderOf(sessionId)).toMatchObject({ status: 'canceled' });
    expect(await subscription.order()).toMatchObject({ status: 'active', changeOrderId: null, nextChargeAt });
  });
});

test('a change to a plan that the customer has already is refused without a charge', async () => {
  const subscription = await newSubscription({ at: start, content: planAt('31.00') });
  const { merchant, id } = subscription;
  const other = await newSubscription({ merchant, content: planAt('62.00') });
  const body = { originOrderId: toShortId('ORD', id), productId: other.productId, currency: 'USD' };
  const { sessionId } = (await merchant.call('checkout/create-session', body)).body.data;
  await expect(confirm(subscription, sessionId, addDays(start, 1))).rejects.toThrow(
    'You have not been charged. A link to continue was sent',
  );
  expect(await subscription.order()).toMatchObject({ status: 'active', changeOrderId: null });
});
