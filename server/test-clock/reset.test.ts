/** A store after its test clock, which had run ahead, is removed. */
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails, refunds } from '#db/schema/index.ts';
import { endSubscriptions } from '#server/billing/jobs/end-subscriptions.ts';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { expireOrders } from '#server/billing/jobs/expire-orders.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import { remindBuyers } from '#server/billing/subscriptions/reminders.ts';
import { periodStart } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { db, newSession, pay } from '#server/testing/api.ts';
import { emailEvents, refundRequestEvents } from '#server/testing/emails.ts';
import { paidOrder, review } from '#server/testing/orders/refunds.ts';
import { orderOf, paymentsOf } from '#server/testing/orders/rows.ts';
import {
  daysAfter,
  type FrozenMerchant,
  newFrozenMerchant,
  providerBalanceOf,
  subscribe,
} from '#server/testing/test-clock.ts';

const slowCards = { succeeds: '4000009900004006', fails: '4000009900005003' };
const monthsAfter = (at: string, months: number) => periodStart(new Date(at), 'monthly', months).toISOString();

const reset = async ({ call, storeId }: FrozenMerchant) => {
  const { status, body, text } = await call('test-clock/reset', { storeId });
  if (status !== 200) throw new Error(text);
  return body as { warnings?: { message: string; aiHint: string; layer: string }[] };
};

/** Runs the worker's jobs for the store in real time, `laterMs` from now. */
async function work({ store }: FrozenMerchant, laterMs = 0) {
  const now = new Date(Date.now() + laterMs);
  const scope = { merchantId: store.merchantId, storeId: store.id };
  await settlePayments(db, now, { scope });
  await executeRefunds(db, now, { scope });
  await expireOrders(db, now, scope);
  await endSubscriptions(db, now, scope);
  await remindBuyers(db, now, scope);
  await renewSubscriptions(db, now, { scope });
}

const refundsOf = async (sessionId: string) =>
  await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, (await orderOf(sessionId)).id));

const lastPayment = async (sessionId: string) => {
  const payment = (await paymentsOf(sessionId)).at(-1);
  if (!payment) throw new Error('no payment');
  return { ...payment, paymentId: toShortId('PAY', payment.id) };
};

test('keeps the dates of a subscription that has run ahead, and continues with a new clock', async () => {
  const merchant = await newFrozenMerchant();
  const { at, storeId } = merchant;
  const sessionId = await subscribe(merchant);
  await merchant.advance(monthsAfter(at, 12));
  const before = await orderOf(sessionId);
  const { warnings } = await reset(merchant);
  expect(warnings).toMatchObject([
    {
      message: `1 subscription has run ahead of real time: it is next charged, or ends, at ${monthsAfter(at, 13)}`,
      aiHint: `To continue there, create a test clock and advance it to ${monthsAfter(at, 12)}.`,
      layer: 'store',
    },
  ]);
  await work(merchant);
  expect(await orderOf(sessionId)).toEqual(before);
  expect(await paymentsOf(sessionId)).toHaveLength(13);

  await merchant.call('test-clock/create', { storeId });
  const { timeline } = await merchant.advance(monthsAfter(at, 13));
  expect(timeline.map(({ at: when, summary }) => [when, summary])).toEqual([
    [daysAfter(monthsAfter(at, 13), -3), 'Reminder of the next charge sent'],
    [monthsAfter(at, 13), 'Payment of $21.42 succeeded'],
    [monthsAfter(at, 13), 'Subscription renewed, period 14'],
  ]);
  expect(await providerBalanceOf(merchant)).toBe(14 * 2142);
});

test('gives no warning without subscriptions that have run ahead', async () => {
  const merchant = await newFrozenMerchant();
  await subscribe(merchant);
  await merchant.advance(daysAfter(merchant.at, 10));
  expect(await reset(merchant)).not.toHaveProperty('warnings');
});

test('ends a canceled subscription on its date, and allows a reactivation until then', async () => {
  const merchant = await newFrozenMerchant();
  const sessionId = await subscribe(merchant);
  await merchant.advance(monthsAfter(merchant.at, 6));
  const orderId = toShortId('ORD', (await orderOf(sessionId)).id);
  await merchant.call('subscription-order/cancel-order', { orderId });
  expect((await reset(merchant)).warnings).toHaveLength(1);
  await work(merchant);
  expect(await orderOf(sessionId)).toMatchObject({ status: 'canceling' });
  await merchant.call('test-clock/create', { storeId: merchant.storeId });
  await merchant.advance(monthsAfter(merchant.at, 7));
  expect(await orderOf(sessionId)).toMatchObject({
    status: 'canceled',
    endedAt: new Date(monthsAfter(merchant.at, 7)),
  });
});

