/** Refunds of payments whose unused time a plan change has credited. */

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { refunds, refundTickets } from '#db/schema/index.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { customerHeaders, db, post } from '#server/testing/api.ts';
import { finishChallenge } from '#server/testing/orders/checkout.ts';
import {
  changeOrderOf,
  changePlan,
  confirmWith,
  openChange,
  planAt,
  quoteOf,
} from '#server/testing/orders/plan-changes.ts';
import { review } from '#server/testing/orders/refunds.ts';
import { cards, newSubscription, type TestSubscription } from '#server/testing/orders/subscriptions.ts';
import { setClock } from '#server/testing/test-clock.ts';
import { executeRefunds } from '../jobs/execute-refunds.ts';
import { listOrderPayments } from '../payments/payments.ts';
import { listTicketQueue } from './refund-tickets.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
/** 20 of 31 days are left. */
const changedAt = addDays(start, 11);

const messageOf = ({ body }: Awaited<ReturnType<typeof post>>) => body.errors?.[0]?.message;

const firstPaymentOf = async (subscription: TestSubscription) => {
  const [payment] = await subscription.payments();
  if (!payment) throw new Error('the subscription has no payment');
  return payment;
};

/** Refunds a payment as the merchant. */
const refund = ({ merchant }: TestSubscription, paymentId: string, amount?: string) =>
  merchant.call('refund/create-refund', { paymentId: toShortId('PAY', paymentId), amount });

const execute = ({ merchant }: TestSubscription, at: Date) =>
  executeRefunds(db, at, { scope: { merchantId: merchant.id, storeId: merchant.store.id } });

/** A subscription at $31.00, changed to $62.00: $20.00 of its payment are credited. */
async function credited() {
  const subscription = await newSubscription({ at: start, content: planAt('31.00') });
  const sessionId = await changePlan(subscription, planAt('62.00'), changedAt);
  const payment = await firstPaymentOf(subscription);
  expect(payment).toMatchObject({ amountMinor: 3100, creditedMinor: 2000 });
  return { subscription, payment, sessionId };
}

describe('a payment with a credited part', () => {
  test('is refunded up to the rest, and the order stays partially refunded', async () => {
    const { subscription, payment } = await credited();
    const refused = await refund(subscription, payment.id, '11.01');
    expect(messageOf(refused)).toBe('Amount is more than can still be refunded: 11.00');
    expect((await refund(subscription, payment.id)).status).toBe(200);
    const [made] = await db.select().from(refunds).where(eq(refunds.paymentId, payment.id));
    expect(made).toMatchObject({ amountMinor: 1100 });
    expect(messageOf(await refund(subscription, payment.id))).toBe('This payment has nothing left to refund');
    expect(await execute(subscription, changedAt)).toBe(1);
    expect(await subscription.order()).toMatchObject({ refundState: 'partial', refundedMinor: 1100 });
  });

  test('has a request for the rest at most, which the merchant can approve', async () => {
    const { subscription, payment } = await credited();
    const { merchant, id } = subscription;
    const headers = await customerHeaders(merchant, 'buyer@example.com');
    const request = { orderId: toShortId('ORD', id), reason: 'I changed plans.' };
    const refused = await post('refund-ticket/create-ticket', { ...request, amount: '31.00' }, headers);
    expect(messageOf(refused)).toBe('Amount is more than can still be refunded: 11.00');
    const { body } = await post('refund-ticket/create-ticket', request, headers);
    expect(body.data.ticket.amount).toBe('11.00');
    const scope = { ...scopeOfStore(merchant.store), environment: 'test' } as const;
    const [queued] = await listTicketQueue(db, scope, { limit: 10, offset: 0 });
    expect(queued).toMatchObject({ leftMinor: 1100 });
    const approved = await review(merchant, { ticketId: body.data.ticket.id, decision: 'approve' });
    expect(approved.status).toBe(200);
    const [made] = await db.select().from(refunds).where(eq(refunds.paymentId, payment.id));
    expect(made).toMatchObject({ amountMinor: 1100 });
  });

  test('has its open request answered by a refund of the rest', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('31.00') });
    const { merchant, id } = subscription;
    const headers = await customerHeaders(merchant, 'buyer@example.com');
    const request = { orderId: toShortId('ORD', id), reason: 'I do not need it.' };
    await post('refund-ticket/create-ticket', request, headers);
    await changePlan(subscription, planAt('62.00'), changedAt);
    const payment = await firstPaymentOf(subscription);
    expect((await refund(subscription, payment.id)).status).toBe(200);
    const [ticket] = await db.select().from(refundTickets).where(eq(refundTickets.paymentId, payment.id));
    expect(ticket).toMatchObject({ status: 'approved', amountMinor: 3100 });
  });
});

