/** Plan changes that are interrupted: lost answers, a killed process, 3-D Secure, and races with renewals. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { payments } from '#db/schema/index.ts';
import { addDays } from '#server/domain/billing-calendar.ts';
import { db } from '#server/testing/api.ts';
import { finishChallenge, payCheckout } from '#server/testing/orders/checkout.ts';
import { changeOrderOf, confirmWith, openChange, planAt, quoteOf } from '#server/testing/orders/plan-changes.ts';
import { cards, newSubscription, type TestSubscription } from '#server/testing/orders/subscriptions.ts';
import { setClock } from '#server/testing/test-clock.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { listOrderPayments } from '../payments/payments.ts';

const card = (cardNumber: string) => ({ cardNumber, cardExpiry: '12 / 40', cardCvc: '123' });

const paymentsOf = async (sessionId: string) => await listOrderPayments(db, await changeOrderOf(sessionId));

async function settleLater(subscription: TestSubscription, now: Date) {
  await db
    .update(payments)
    .set({ updatedAt: addDays(now, -1) })
    .where(eq(payments.storeId, subscription.merchant.store.id));
  await subscription.settle(now);
}

describe('kill -9 between charge and switch', () => {
  test.each([
    ['before', 'failed', 'pending', 'active'],
    ['after', 'succeeded', 'active', 'canceled'],
  ] as const)('%s the charge: the worker settles it as %s', async (when, paymentStatus, changed, origin) => {
    const subscription = await newSubscription({ content: planAt('31.00') });
    const { merchant } = subscription;
    const now = new Date();
    const sessionId = await openChange(subscription, planAt('62.00'), now);
    const program = 'server/testing/crashes/die-while-paying.ts';
    const child = spawn(process.execPath, [program, databaseUrl, merchant.slug, sessionId, when, 'change']);
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect((await paymentsOf(sessionId)).map(({ status }) => status)).toEqual(['processing']);
    expect(await subscription.order()).toMatchObject({ status: 'active', endedAt: null });
    await settleLater(subscription, new Date());
    expect((await paymentsOf(sessionId)).map(({ status }) => status)).toEqual([paymentStatus]);
    expect((await changeOrderOf(sessionId)).status).toBe(changed);
    expect((await subscription.order()).status).toBe(origin);
    await settleLater(subscription, new Date());
    expect((await paymentsOf(sessionId)).map(({ status }) => status)).toEqual([paymentStatus]);
  });
});

describe('3-D Secure on an upgrade', () => {
  const start = new Date('2026-01-01T00:00:00.000Z');

  async function challenged(days = 11) {
    const subscription = await newSubscription({ at: start, content: planAt('31.00') });
    const at = addDays(start, days);
    const sessionId = await openChange(subscription, planAt('62.00'), at);
    const { change } = await quoteOf(subscription, sessionId, at);
    const result = await confirmWith(subscription, sessionId, change?.quoteId, at, card(cards.asks));
    expect(result).toEqual({ state: 'challenge' });
    const [payment] = await paymentsOf(sessionId);
    const address = { storeSlug: subscription.merchant.slug, sessionId, paymentId: payment?.id ?? '' };
    return { subscription, sessionId, at, finish: (now: Date) => finishChallenge(db, address, true, now) };
  }

  test('changes the plan once the bank has confirmed, and not before', async () => {
    const { subscription, sessionId, at, finish } = await challenged();
    expect(await subscription.order()).toMatchObject({ status: 'active', changeOrderId: null });
    expect(await finish(at)).toEqual({ state: 'paid' });
    expect(await subscription.order()).toMatchObject({ status: 'canceled' });
    expect(await changeOrderOf(sessionId)).toMatchObject({ status: 'active', totalMinor: 6200 });
  });

  test('does not change a plan that was renewed meanwhile', async () => {
    const { subscription, sessionId, finish } = await challenged(27);
    const { due } = subscription;
    await setClock(subscription.merchant, due);
    expect(await subscription.renew(due)).toBe(1);
    await expect(finish(due)).rejects.toThrow('The amount due has changed');
    expect(await subscription.order()).toMatchObject({ status: 'active', periodNumber: 2 });
    expect((await changeOrderOf(sessionId)).status).toBe('pending');
  });

  test('does not undo a cancellation that came meanwhile', async () => {
    const { subscription, sessionId, at, finish } = await challenged();
    await subscription.cancel(at);
    await expect(finish(at)).rejects.toThrow('The amount due has changed');
    expect(await subscription.order()).toMatchObject({ status: 'canceling', nextChargeAt: null });
    expect((await changeOrderOf(sessionId)).status).toBe('pending');
  });

  test('refuses another change while one waits for its bank, and after it', async () => {
    const { subscription, sessionId, at, finish } = await challenged();
    const other = await openChange(subscription, planAt('93.00'), at);
    const { change } = await quoteOf(subscription, other, at);
    // While the first one waits, a second one cannot be paid.
    await expect(confirmWith(subscription, other, change?.quoteId, at)).rejects.toMatchObject({ status: 409 });
    await finish(at);
    await expect(confirmWith(subscription, other, change?.quoteId, at)).rejects.toMatchObject({ status: 400 });
    expect((await changeOrderOf(sessionId)).status).toBe('active');
  });
});

test('sixteen confirmations of one quote change the plan once', async () => {
  const subscription = await newSubscription({ content: planAt('31.00') });
  const now = new Date();
  const sessionId = await openChange(subscription, planAt('62.00'), now);
  const { change } = await quoteOf(subscription, sessionId, now);
  const address = { storeSlug: subscription.merchant.slug, sessionId };
  const confirm = () => payCheckout(db, address, { quoteId: change?.quoteId, method: 'saved' }, now);
  const results = await Promise.allSettled(Array.from({ length: 16 }, confirm));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await paymentsOf(sessionId)).map(({ status }) => status)).toEqual(['succeeded']);
});
