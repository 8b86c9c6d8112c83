import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { paymentMethods } from '#db/schema/index.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { describeEvent } from '#server/events/rules/event-words.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { readSettings, type Settings, settings } from '#server/platform/settings.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db } from '#server/testing/api.ts';
import { onlyProvider } from '#server/testing/crashes/unreliable-sandbox.ts';
import { cards, newSubscription, type TestSubscription } from '#server/testing/orders/subscriptions.ts';
import { retryNow } from './charge-renewals.ts';

const hour = (moment: Date, hours: number) => new Date(moment.getTime() + hours * 3_600_000);
const before = (moment: Date) => new Date(moment.getTime() - 1);
const attempts = async ({ payments }: TestSubscription) =>
  (await payments()).slice(1).map(({ periodNumber, status, failureCode }) => [periodNumber, status, failureCode]);
const declined = [2, 'failed', 'card_declined'];

const globals = globalThis as typeof globalThis & { counterfoilSettings?: Settings };
afterEach(() => {
  delete globals.counterfoilSettings;
});

/** A subscription whose card is declined since its first renewal. */
async function pastDue(request: Parameters<typeof newSubscription>[0] = {}) {
  const subscription = await newSubscription(request);
  await subscription.replaceCardNumber(cards.declined);
  await subscription.renew(subscription.due);
  return subscription;
}

describe('a declined card', () => {
  test('is retried 1, 3, 5 and 7 days after the first failure, then the subscription ends', async () => {
    const subscription = await pastDue();
    const { due, renew, order, subscriptionEvents } = subscription;
    expect(await order()).toMatchObject({ status: 'past_due', pastDueSince: due, remindAt: null, periodNumber: 1 });
    for (const [day, next] of [
      [1, 3],
      [3, 5],
      [5, 7],
    ] as const) {
      expect(await renew(before(addDays(due, day)))).toBe(0);
      expect(await renew(addDays(due, day))).toBe(1);
      expect(await order()).toMatchObject({
        status: 'past_due',
        pastDueSince: due,
        nextChargeAt: addDays(due, next),
        currentPeriodEnd: due,
      });
    }
    expect(await renew(addDays(due, 7))).toBe(1);
    expect(await order()).toMatchObject({
      status: 'canceled',
      endedAt: addDays(due, 7),
      nextChargeAt: null,
      pastDueSince: null,
      canceledAt: null,
    });
    expect(await attempts(subscription)).toEqual(Array.from({ length: 5 }, () => declined));
    expect(await renew(addDays(due, 400))).toBe(0);
    expect(await subscriptionEvents()).toEqual([
      'subscription.activated',
      'subscription.past_due',
      'subscription.canceled',
    ]);
  });

  test('is retried on the days of RENEWAL_RETRY_DAYS', async () => {
    const { renewalRetryDays } = readSettings({ RENEWAL_RETRY_DAYS: '2,10' }, { serving: false });
    globals.counterfoilSettings = { ...settings(), renewalRetryDays };
    const { due, renew, order } = await pastDue();
    expect((await order()).nextChargeAt).toEqual(addDays(due, 2));
    await renew(addDays(due, 2));
    expect((await order()).nextChargeAt).toEqual(addDays(due, 10));
    await renew(addDays(due, 10));
    expect(await order()).toMatchObject({ status: 'canceled', endedAt: addDays(due, 10) });
  });

  test('skips missed retry days after a late run, and counts from the first failure', async () => {
    const { due, renew, order, replaceCardNumber } = await newSubscription();
    await replaceCardNumber(cards.declined);
    const first = addDays(due, 20);
    await renew(first);
    expect(await order()).toMatchObject({ pastDueSince: first, nextChargeAt: addDays(first, 1) });
    await renew(hour(addDays(first, 4), 3));
    expect(await order()).toMatchObject({ pastDueSince: first, nextChargeAt: addDays(first, 5) });
    await renew(addDays(first, 30));
    expect(await order()).toMatchObject({ status: 'canceled', endedAt: addDays(first, 30) });
  });

  test('keeps the period and the next charge after a recovery', async () => {
    const subscription = await pastDue();
    const { due, startedAt, renew, order, replaceCardNumber, subscriptionEvents } = subscription;
    await renew(addDays(due, 1));
    await replaceCardNumber(cards.good);
    await renew(addDays(due, 3));
    const end = periodStart(startedAt, 'monthly', 2);
    expect(await order()).toMatchObject({
      status: 'active',
      periodNumber: 2,
      pastDueSince: null,
      currentPeriodStart: due,
      currentPeriodEnd: end,
      nextChargeAt: end,
    });
    expect(await attempts(subscription)).toEqual([declined, declined, [2, 'succeeded', null]]);
    expect((await subscriptionEvents()).slice(-2)).toEqual(['subscription.past_due', 'subscription.recovered']);
    await renew(end);
    expect(await order()).toMatchObject({ periodNumber: 3, currentPeriodStart: end });
  });

  test('counts a second past due phase from its own first failure', async () => {
    const { due, startedAt, renew, order, replaceCardNumber } = await pastDue();
    await replaceCardNumber(cards.good);
    await renew(addDays(due, 7));
    await replaceCardNumber(cards.declined);
    const end = periodStart(startedAt, 'monthly', 2);
    await renew(end);
    expect(await order()).toMatchObject({ status: 'past_due', pastDueSince: end, nextChargeAt: addDays(end, 1) });
  });

  test('ends immediately without further charges when canceled while past due', async () => {
    const { due, renew, order, payments, cancel } = await pastDue();
    const at = addDays(due, 2);
    await cancel(at);
    expect(await order()).toMatchObject({
      status: 'canceled',
      canceledAt: at,
      endedAt: at,
      nextChargeAt: null,
      pastDueSince: null,
    });
    expect(await renew(addDays(due, 30))).toBe(0);
    expect(await payments()).toHaveLength(2);
  });

  test('charges the next week immediately after a recovery that outlasts its period', async () => {
    const { due, renew, order, replaceCardNumber, payments } = await pastDue({ content: { billingPeriod: 'weekly' } });
    for (const day of [1, 3, 5]) await renew(addDays(due, day));
    await replaceCardNumber(cards.good);
    const at = hour(addDays(due, 7), 5);
    await renew(at);
    expect(await order()).toMatchObject({
      status: 'active',
      periodNumber: 2,
      currentPeriodStart: due,
      currentPeriodEnd: addDays(due, 7),
      nextChargeAt: addDays(due, 7),
    });
    await renew(at);
    expect(await order()).toMatchObject({ periodNumber: 3, currentPeriodEnd: addDays(due, 14) });
    expect(await renew(at)).toBe(0);
    const paid = (await payments()).filter(({ status }) => status === 'succeeded');
    expect(paid.map(({ periodNumber }) => periodNumber)).toEqual([1, 2, 3]);
  });
});