test('a payment with credit alone has nothing to refund', async () => {
  const subscription = await newSubscription({ at: start, content: planAt('310.00') });
  const at = addDays(start, 1);
  const sessionId = await changePlan(subscription, planAt('200.00'), at, { changeTiming: 'immediate' });
  const [payment] = await listOrderPayments(db, await changeOrderOf(sessionId));
  expect(payment).toMatchObject({ amountMinor: 0, creditUsedMinor: 20_000, status: 'succeeded' });
  expect(messageOf(await refund(subscription, payment?.id ?? ''))).toBe('There is no paid amount to refund');
  const first = await firstPaymentOf(subscription);
  // 30 of 31 days of $310.00 are credited.
  expect(messageOf(await refund(subscription, first.id, '10.01'))).toBe(
    'Amount is more than can still be refunded: 10.00',
  );
});

test('a renewal that credit pays in part is refunded up to the charge', async () => {
  const subscription = await newSubscription({ at: start, content: planAt('310.00') });
  const at = addDays(start, 1);
  const sessionId = await changePlan(subscription, planAt('200.00'), at, { changeTiming: 'immediate' });
  const renewsAt = periodStart(at, 'monthly', 1);
  await setClock(subscription.merchant, renewsAt);
  expect(await subscription.renew(renewsAt)).toBe(1);
  const [renewal] = await listOrderPayments(db, await changeOrderOf(sessionId));
  expect(renewal).toMatchObject({ amountMinor: 10_000, creditUsedMinor: 10_000 });
  expect((await refund(subscription, renewal?.id ?? '')).status).toBe(200);
  await execute(subscription, renewsAt);
  expect(await changeOrderOf(sessionId)).toMatchObject({ refundState: 'full', refundedMinor: 10_000 });
});

describe('a refund while a plan change is open', () => {
  test('makes the quote invalid, and the next quote credits less', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('31.00') });
    const sessionId = await openChange(subscription, planAt('62.00'), changedAt);
    const shown = await quoteOf(subscription, sessionId, changedAt);
    expect(shown.total).toBe('$42.00');
    await refund(subscription, (await firstPaymentOf(subscription)).id, '15.50');
    await expect(confirmWith(subscription, sessionId, shown.change?.quoteId, changedAt)).rejects.toMatchObject({
      status: 409,
    });
    expect(await subscription.order()).toMatchObject({ status: 'active' });
    const again = await quoteOf(subscription, sessionId, changedAt);
    // 20 of 31 days of the remaining $15.50.
    expect(again.total).toBe('$52.00');
    expect(await confirmWith(subscription, sessionId, again.change?.quoteId, changedAt)).toEqual({ state: 'paid' });
    expect(await firstPaymentOf(subscription)).toMatchObject({ creditedMinor: 1000 });
    const rest = await refund(subscription, (await firstPaymentOf(subscription)).id, '5.51');
    expect(messageOf(rest)).toBe('Amount is more than can still be refunded: 5.50');
  });

  test('stops the change while the bank is asking, so that nothing is credited twice', async () => {
    const subscription = await newSubscription({ at: start, content: planAt('31.00') });
    const sessionId = await openChange(subscription, planAt('62.00'), changedAt);
    const { change } = await quoteOf(subscription, sessionId, changedAt);
    const card = { cardNumber: cards.asks, cardExpiry: '12 / 40', cardCvc: '123' };
    const { state } = await confirmWith(subscription, sessionId, change?.quoteId, changedAt, card);
    expect(state).toBe('challenge');
    await refund(subscription, (await firstPaymentOf(subscription)).id, '31.00');
    const [waiting] = await listOrderPayments(db, await changeOrderOf(sessionId));
    const address = { storeSlug: subscription.merchant.slug, sessionId, paymentId: waiting?.id ?? '' };
    await expect(finishChallenge(db, address, true, changedAt)).rejects.toMatchObject({ status: 400 });
    expect(await subscription.order()).toMatchObject({ status: 'active' });
    expect(await firstPaymentOf(subscription)).toMatchObject({ creditedMinor: 0 });
  });
});
