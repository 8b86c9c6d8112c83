/** What becomes of a subscription whose charge failed. (decisions.md, "Subscriptions".) */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { toShortId } from '#server/domain/ids.ts';
import { subscriptionFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { settings } from '#server/platform/settings.ts';
import { orderEvent, saveOrderStatus } from '../orders/orders.ts';
import type { StartedSubscription, SubscriptionOrder } from '../orders/rules/order.ts';
import { findMethodInUse, refuseMethod } from '../payment-methods/payment-methods.ts';
import type { Payment } from '../payments/payments.ts';
import { countMissedCharges } from './data/renewals.ts';
import { notifyPastDue } from './dunning-emails.ts';
import { isFinalDecline, nextAttemptAt, nextRetryAt } from './rules/renewal.ts';
import { nextSubscriptionOrderStatus } from './rules/subscription-order.ts';

/**
 * A charge of a locked subscription failed. It never reached the provider: it is due again soon, later each time, and
 * counts as no failure, as nobody is to blame. Else the subscription is past due, tried again as the schedule says, and ends after its last retry; where its buyer
 * gave another method meanwhile, that is tried at once. A canceling one is left to end.
 */
export async function recordUnpaid(
  tx: Tx,
  order: StartedSubscription,
  actor: Actor,
  payment: Pick<Payment, 'id' | 'paymentMethodId' | 'periodNumber'> & Partial<Pick<Payment, 'failureReason'>>,
  { code: failureCode, eventId }: { readonly code: string; readonly eventId: string },
  now: Date,
): Promise<SubscriptionOrder> {
  const from = order.status;
  if (from === 'canceling' || from === 'canceled') return order;
  if (failureCode === 'not_attempted') {
    const missed = await countMissedCharges(tx, order, payment.periodNumber);
    return await saveOrderStatus(tx, order, from, { nextChargeAt: nextAttemptAt(missed, now) }, now);
  }
  if (isFinalDecline(failureCode) && payment.paymentMethodId) {
    await refuseMethod(tx, order, payment.paymentMethodId, failureCode, now);
  }
  const retryAt = (await hasAnotherMethod(tx, order, payment.paymentMethodId)) ? now : undefined;
  const { id, failureReason } = payment;
  const failed = { paymentId: toShortId('PAY', id), ...(failureReason && { failureReason }) };
  return await fallBehind(tx, order, actor, { reason: failureCode, eventId, retryAt, failed }, now);
}

/** Whether a locked subscription is charged by another method by now than the one that has just failed. */
async function hasAnotherMethod(tx: Tx, order: StartedSubscription, failedId: string | null): Promise<boolean> {
  const inUse = await findMethodInUse(tx, order);
  return inUse !== undefined && inUse.id !== failedId && inUse.refusedAt === null;
}

/** A retry's day has come for a locked subscription that there is nothing to charge by. */
export async function skipCharge(
  tx: Tx,
  order: StartedSubscription,
  actor: Actor,
  reason: string,
  now: Date,
): Promise<SubscriptionOrder> {
  const eventId = await recordEvent(tx, orderEvent(order, actor)('subscription.charge_skipped', { reason }), now);
  return await fallBehind(tx, order, actor, { reason, eventId }, now);
}

interface Behind {
  readonly reason: string;
  /** The event that says so. */
  readonly eventId: string;
  /** A retry beside those of the schedule. */
  readonly retryAt?: Date | undefined;
  /** The payment that failed, and why, as its event says it. Absent: there was nothing to charge by. */
  readonly failed?: Readonly<Record<string, string>>;
}

/** Past due, or further past due; ended, where no retry is left. */
async function fallBehind(
  tx: Tx,
  order: StartedSubscription,
  actor: Actor,
  { reason, eventId, retryAt, failed }: Behind,
  now: Date,
): Promise<SubscriptionOrder> {
  const from = order.status;
  const event = orderEvent(order, actor);
  const { periodNumber } = order;
  const pastDueSince = order.pastDueSince ?? now;
  const nextChargeAt = retryAt ?? nextRetryAt(pastDueSince, settings().renewalRetryDays, now);
  if (nextChargeAt) {
    const status = from === 'past_due' ? from : nextSubscriptionOrderStatus(from, 'fail');
    const saved = await saveOrderStatus(tx, order, status, { pastDueSince, nextChargeAt, remindAt: null }, now);
    const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(saved));
    if (from !== 'past_due') {
      await recordEvent(tx, event('subscription.past_due', { reason, periodNumber, ...failed }, changes), now);
    }
    // A day without a charge is no news to a buyer who knows: the email before had the link and the deadline.
    if (failed || from !== 'past_due') await notifyPastDue(tx, saved, { actor, reason, eventId, pastDueSince }, now);
    return saved;
  }
  const late = from === 'past_due' ? from : nextSubscriptionOrderStatus(from, 'fail');
  const status = nextSubscriptionOrderStatus(late, 'end');
  const end = { nextChargeAt: null, remindAt: null, pastDueSince: null, endedAt: now };
  const ended = await saveOrderStatus(tx, order, status, end, now);
  const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(ended));
  await recordEvent(tx, event('subscription.canceled', { reason: 'unpaid', periodNumber }, changes), now);
  return ended;
}