describe('a hard decline', () => {
  test.each([
    ['lost', 'method_refused', 'card permanently declined'],
    ['askedLater', 'authentication_required', 'customer authentication required'],
  ] as const)('%s: skips the retries with reason %s, then ends the subscription', async (name, reason, words) => {
    const subscription = await newSubscription();
    const { due, renew, order, subscriptionEvents, payments } = subscription;
    await subscription.replaceCardNumber(cards[name]);
    await renew(due);
    expect(await order()).toMatchObject({ status: 'past_due', nextChargeAt: addDays(due, 1) });
    for (const day of [1, 3, 5]) {
      expect(await renew(addDays(due, day))).toBe(1);
      expect((await order()).status).toBe('past_due');
    }
    await renew(addDays(due, 7));
    expect(await order()).toMatchObject({ status: 'canceled', endedAt: addDays(due, 7) });
    expect(await payments()).toHaveLength(2);
    expect(await subscriptionEvents()).toEqual([
      'subscription.activated',
      'subscription.past_due',
      ...Array.from({ length: 4 }, () => 'subscription.charge_skipped'),
      'subscription.canceled',
    ]);
    const [skipped] = (await subscription.history()).filter(({ type }) => type === 'subscription.charge_skipped');
    expect(skipped?.data).toEqual({ reason });
    expect(describeEvent(skipped?.type ?? '', { data: skipped?.data ?? {}, amount: undefined })).toBe(
      `Charge skipped: ${words}`,
    );
  });

  test('charges another card immediately', async () => {
    const subscription = await newSubscription();
    const { due, renew, order, change } = subscription;
    await subscription.replaceCardNumber(cards.lost);
    await renew(due);
    const at = hour(due, 5);
    expect(await change(cards.other, at)).toMatchObject({ state: 'changed' });
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 2, currentPeriodStart: due });
    const last = (await subscription.payments()).at(-1);
    expect(last).toMatchObject({ status: 'succeeded', cardLast4: '4444', periodNumber: 2, createdAt: at });
  });

  test('skips the charge of a subscription without a saved method, and records it', async () => {
    const { id, due, renew, order, history, payments } = await newSubscription();
    await db.update(paymentMethods).set({ replacedAt: due }).where(eq(paymentMethods.orderId, id));
    await renew(due);
    expect(await order()).toMatchObject({ status: 'past_due', nextChargeAt: addDays(due, 1) });
    const skipped = (await history()).find(({ type }) => type === 'subscription.charge_skipped');
    expect(skipped?.data).toEqual({
      reason: 'no_method',
      pastDueSince: due.toISOString(),
      retryAt: null,
      method: null,
    });
    expect(await payments()).toHaveLength(1);
  });
});

