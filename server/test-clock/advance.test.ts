import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails, orders, paymentMethods, payments, sandboxCharges, sandboxMethods } from '#db/schema/index.ts';
import { maxAnswerMs } from '#server/billing/payments/ask-provider.ts';
import { periodStart } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { lockStore } from '#server/stores/stores.ts';
import { db, newSession, pay, type TestMerchant } from '#server/testing/api.ts';
import { emailEvents } from '#server/testing/emails.ts';
import { orderOf, paymentsOf } from '#server/testing/orders/rows.ts';
import { copySubscription } from '#server/testing/orders/subscriptions.ts';
import {
  clockOf,
  daysAfter,
  type FrozenMerchant,
  newFrozenMerchant,
  providerBalanceOf,
  subscribe,
} from '#server/testing/test-clock.ts';
import { runAdvance, startAdvance } from './advance.ts';

const summaries = (timeline: readonly { summary: string }[]) => timeline.map(({ summary }) => summary);
const monthsAfter = (at: string, months: number) => periodStart(new Date(at), 'monthly', months).toISOString();

/** The events by time, given in months and days after the start. */
function byMoment(timeline: readonly { at: string; summary: string }[]) {
  const moments = new Map<string, string[]>();
  for (const { at, summary } of timeline) moments.set(at, [...(moments.get(at) ?? []), summary]);
  return [...moments];
}

test('runs a year of a monthly subscription with one failed month', async () => {
  const merchant = await newFrozenMerchant();
  const { at } = merchant;
  const sessionId = await subscribe(merchant, '4000009900006001');
  const began = performance.now();
  const { testClock, timeline, timelineTotal } = await merchant.advance(monthsAfter(at, 12));
  expect(performance.now() - began).toBeLessThan(20_000);

  const paid = (period: number) => ['Payment of $21.42 succeeded', `Subscription renewed, period ${period}`];
  const month = (number: number): [string, string[]][] => [
    [daysAfter(monthsAfter(at, number), -3), ['Reminder of the next charge sent']],
    [monthsAfter(at, number), paid(number + 1)],
  ];
  const failing: [string, string[]][] = [
    [daysAfter(monthsAfter(at, 1), -3), ['Reminder of the next charge sent']],
    [monthsAfter(at, 1), ['Payment of $21.42 failed: Insufficient funds', 'Subscription past due']],
    [daysAfter(monthsAfter(at, 1), 1), ['Payment of $21.42 succeeded', 'Subscription recovered, period 2']],
  ];
  const later = Array.from({ length: 11 }, (_, index) => month(index + 2)).flat();
  expect(byMoment(timeline)).toEqual([...failing, ...later]);
  expect(timelineTotal).toBe(timeline.length);
  const order = await orderOf(sessionId);
  expect(new Set(timeline.map(({ objectId }) => objectId))).toEqual(new Set([toShortId('ORD', order.id)]));

  expect(testClock).toMatchObject({
    at: monthsAfter(at, 12),
    nextDueAt: daysAfter(monthsAfter(at, 13), -3),
  });
  expect(order).toMatchObject({ status: 'active', periodNumber: 13, pastDueSince: null });
  // The failed month did not move any later period.
  expect(order.currentPeriodStart?.toISOString()).toBe(monthsAfter(at, 12));
  const rows = await paymentsOf(sessionId);
  expect(rows.map(({ periodNumber, status }) => [periodNumber, status])).toEqual([
    [1, 'succeeded'],
    [2, 'failed'],
    ...Array.from({ length: 12 }, (_, index) => [index + 2, 'succeeded']),
  ]);
  expect(await providerBalanceOf(merchant)).toBe(13 * 2142);
});

test('retries a declined card, then ends the subscription', async () => {
  const merchant = await newFrozenMerchant();
  const sessionId = await subscribe(merchant, '4000000000000341');
  const due = monthsAfter(merchant.at, 1);
  const { timeline } = await merchant.advance(daysAfter(due, 30));
  const failed = timeline.filter(({ type }) => type === 'payment.failed').map(({ at }) => at);
  expect(failed).toEqual([0, 1, 3, 5, 7].map((days) => daysAfter(due, days)));
  expect(timeline.at(-1)).toMatchObject({ at: daysAfter(due, 7), summary: 'Subscription canceled: payment failed' });
  expect(await orderOf(sessionId)).toMatchObject({ status: 'canceled', nextChargeAt: null, remindAt: null });
  expect(await providerBalanceOf(merchant)).toBe(2142);
});