test('decides open payments immediately in real time', async () => {
  const merchant = await newFrozenMerchant();
  await merchant.advance(daysAfter(merchant.at, 300));
  const [good, bad, challenged] = [await newSession(merchant), await newSession(merchant), await newSession(merchant)];
  expect(await pay(merchant, good.sessionId, { cardNumber: slowCards.succeeds })).toEqual({ state: 'processing' });
  expect(await pay(merchant, bad.sessionId, { cardNumber: slowCards.fails })).toEqual({ state: 'processing' });
  expect(await pay(merchant, challenged.sessionId, { cardNumber: '4000002760003184' })).toMatchObject({
    state: 'challenge',
  });
  await reset(merchant);
  await work(merchant, 31_000);
  expect((await orderOf(good.sessionId)).status).toBe('completed');
  expect((await lastPayment(bad.sessionId)).status).toBe('failed');
  // A challenge of the buyer keeps its usual time limit.
  expect((await lastPayment(challenged.sessionId)).status).toBe('requires_action');
  await work(merchant, 3_700_000);
  expect((await lastPayment(challenged.sessionId)).status).toBe('failed');
  expect(await providerBalanceOf(merchant)).toBe(3451);
});

test('can refund payments that succeeded by the clock', async () => {
  const merchant = await newFrozenMerchant();
  await merchant.advance(daysAfter(merchant.at, 300));
  const { sessionId } = await newSession(merchant);
  await pay(merchant, sessionId, { cardNumber: slowCards.succeeds });
  await merchant.advance(daysAfter(merchant.at, 301));
  expect((await orderOf(sessionId)).status).toBe('completed');
  await reset(merchant);
  const { paymentId } = await lastPayment(sessionId);
  await merchant.call('refund/create-refund', { paymentId });
  await work(merchant);
  expect(await refundsOf(sessionId)).toMatchObject([{ status: 'succeeded', amountMinor: 3451 }]);
  expect(await providerBalanceOf(merchant)).toBe(0);
});

test('makes earlier requested refunds immediately', async () => {
  const merchant = await newFrozenMerchant();
  await merchant.advance(daysAfter(merchant.at, 300));
  const { sessionId } = await newSession(merchant);
  await pay(merchant, sessionId);
  await merchant.call('refund/create-refund', { paymentId: (await lastPayment(sessionId)).paymentId, amount: '10.00' });
  await work(merchant);
  expect((await refundsOf(sessionId))[0]?.status).toBe('pending');
  await reset(merchant);
  await work(merchant);
  expect(await refundsOf(sessionId)).toMatchObject([{ status: 'succeeded', amountMinor: 1000 }]);
});

test('continues an open checkout and a refund request with its email in real time', async () => {
  const merchant = await newFrozenMerchant();
  await merchant.advance(daysAfter(merchant.at, 300));
  const open = await newSession(merchant);
  const paid = await paidOrder(merchant);
  const ticketId = await paid.requestRefund();
  const later = await subscribe(merchant);
  await reset(merchant);
  await pay(merchant, open.sessionId);
  const order = await orderOf(open.sessionId);
  expect([order.status, order.completedAt && order.completedAt <= new Date()]).toEqual(['completed', true]);
  expect(await review(merchant, { ticketId, decision: 'approve' })).toMatchObject({ status: 200 });
  await work(merchant);
  expect(await refundsOf(paid.sessionId)).toMatchObject([{ status: 'succeeded' }]);
  await emailEvents(merchant, ...refundRequestEvents);
  const sentEmails = await db
    .select()
    .from(emails)
    .where(and(eq(emails.storeId, merchant.store.id), eq(emails.recipient, paid.order.buyerEmail ?? '')));
  expect(sentEmails).not.toEqual([]);
  expect(sentEmails.filter(({ status, nextAttemptAt }) => status === 'queued' && nextAttemptAt > new Date())).toEqual(
    [],
  );
  // Bought by the clock and canceled in real time: the subscription ends with its paid period.
  const { id, currentPeriodEnd } = await orderOf(later);
  await merchant.call('subscription-order/cancel-order', { orderId: toShortId('ORD', id) });
  await work(merchant);
  expect(await orderOf(later)).toMatchObject({ status: 'canceling', currentPeriodEnd });
});