describe('a new card', () => {
  test('keeps the retry schedule when it is declined, too', async () => {
    const subscription = await pastDue();
    const { due, order, change, renew } = subscription;
    const at = addDays(due, 2);
    // Saved without a charge, but declined at renewals.
    await change('4000000000000341', at);
    expect(await order()).toMatchObject({ status: 'past_due', pastDueSince: due, nextChargeAt: addDays(due, 3) });
    expect(await attempts(subscription)).toEqual([declined, declined]);
    expect(await renew(addDays(due, 3))).toBe(1);
  });

  test('changes nothing when it is rejected', async () => {
    const subscription = await pastDue();
    const { due, order, change } = subscription;
    await expect(change(cards.declined, addDays(due, 2))).rejects.toMatchObject({ status: 400 });
    expect(await order()).toMatchObject({ status: 'past_due', nextChargeAt: addDays(due, 1) });
    expect(await attempts(subscription)).toEqual([declined]);
  });

  test('is charged once by concurrent reports', async () => {
    const subscription = await newSubscription();
    const { due, renew, order, change, settle, payments } = subscription;
    await subscription.replaceCardNumber(cards.lost);
    await renew(due);
    const at = hour(due, 1);
    await change('4000009900004006', at);
    const later = hour(at, 1);
    // The outcome is known now: the first report puts the card in use; its charge fails.
    await Promise.all(Array.from({ length: 4 }, () => settle(later)));
    await subscription.settle(hour(later, 1));
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 2 });
    expect(await payments()).toHaveLength(3);
  });

  test('is charged as soon as the pending charge of the old card fails', async () => {
    const subscription = await newSubscription();
    const { due, renew, order, change, settle } = subscription;
    await subscription.replaceCardNumber(cards.processingFails);
    await renew(due);
    const at = hour(due, 0.001);
    await change(cards.other, at);
    expect(await order()).toMatchObject({ status: 'active', nextChargeAt: null });
    const later = hour(due, 1);
    await settle(later);
    expect(await order()).toMatchObject({ status: 'past_due', nextChargeAt: later });
    await renew(later);
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 2 });
    expect((await subscription.payments()).at(-1)).toMatchObject({ status: 'succeeded', cardLast4: '4444' });
  });

  test('saves the subscription when given during the last retry of the old card', async () => {
    const subscription = await pastDue();
    const { due, renew, order, change, settle } = subscription;
    for (const day of [1, 3, 5]) await renew(addDays(due, day));
    await subscription.replaceCardNumber(cards.processingFails);
    await renew(addDays(due, 7));
    await change(cards.other, hour(addDays(due, 7), 0.001));
    const later = hour(addDays(due, 7), 1);
    await settle(later);
    expect(await order()).toMatchObject({ status: 'past_due', nextChargeAt: later });
    await renew(later);
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 2, currentPeriodStart: due });
  });

  test('is not charged twice if the worker was faster than the buyer’s request', async () => {
    const subscription = await pastDue();
    const { id, due, merchant, order } = subscription;
    const at = hour(due, 2);
    await retryNow(db, { ...scopeOfStore(merchant.store), id }, { kind: 'portal', by: 'test' }, at);
    expect(await attempts(subscription)).toEqual([declined]);
    expect((await order()).nextChargeAt).toEqual(addDays(due, 1));
  });

  test('accepts the same card again', async () => {
    const subscription = await newSubscription();
    const { id, due, renew, order, change } = subscription;
    await subscription.replaceCardNumber(cards.lost);
    await renew(due);
    const inUse = eq(paymentMethods.orderId, id);
    expect(await db.select().from(paymentMethods).where(inUse)).toMatchObject([{ refusedAt: due }]);
    await change(cards.good, hour(due, 1));
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 2 });
    await renew(periodStart(subscription.startedAt, 'monthly', 2), onlyProvider(sandboxProvider(db)));
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 3 });
  });
});
