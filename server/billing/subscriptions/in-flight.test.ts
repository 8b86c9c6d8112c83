/** Charges whose outcome is unknown, or is reported late. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ledgerTransactions, orders, paymentMethods } from '#db/schema/index.ts';
import { checkPayment } from '#server/checkout/check-payment.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { declineSentences } from '#server/domain/declines.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { answerChallenge, sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { allowSeveralSubscriptions, db } from '#server/testing/api.ts';
import { lostAnswer } from '#server/testing/crashes/undecided-sandbox.ts';
import {
  onlyProvider,
  reportingDecline,
  unreachable,
  withChargeHandler,
} from '#server/testing/crashes/unreliable-sandbox.ts';
import { capturedMinor, cards, newSubscription, type TestSubscription } from '#server/testing/orders/subscriptions.ts';
import { startRenewals } from './start-renewals.ts';

const minutes = (moment: Date, count: number) => new Date(moment.getTime() + count * 60_000);
const hour = (moment: Date, hours: number) => new Date(moment.getTime() + hours * 3_600_000);
const worker = { kind: 'worker', by: 'test' } as const;
const sandbox = sandboxProvider(db);
const trial = { metadata: { trialDays: 14 } };

const attempts = async ({ payments }: TestSubscription) =>
  (await payments()).slice(1).map(({ periodNumber, status, failureCode }) => [periodNumber, status, failureCode]);
const last = async ({ payments }: TestSubscription) => {
  const payment = (await payments()).at(-1);
  if (!payment) throw new Error('there is no payment');
  return payment;
};
const bookedOf = async (paymentId: string) =>
  (
    await db
      .select({ kind: ledgerTransactions.kind })
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.paymentId, paymentId))
      .orderBy(ledgerTransactions.id)
  ).map(({ kind }) => kind);

describe('a crashed worker', () => {
  test('between intent and charge: is due again a minute later, without dunning', async () => {
    const subscription = await newSubscription();
    const { due, merchant, order, renew, settle, end, subscriptionEvents } = subscription;
    await startRenewals(db, { merchantId: merchant.id, storeId: merchant.store.id }, worker, due, 10);
    expect(await order()).toMatchObject({ status: 'active', nextChargeAt: null });
    expect([await renew(hour(due, 0.005)), await settle(hour(due, 0.005))]).toEqual([0, 0]);
    const later = hour(due, 0.01);
    expect(await settle(later)).toBe(1);
    const again = minutes(later, 1);
    expect(await order()).toMatchObject({ status: 'active', nextChargeAt: again, pastDueSince: null });
    expect([await renew(later), await renew(again), await end(again)]).toEqual([0, 1, 0]);
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 2, currentPeriodStart: due });
    expect(await attempts(subscription)).toEqual([
      [2, 'failed', 'not_attempted'],
      [2, 'succeeded', null],
    ]);
    expect(await subscriptionEvents()).toEqual(['subscription.activated', 'subscription.renewed']);
  });

  test('between charge and record: counts as paid, and is not charged again', async () => {
    const subscription = await newSubscription();
    const { due, order, renew, settle } = subscription;
    expect(await renew(due, onlyProvider(lostAnswer))).toBe(1);
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 1, nextChargeAt: null });
    const later = hour(due, 1);
    expect([await renew(later), await settle(later), await renew(later)]).toEqual([0, 1, 0]);
    expect(await order()).toMatchObject({ periodNumber: 2, currentPeriodStart: due });
    expect(await attempts(subscription)).toEqual([[2, 'succeeded', null]]);
  });

  test('before a retry: stays past due since the first failure, and is due again a minute later', async () => {
    const subscription = await newSubscription();
    const { due, order, renew, settle } = subscription;
    await subscription.replaceCardNumber(cards.declined);
    await renew(due);
    await renew(addDays(due, 1), onlyProvider(unreachable));
    const later = hour(addDays(due, 1), 1);
    await settle(later);
    const again = minutes(later, 1);
    expect(await order()).toMatchObject({ status: 'past_due', pastDueSince: due, nextChargeAt: again });
  });
});

describe('an unreachable provider', () => {
  const neverArrived = {
    status: 'failed',
    providerPaymentId: null,
    code: 'not_attempted',
    reason: declineSentences.not_attempted,
  } as const;
  const down = onlyProvider(withChargeHandler(async () => neverArrived));

  /** Renews whenever a charge is due, like a worker that checks every minute. Returns the minutes of the attempts. */
  async function renewWhileDown({ renew, order }: TestSubscription, from: Date, until: number): Promise<number[]> {
    const attemptMinutes: number[] = [];
    for (let at = from; at <= minutes(from, until); at = (await order()).nextChargeAt as Date) {
      // Not due a moment earlier.
      expect(await renew(new Date(at.getTime() - 1), down)).toBe(0);
      expect(await renew(at, down)).toBe(1);
      attemptMinutes.push((at.getTime() - from.getTime()) / 60_000);
    }
    return attemptMinutes;
  }

  test('is asked with growing delays, without dunning and without moving the period', async () => {
    const subscription = await newSubscription();
    const { due, order, renew, subscriptionEvents } = subscription;
    expect(await renewWhileDown(subscription, due, 4 * 60)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    const { nextChargeAt } = await order();
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 1, pastDueSince: null });
    expect(await renew(nextChargeAt as Date)).toBe(1);
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 2, currentPeriodStart: due });
    expect(await subscriptionEvents()).toEqual(['subscription.activated', 'subscription.renewed']);
    // The next failure starts with the shortest delay again.
    const next = (await order()).nextChargeAt as Date;
    expect(await renewWhileDown(subscription, next, 2)).toEqual([0, 1]);
  });

  test('does not use up the retries of a past due subscription', async () => {
    const subscription = await newSubscription();
    const { due, order, renew } = subscription;
    await subscription.replaceCardNumber(cards.declined);
    await renew(due);
    const first = addDays(due, 1);
    expect(await renewWhileDown(subscription, first, 60)).toEqual([0, 1, 3, 7, 15, 31]);
    const again = (await order()).nextChargeAt as Date;
    expect(again).toEqual(minutes(first, 63));
    expect(await order()).toMatchObject({ status: 'past_due', pastDueSince: due });
    expect(await renew(again)).toBe(1);
    expect(await order()).toMatchObject({ status: 'past_due', pastDueSince: due, nextChargeAt: addDays(due, 3) });
  });

  test('does not end a subscription at the last retry until the provider answers', async () => {
    const subscription = await newSubscription();
    const { due, order, renew } = subscription;
    await subscription.replaceCardNumber(cards.declined);
    for (const day of [0, 1, 3, 5]) await renew(addDays(due, day));
    expect(await renewWhileDown(subscription, addDays(due, 7), 3)).toEqual([0, 1, 3]);
    expect((await order()).status).toBe('past_due');
    const chargedAt = (await order()).nextChargeAt as Date;
    await renew(chargedAt);
    expect(await order()).toMatchObject({ status: 'canceled', endedAt: chargedAt });
  });

  test('delays the first charge of a trial, and still allows a new card', async () => {
    const subscription = await newSubscription({ content: trial });
    const { due, order, change, renew } = subscription;
    expect(await renewWhileDown(subscription, due, 1)).toEqual([0, 1]);
    expect(await order()).toMatchObject({ status: 'trialing', periodNumber: 0 });
    const again = (await order()).nextChargeAt as Date;
    await change(cards.other, minutes(due, 2));
    expect((await order()).nextChargeAt).toEqual(again);
    await renew(again);
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 1, currentPeriodStart: due });

    const late = await newSubscription();
    await late.replaceCardNumber(cards.declined);
    await late.renew(late.due);
    await renewWhileDown(late, addDays(late.due, 1), 1);
    await late.change(cards.other, minutes(addDays(late.due, 1), 2));
    expect(await late.order()).toMatchObject({ status: 'active', periodNumber: 2 });
  });
});

