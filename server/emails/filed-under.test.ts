/** Each email about an order names its event, under which the order's timeline shows it. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails, events } from '#db/schema/index.ts';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { recordRefund } from '#server/billing/refunds/record-refund.ts';
import { addDays } from '#server/domain/billing-calendar.ts';
import { settings } from '#server/platform/settings.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db, newMerchant, post } from '#server/testing/api.ts';
import { emailEvents, refundRequestEvents } from '#server/testing/emails.ts';
import { cards, newPastDue, newSubscription, remindAt, renewAt } from '#server/testing/orders/past-due.ts';
import { freeze, paidOrder, review } from '#server/testing/orders/refunds.ts';

/** The kinds of an order's emails, each with the type of its event, oldest first. */
async function filedOf(orderId: string) {
  const rows = await db
    .select({ kind: emails.kind, type: events.type })
    .from(emails)
    .leftJoin(events, eq(events.id, emails.eventId))
    .where(eq(emails.orderId, orderId))
    .orderBy(emails.createdAt, emails.id);
  return rows.map(({ kind, type }) => [kind, type]);
}

test('files refund requests and their answers under their events', async () => {
  const merchant = await newMerchant();
  const { order, requestRefund, headers } = await paidOrder(merchant);
  const ticketId = await requestRefund();
  await review(merchant, { ticketId, decision: 'reject', note: 'Which page?' });
  await post('refund-ticket/resubmit-ticket', { ticketId, reason: 'Page nine.' }, headers);
  await review(merchant, { ticketId, decision: 'approve' });
  await emailEvents(merchant, ...refundRequestEvents);
  expect(await filedOf(order.id)).toEqual([
    ['refund_request_notice', 'refund_ticket.created'],
    ['refund_answer', 'refund_ticket.rejected'],
    ['refund_request_notice', 'refund_ticket.resubmitted'],
    ['refund_answer', 'refund_ticket.approved'],
  ]);
});

test('files refunds that succeed and that fail under their events', async () => {
  const merchant = await newMerchant();
  const { order, paymentId, refunds } = await paidOrder(merchant);
  const at = await freeze(merchant);
  await merchant.call('refund/create-refund', { paymentId, amount: '5.00' });
  await executeRefunds(db, at, {
    scope: { merchantId: merchant.id, storeId: merchant.store.id },
    providerOf: () => sandboxProvider(db),
  });
  const [refund] = await refunds();
  const options = { actor: { kind: 'worker', by: 'test' } } as const;
  const bounced = { status: 'failed', providerRefundId: null, reason: 'The account is closed.' } as const;
  if (refund) await recordRefund(db, refund, bounced, options, at);
  expect(await filedOf(order.id)).toEqual([]);
  await emailEvents(merchant, 'refund.succeeded', 'refund.failed');
  expect(await filedOf(order.id)).toEqual([
    ['refund', 'refund.succeeded'],
    ['refund_notice', 'refund.succeeded'],
    ['refund_failed_notice', 'refund.failed'],
  ]);
});

test('files reminders, failed charges and the end under their events', async () => {
  const merchant = await newMerchant();
  const { id, read } = await newSubscription(merchant);
  await remindAt(merchant, (await read()).remindAt as Date);
  expect(await filedOf(id)).toEqual([['upcoming_charge', 'subscription.reminded']]);
  const unpaid = await newPastDue(merchant, { card: cards.askedLater });
  const since = (await unpaid.read()).pastDueSince as Date;
  for (const days of settings().renewalRetryDays) await renewAt(merchant, addDays(since, days));
  expect(await filedOf(unpaid.id)).toEqual([
    ['subscription_past_due', 'payment.failed'],
    ['subscription_revoked', 'subscription.canceled'],
    ['subscription_ended_notice', 'subscription.canceled'],
  ]);
});