test('runs each event at its time, and outcomes before their consequences', async () => {
  const merchant = await newFrozenMerchant();
  const { at } = merchant;
  // Trials of two weeks, one of them canceled; a pending order; and a card that is decided after 20 seconds.
  const trial = { metadata: { trialDays: 14 } };
  const reactivated = await subscribe(merchant, undefined, trial);
  const ending = await subscribe(merchant, undefined, trial);
  await merchant.call('subscription-order/cancel-order', { orderId: toShortId('ORD', (await orderOf(ending)).id) });
  const unpaid = await newSession(merchant, { expiresInSeconds: 14 * 3600 });
  await merchant.call('onetime-order/create-order', {
    checkoutSessionId: unpaid.sessionId,
    billingDetail: { country: 'DE', isBusiness: false },
  });
  const slow = await newSession(merchant);
  expect(await pay(merchant, slow.sessionId, { cardNumber: '4000009900004006' })).toEqual({ state: 'processing' });

  const { timeline } = await merchant.advance(daysAfter(at, 15));
  const names = new Map(
    await Promise.all(
      Object.entries({ kept: reactivated, ending, unpaid: unpaid.sessionId, slow: slow.sessionId }).map(
        async ([name, sessionId]) => [toShortId('ORD', (await orderOf(sessionId)).id), name] as const,
      ),
    ),
  );
  expect(timeline.map((entry) => [entry.at, names.get(entry.objectId), entry.type])).toEqual([
    [new Date(Date.parse(at) + 30_000).toISOString(), 'slow', 'order.completed'],
    [new Date(Date.parse(at) + 14 * 3_600_000).toISOString(), 'unpaid', 'order.expired'],
    [daysAfter(at, 11), 'kept', 'subscription.reminded'],
    [daysAfter(at, 14), 'ending', 'subscription.canceled'],
    [daysAfter(at, 14), 'kept', 'payment.succeeded'],
    [daysAfter(at, 14), 'kept', 'subscription.activated'],
  ]);
});

test('recovers a lost answer, and is not delayed by a slow card', async () => {
  const merchant = await newFrozenMerchant();
  const [lostAnswer, slow] = [await subscribe(merchant), await subscribe(merchant)];
  /** Replaces the saved card at the provider. */
  const swapCard = async (sessionId: string, number: string) => {
    const { id } = await orderOf(sessionId);
    const [method] = await db.select().from(paymentMethods).where(eq(paymentMethods.orderId, id));
    const isKept = eq(sandboxMethods.id, method?.providerMethodId ?? '');
    await db.update(sandboxMethods).set({ number }).where(isKept);
  };
  await swapCard(lostAnswer, '4000009900003008');
  await swapCard(slow, '4000009900002000');
  const to = new Date(daysAfter(monthsAfter(merchant.at, 3), 1));
  const began = performance.now();
  const started = await db.transaction(async (tx) => {
    const store = await lockStore(tx, scopeOfStore(merchant.store));
    if (!store) throw new Error('no store');
    return await startAdvance(tx, store, to, new Date());
  });
  const actor = { kind: 'operator', by: 'test' } as const;
  await runAdvance(db, started, { actor, readClock: () => new Date() });
  // In real time, a single lost answer would take this long.
  expect(performance.now() - began).toBeLessThan(maxAnswerMs);
  for (const sessionId of [lostAnswer, slow]) {
    expect(await orderOf(sessionId)).toMatchObject({ status: 'active', periodNumber: 4 });
    expect((await paymentsOf(sessionId)).map(({ status }) => status)).toEqual(Array(4).fill('succeeded'));
  }
  expect(await providerBalanceOf(merchant)).toBe(8 * 2142);
});

test('checks an undecided payment with growing delays, and still completes', async () => {
  const merchant = await newFrozenMerchant();
  const { sessionId } = await newSession(merchant);
  await pay(merchant, sessionId, { cardNumber: '4000009900004006' });
  const [payment] = await paymentsOf(sessionId);
  // Chosen so that an eighth of its age is not a whole number of milliseconds.
  const createdAt = new Date(Date.parse(merchant.at) - 1_000_003);
  const never = new Date(daysAfter(merchant.at, 4000));
  await db
    .update(payments)
    .set({ createdAt })
    .where(eq(payments.id, payment?.id ?? ''));
  await db
    .update(sandboxCharges)
    .set({ settlesAt: never })
    .where(eq(sandboxCharges.key, payment?.id ?? ''));
  const { testClock, timeline } = await merchant.advance(daysAfter(merchant.at, 1));
  expect([testClock.at, timeline]).toEqual([daysAfter(merchant.at, 1), []]);
  expect((await paymentsOf(sessionId))[0]?.status).toBe('processing');
});

test('excludes earlier and later events at the same clock time from the timeline', async () => {
  const merchant = await newFrozenMerchant();
  await subscribe(merchant);
  const to = daysAfter(merchant.at, 1);
  expect((await merchant.advance(to)).timeline).toEqual([]);
  await subscribe(merchant);
  expect((await merchant.advance(to)).timeline).toEqual([]);
  const { timeline } = await merchant.advance(monthsAfter(merchant.at, 1));
  expect(summaries(timeline)).toEqual([
    'Reminder of the next charge sent',
    'Reminder of the next charge sent',
    'Payment of $21.42 succeeded',
    'Subscription renewed, period 2',
  ]);
});