describe('a charge that stays pending for days', () => {
  test('leaves the subscription unchanged, and renews the same period when paid', async () => {
    const { due, startedAt, order, renew, settle, end, replaceCardNumber } = await newSubscription();
    await replaceCardNumber(cards.processing);
    await renew(due);
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 1, nextChargeAt: null });
    const later = addDays(due, 4);
    expect([await renew(later), await end(later), await settle(later)]).toEqual([0, 0, 1]);
    expect(await order()).toMatchObject({
      status: 'active',
      currentPeriodStart: due,
      nextChargeAt: periodStart(startedAt, 'monthly', 2),
    });
  });

  test('makes the subscription past due on the day it fails', async () => {
    const { due, order, renew, settle, replaceCardNumber } = await newSubscription();
    await replaceCardNumber(cards.processingFails);
    await renew(due);
    const later = addDays(due, 4);
    await settle(later);
    expect(await order()).toMatchObject({
      status: 'past_due',
      pastDueSince: later,
      nextChargeAt: addDays(later, 1),
    });
  });

  test('makes the next period due immediately if it outlasts the period', async () => {
    const subscription = await newSubscription({ content: { billingPeriod: 'weekly' } });
    const { due, order, renew, settle } = subscription;
    await subscription.replaceCardNumber(cards.processing);
    await renew(due);
    const later = addDays(due, 9);
    await settle(later);
    expect(await order()).toMatchObject({ periodNumber: 2, nextChargeAt: addDays(due, 7) });
    await subscription.replaceCardNumber(cards.good);
    expect([await renew(later), await renew(later)]).toEqual([1, 0]);
    expect(await attempts(subscription)).toEqual([
      [2, 'succeeded', null],
      [3, 'succeeded', null],
    ]);
  });
});

