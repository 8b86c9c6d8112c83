/** `pause-order` and `resume-order`. Their effect on charges: server/billing/subscriptions/pauses.test.ts. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders, payments } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { db, newMerchant, newSession, newSubscriptionSession, pay, type TestMerchant } from '#server/testing/api.ts';
import { inStatus } from '#server/testing/orders/order-status.ts';
import { eventsOf, orderOf } from '#server/testing/orders/rows.ts';
import { callFromDashboard } from '#server/testing/reviews.ts';

const [pauseAction, resumeAction] = ['subscription-order/pause-order', 'subscription-order/resume-order'];

async function started(merchant: TestMerchant) {
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  return { ...(await orderOf(sessionId)), sessionId };
}

const newestEvent = async (id: string) => (await eventsOf(id)).at(-1);

const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const yearMs = 365 * 86_400_000;

describe('200', () => {
  test('pauses until a time, keeps the status, and resumes before it', async () => {
    const merchant = await newMerchant();
    const { id, orderId, sessionId, currentPeriodEnd } = await started(merchant);
    const resumesAt = fromNow(yearMs);
    const paused = await merchant.call(pauseAction, { orderId, resumesAt });
    const row = await orderOf(sessionId);
    const pausedAt = row.pausedAt?.toISOString();
    expect([paused.status, paused.body.data]).toEqual([
      200,
      { orderId, status: 'active', pausedAt, resumesAt, currentPeriodEnd: currentPeriodEnd?.toISOString() },
    ]);
    const event = await newestEvent(id);
    expect(event).toMatchObject({ type: 'subscription.paused', data: { periodNumber: 1, resumesAt } });
    expect(event?.changes).toMatchObject({
      before: { pausedAt: null, resumesAt: null, nextChargeAt: currentPeriodEnd?.toISOString() },
      after: { pausedAt, resumesAt, nextChargeAt: null },
    });

    const resumed = await merchant.call(resumeAction, { orderId });
    const end = (await orderOf(sessionId)).currentPeriodEnd;
    expect([resumed.status, resumed.body.data]).toEqual([
      200,
      { orderId, status: 'active', pausedAt: null, resumesAt: null, currentPeriodEnd: end?.toISOString() },
    ]);
    const after = await newestEvent(id);
    expect(after?.type).toBe('subscription.resumed');
    expect(end?.getTime()).toBe(
      (currentPeriodEnd?.getTime() ?? 0) + (after?.createdAt.getTime() ?? 0) - (row.pausedAt?.getTime() ?? 0),
    );
    expect(after?.changes).toMatchObject({
      before: { pausedAt, resumesAt, nextChargeAt: null },
      after: { pausedAt: null, resumesAt: null, nextChargeAt: end?.toISOString() },
    });
  });

  test('a merchant pauses and resumes in the dashboard', async () => {
    const merchant = await newMerchant();
    const { id, orderId } = await started(merchant);
    const actor = { kind: 'dashboard', by: toShortId('MER', merchant.id) };
    const paused = await callFromDashboard(merchant, pauseAction, { orderId }, 'test');
    expect([paused.status, paused.data]).toMatchObject([200, { status: 'active', resumesAt: null }]);
    expect(await newestEvent(id)).toMatchObject({ type: 'subscription.paused', actor });
    expect((await callFromDashboard(merchant, resumeAction, { orderId }, 'test')).status).toBe(200);
    expect(await newestEvent(id)).toMatchObject({ type: 'subscription.resumed', actor });
  });
});

describe('400', () => {
  test.each([
    ['pending', 'Only trialing and active subscriptions can be paused'],
    ['canceled', 'Only trialing and active subscriptions can be paused'],
    ['expired', 'Only trialing and active subscriptions can be paused'],
    ['past_due', 'A past due subscription cannot be paused, because its current period is unpaid'],
    ['canceling', 'A canceling subscription cannot be paused; undo the cancellation before pausing it'],
  ] as const)('pauses no %s subscription', async (status, message) => {
    const merchant = await newMerchant();
    const { id, orderId, sessionId } = await started(merchant);
    await db.update(orders).set(inStatus(status)).where(eq(orders.id, id));
    const answer = await merchant.call(pauseAction, { orderId });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ message, layer: 'order' }]]);
    expect(await orderOf(sessionId)).toMatchObject({ status, pausedAt: null });
  });

  test('pauses only once, and resumes only what is paused', async () => {
    const merchant = await newMerchant();
    const { orderId } = await started(merchant);
    const notPaused = await merchant.call(resumeAction, { orderId });
    expect([notPaused.status, notPaused.body.errors[0].message]).toEqual([
      400,
      'Only paused subscriptions can be resumed',
    ]);
    const answers = await Promise.all([1, 2, 3].map(() => merchant.call(pauseAction, { orderId })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.errors[0].message).toBe(
      'The subscription is already paused',
    );
  });

  test.each([
    ['not a time', 'tomorrow', 'Invalid resumesAt: must be a time in ISO 8601, such as 2027-03-01T09:00:00Z'],
    ['in the past', fromNow(-1000), 'Invalid resumesAt: must be in the future'],
    ['too far ahead', fromNow(2.1 * yearMs), 'Invalid resumesAt: must not be more than 2 years ahead'],
  ])('resumesAt is %s', async (_, resumesAt, message) => {
    const merchant = await newMerchant();
    const { orderId, sessionId } = await started(merchant);
    const answer = await merchant.call(pauseAction, { orderId, resumesAt });
    expect([answer.status, answer.body.errors[0].message]).toEqual([400, message]);
    expect((await orderOf(sessionId)).pausedAt).toBeNull();
  });

  test('while a charge is in flight', async () => {
    const merchant = await newMerchant();
    const { id, orderId, sessionId } = await started(merchant);
    await db.update(payments).set({ status: 'processing' }).where(eq(payments.orderId, id));
    const answer = await merchant.call(pauseAction, { orderId });
    expect([answer.status, answer.body.errors[0].message]).toEqual([
      400,
      'A payment for this order is being processed; try again in a moment',
    ]);
    expect((await orderOf(sessionId)).pausedAt).toBeNull();
  });
});

test.each([pauseAction, resumeAction])('404 at %s: a one-time order', async (action) => {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  await pay(merchant, sessionId);
  const { status, body } = await merchant.call(action, { orderId: (await orderOf(sessionId)).orderId });
  expect([status, body.errors]).toMatchObject([404, [{ message: 'Order not found', layer: 'order' }]]);
});