describe('outside the store', () => {
  const fieldsOf = (merchant: FrozenMerchant) =>
    db
      .select({ status: orders.status, nextChargeAt: orders.nextChargeAt })
      .from(orders)
      .where(eq(orders.storeId, merchant.store.id));

  test('does not advance another store', async () => {
    const [one, other] = [await newFrozenMerchant(), await newFrozenMerchant()];
    await subscribe(one);
    await subscribe(other);
    const before = await fieldsOf(other);
    await one.advance(daysAfter(one.at, 100));
    expect(await fieldsOf(other)).toEqual(before);
    expect(await clockOf(other)).toBe(other.at);
  });

  test.each([
    ['of the store’s members by sending them in real time', 'queued', (merchant: TestMerchant) => merchant.email],
    ['of others by keeping them in the mailbox', 'kept', ({ store }: TestMerchant) => `${store.id}@example.com`],
  ])('handles emails to addresses %s', async (_, status, addressOf) => {
    const merchant = await newFrozenMerchant();
    const buyerEmail = addressOf(merchant);
    const subscription = await subscribe(merchant);
    await db.update(orders).set({ buyerEmail }).where(eq(orders.checkoutSessionId, subscription));
    await merchant.advance(monthsAfter(merchant.at, 1));
    await emailEvents(merchant, 'subscription.reminded');
    const [sent] = await db.select().from(emails).where(eq(emails.recipient, buyerEmail));
    expect([sent?.status === 'sent' ? 'queued' : sent?.status, sent?.subject]).toEqual([
      status,
      expect.stringContaining('[Test]'),
    ]);
    expect(sent && sent.createdAt <= new Date() && sent.nextAttemptAt <= new Date()).toBe(true);
  });

  test('stops after the time limit, and continues with the next call', async () => {
    const merchant = await newFrozenMerchant();
    const subscription = await subscribe(merchant);
    const to = new Date(monthsAfter(merchant.at, 6));
    const continueAdvance = async () => {
      const started = await db.transaction(async (tx) => {
        const store = await lockStore(tx, scopeOfStore(merchant.store));
        if (!store) throw new Error('no store');
        return await startAdvance(tx, store, to, new Date());
      });
      const actor = { kind: 'operator', by: 'test' } as const;
      return await runAdvance(db, started, { actor, readClock: () => new Date(), maxMs: 0 });
    };
    const first = await continueAdvance();
    expect([first.finishedAt !== null, first.endsAt < to]).toEqual([true, true]);
    expect(await clockOf(merchant)).toBe(first.endsAt.toISOString());
    await merchant.advance(to.toISOString());
    expect(await orderOf(subscription)).toMatchObject({ status: 'active', periodNumber: 7 });
  });

  test('can stop in the middle of a moment, which the next call completes first', async () => {
    const merchant = await newFrozenMerchant();
    const subscription = await subscribe(merchant);
    const { id } = await orderOf(subscription);
    // More than one batch.
    const ids = [id, ...(await copySubscription({ id, order: () => orderOf(subscription) }, 44))];
    const due = monthsAfter(merchant.at, 1);
    const to = new Date(daysAfter(due, 1));
    const started = await db.transaction(async (tx) => {
      const store = await lockStore(tx, scopeOfStore(merchant.store));
      if (!store) throw new Error('no store');
      return await startAdvance(tx, store, to, new Date());
    });
    let pieces = 0;
    let readings = 0;
    const arrived = await runAdvance(db, started, {
      actor: { kind: 'operator', by: 'test' },
      heartbeatMs: 3_600_000,
      maxMs: 60_000,
      // A minute passes while the first renewals are charged.
      readClock() {
        if (pieces === 2) readings += 1;
        return new Date(Date.now() + (readings > 1 ? 60_000 : 0));
      },
      async onProgress() {
        pieces += 1;
      },
    });
    const renewed = async () =>
      (await db.select().from(orders).where(inArray(orders.id, ids))).filter(({ periodNumber }) => periodNumber === 2);
    expect([arrived.endsAt.toISOString(), await clockOf(merchant)]).toEqual([due, due]);
    expect(await renewed()).toHaveLength(40);
    const { testClock, timeline } = await merchant.advance(to.toISOString());
    expect(testClock.at).toBe(to.toISOString());
    expect(timeline.filter(({ type }) => type === 'subscription.renewed').map(({ at }) => at)).toEqual(
      Array(5).fill(due),
    );
    expect(await renewed()).toHaveLength(45);
  });

  test('does not affect prod', async () => {
    const merchant = await newFrozenMerchant();
    const sessionId = await subscribe(merchant);
    const { id } = await orderOf(sessionId);
    for (const table of [orders, payments]) {
      await db
        .update(table)
        .set({ environment: 'prod' })
        .where(and(eq(table.storeId, merchant.store.id)));
    }
    const { timeline } = await merchant.advance(daysAfter(merchant.at, 100));
    expect(timeline).toEqual([]);
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order?.periodNumber).toBe(1);
  });
});