describe('a cancellation during a charge', () => {
  test('ends the subscription after the period that was paid', async () => {
    const subscription = await newSubscription();
    const { due, startedAt, order, renew, settle, end, cancel, subscriptionEvents } = subscription;
    await renew(due, onlyProvider(lostAnswer));
    const at = hour(due, 0.001);
    await cancel(at);
    expect(await end(at)).toBe(0);
    await settle(hour(due, 1));
    const until = periodStart(startedAt, 'monthly', 2);
    expect(await order()).toMatchObject({
      status: 'canceling',
      periodNumber: 2,
      currentPeriodStart: due,
      currentPeriodEnd: until,
      nextChargeAt: null,
      remindAt: null,
      canceledAt: at,
    });
    expect([await renew(until), await end(until)]).toEqual([0, 1]);
    expect(await order()).toMatchObject({ status: 'canceled', endedAt: until });
    expect(await attempts(subscription)).toEqual([[2, 'succeeded', null]]);
    expect(await subscriptionEvents()).toEqual([
      'subscription.activated',
      'subscription.canceling',
      'subscription.renewed',
      'subscription.canceled',
    ]);
  });

  test('continues from the paid period after a reactivation', async () => {
    const { due, startedAt, order, renew, settle, cancel, reactivate } = await newSubscription();
    await renew(due, onlyProvider(lostAnswer));
    await cancel(hour(due, 0.001));
    await expect(reactivate(hour(due, 0.002))).rejects.toMatchObject({ status: 400 });
    await settle(hour(due, 1));
    await reactivate(hour(due, 2));
    const until = periodStart(startedAt, 'monthly', 2);
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 2, nextChargeAt: until });
    await renew(until);
    expect(await order()).toMatchObject({ periodNumber: 3 });
  });

  test('ends the subscription with its current period if the charge fails', async () => {
    const { due, order, renew, settle, end, cancel, replaceCardNumber, subscriptionEvents } = await newSubscription();
    await replaceCardNumber(cards.lost);
    await renew(due, onlyProvider(lostAnswer));
    await cancel(hour(due, 0.001));
    await settle(hour(due, 1));
    expect(await order()).toMatchObject({ status: 'canceling', nextChargeAt: null });
    await end(hour(due, 1));
    expect(await order()).toMatchObject({ status: 'canceled', endedAt: due, nextChargeAt: null });
    expect(await subscriptionEvents()).not.toContain('subscription.past_due');
  });

  test('does not repeat a charge that was never attempted', async () => {
    const subscription = await newSubscription();
    const { due, order, renew, settle, end, cancel } = subscription;
    await renew(due, onlyProvider(unreachable));
    await cancel(hour(due, 0.001));
    const later = hour(due, 1);
    expect([await settle(later), await renew(later), await end(later)]).toEqual([1, 0, 1]);
    expect(await order()).toMatchObject({ status: 'canceled', endedAt: due });
    expect(await attempts(subscription)).toEqual([[2, 'failed', 'not_attempted']]);
  });

  test('counts the first charge after a trial as activation, not as renewal', async () => {
    const { due, order, renew, settle, cancel, subscriptionEvents } = await newSubscription({ content: trial });
    await renew(due, onlyProvider(lostAnswer));
    await cancel(hour(due, 0.001));
    await settle(hour(due, 1));
    expect(await order()).toMatchObject({ status: 'canceling', periodNumber: 1 });
    expect((await subscriptionEvents()).slice(-2)).toEqual(['subscription.canceling', 'subscription.activated']);
  });

  test('is rejected while a past due subscription’s charge is undecided', async () => {
    const { due, order, renew, settle, cancel, replaceCardNumber } = await newSubscription();
    await replaceCardNumber(cards.declined);
    await renew(due);
    await renew(addDays(due, 1), onlyProvider(lostAnswer));
    await expect(cancel(addDays(due, 1))).rejects.toMatchObject({ status: 400 });
    await settle(addDays(due, 2));
    await cancel(addDays(due, 2));
    expect(await order()).toMatchObject({ status: 'canceled', nextChargeAt: null });
  });
});

describe('a charge that was reported as failed, but succeeded', () => {
  /** A subscription that is past due by mistake: the bank has taken the money. */
  async function falselyPastDue(code: Parameters<typeof reportingDecline>[0] = 'payment_failed') {
    const subscription = await newSubscription();
    await subscription.renew(subscription.due, onlyProvider(reportingDecline(code)));
    const payment = await last(subscription);
    expect(await capturedMinor(payment)).toBe(2142);
    expect(await subscription.order()).toMatchObject({ status: 'past_due' });
    return { ...subscription, payment, checkAt: (now: Date) => checkPayment(db, payment, now) };
  }

  test('pays the period if no other charge has', async () => {
    const { due, startedAt, order, payment, checkAt, subscriptionEvents } = await falselyPastDue();
    await checkAt(hour(due, 1));
    expect(await order()).toMatchObject({
      status: 'active',
      periodNumber: 2,
      pastDueSince: null,
      nextChargeAt: periodStart(startedAt, 'monthly', 2),
    });
    expect(await bookedOf(payment.id)).toEqual(['charge']);
    expect(await subscriptionEvents()).toEqual([
      'subscription.activated',
      'subscription.past_due',
      'subscription.recovered',
    ]);
  });

  test('is given back if a retry has paid meanwhile', async () => {
    const { due, order, payment, checkAt, renew, payments } = await falselyPastDue();
    await renew(addDays(due, 1));
    const before = await order();
    await checkAt(addDays(due, 2));
    expect(await order()).toEqual(before);
    expect((await payments())[1]).toMatchObject({
      status: 'failed',
      failureCode: 'came_too_late',
      unclosedSince: null,
    });
    expect(await capturedMinor(payment)).toBe(0);
    expect(await bookedOf(payment.id)).toEqual(['unusable_charge', 'give_back']);
    // A repeated report changes nothing.
    await checkAt(addDays(due, 3));
    expect(await bookedOf(payment.id)).toEqual(['unusable_charge', 'give_back']);
    expect(await capturedMinor(payment)).toBe(0);
  });

  test('is given back while a retry is in flight', async () => {
    const { due, order, payment, checkAt, renew, settle } = await falselyPastDue();
    await renew(addDays(due, 1), onlyProvider(lostAnswer));
    await checkAt(hour(addDays(due, 1), 0.001));
    expect(await capturedMinor(payment)).toBe(0);
    await settle(addDays(due, 2));
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 2 });
  });

  test('is given back if the subscription has ended', async () => {
    const { due, order, payment, checkAt, cancel } = await falselyPastDue();
    await cancel(addDays(due, 2));
    await checkAt(addDays(due, 3));
    expect(await order()).toMatchObject({ status: 'canceled', periodNumber: 1 });
    expect(await capturedMinor(payment)).toBe(0);
    expect(await bookedOf(payment.id)).toEqual(['unusable_charge', 'give_back']);
  });

  test('is given back by the worker after a failed give-back', async () => {
    const { due, order, payment, cancel, payments, settle } = await falselyPastDue();
    await cancel(addDays(due, 2));
    const broken: PaymentProvider = { ...sandbox, refund: () => Promise.reject(new Error('no answer')) };
    await checkPayment(db, payment, addDays(due, 3), { provider: broken });
    expect((await payments())[1]?.unclosedSince).toEqual(addDays(due, 3));
    expect(await capturedMinor(payment)).toBe(2142);
    await settle(addDays(due, 4));
    expect((await payments())[1]?.unclosedSince).toBeNull();
    expect(await capturedMinor(payment)).toBe(0);
    expect(await order()).toMatchObject({ status: 'canceled' });
  });

  test('makes a method usable again after a hard decline', async () => {
    const { id, due, startedAt, order, checkAt, renew } = await falselyPastDue('authentication_required');
    const isOrder = eq(paymentMethods.orderId, id);
    expect(await db.select().from(paymentMethods).where(isOrder)).toMatchObject([{ refusedAt: due }]);
    await checkAt(hour(due, 1));
    expect(await db.select().from(paymentMethods).where(isOrder)).toMatchObject([{ refusedAt: null }]);
    await renew(periodStart(startedAt, 'monthly', 2));
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 3 });
  });

  test('pays once for concurrent reports', async () => {
    const { due, order, payment, checkAt, payments } = await falselyPastDue();
    await Promise.all(Array.from({ length: 8 }, () => checkAt(hour(due, 1))));
    expect(await order()).toMatchObject({ status: 'active', periodNumber: 2 });
    expect(await payments()).toHaveLength(2);
    expect(await bookedOf(payment.id)).toEqual(['charge']);
  });
});

describe('a 3D Secure challenge without the buyer present', () => {
  const card = { number: cards.asks, expiryMonth: 12, expiryYear: 2099, cvc: '123' };
  const challengingProvider: PaymentProvider = {
    ...sandbox,
    charge: (charge, now) => sandbox.charge({ ...charge, method: { kind: 'card', card }, isOffSession: false }, now),
  };

  test('is closed by the worker, which makes the subscription past due', async () => {
    const subscription = await newSubscription();
    const { due, order, renew, settle, end } = subscription;
    await renew(due, onlyProvider(challengingProvider));
    expect(await last(subscription)).toMatchObject({ status: 'requires_action' });
    expect(await order()).toMatchObject({ status: 'active', nextChargeAt: null });
    const later = hour(due, 2);
    expect([await renew(later), await end(later), await settle(later)]).toEqual([0, 0, 1]);
    expect(await last(subscription)).toMatchObject({ status: 'failed', failureCode: 'authentication_abandoned' });
    expect(await order()).toMatchObject({ status: 'past_due', nextChargeAt: addDays(later, 1) });
  });

  test('is closed without a charge when the past due subscription is canceled', async () => {
    const subscription = await newSubscription();
    const { due, order, renew, settle, cancel } = subscription;
    await subscription.replaceCardNumber(cards.declined);
    await renew(due);
    await renew(addDays(due, 1), onlyProvider(challengingProvider));
    await cancel(addDays(due, 1));
    expect(await order()).toMatchObject({ status: 'canceled', nextChargeAt: null });
    await settle(addDays(due, 2));
    const payment = await last(subscription);
    expect(payment).toMatchObject({ status: 'failed', unclosedSince: null });
    await answerChallenge(db, payment.id, true, addDays(due, 2));
    expect(await capturedMinor(payment)).toBe(0);
  });

  test('can be passed by the buyer, even if another trial of theirs has started', async () => {
    const one = await newSubscription({ content: trial });
    await allowSeveralSubscriptions(one.merchant, one.productId);
    await newSubscription({ merchant: one.merchant, fields: { productId: one.productId, withTrial: true } });
    await one.renew(one.due, onlyProvider(challengingProvider));
    const payment = await last(one);
    const pending: PaymentProvider = {
      ...sandbox,
      check: async () => ({ status: 'processing', providerPaymentId: `sandbox_${payment.id}` }),
    };
    await checkPayment(db, payment, hour(one.due, 0.01), { provider: pending });
    expect(await last(one)).toMatchObject({ status: 'processing' });
    await answerChallenge(db, payment.id, true, one.due);
    await one.settle(hour(one.due, 1));
    expect(await one.order()).toMatchObject({ status: 'active', periodNumber: 1 });
  });
});

describe('an inconsistent row', () => {
  test('is not charged a second time during a charge, and does not block others', async () => {
    const one = await newSubscription();
    const other = await newSubscription({ merchant: one.merchant, at: hour(one.startedAt, 1) });
    await one.renew(one.due, onlyProvider(lostAnswer));
    // A store's clock that was set back can leave such a row: canceled and reactivated before the period's end.
    await one.cancel(hour(one.due, -2));
    await one.reactivate(hour(one.due, -1));
    expect((await one.order()).status).toBe('active');
    expect(await one.renew(other.due)).toBe(1);
    expect(await other.order()).toMatchObject({ periodNumber: 2 });
    await one.settle(hour(other.due, 1));
    expect(await one.order()).toMatchObject({ status: 'active', periodNumber: 2 });
    expect(await attempts(one)).toEqual([[2, 'succeeded', null]]);
  });

  test.each(['canceling', 'canceled'] as const)(
    'is not charged and does not block others with status %s',
    async (status) => {
      const one = await newSubscription();
      const other = await newSubscription({ merchant: one.merchant });
      await db.update(orders).set({ status }).where(eq(orders.id, one.id));
      expect(await one.renew(other.due)).toBe(1);
      expect(await one.payments()).toHaveLength(1);
      expect(await other.order()).toMatchObject({ periodNumber: 2 });
    },
  );
});
