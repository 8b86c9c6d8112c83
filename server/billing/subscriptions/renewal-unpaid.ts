/** Handles a failed subscription charge. (decisions.md, "Subscriptions".) */
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
 * Records a failed charge of a locked subscription. A charge that never reached the provider is no failure: it is due again
 * soon, with growing delays. Otherwise the subscription becomes past due, follows the retry schedule and ends after the
 * last retry; a new method from the buyer is tried immediately. A canceling subscription is left to end.
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
  return await markPastDue(tx, order, actor, { reason: failureCode, eventId, retryAt, failed }, now);
}

/** Whether a locked subscription now has another usable method than the one that failed. */
async function hasAnotherMethod(tx: Tx, order: StartedSubscription, failedId: string | null): Promise<boolean> {
  const inUse = await findMethodInUse(tx, order);
  return inUse !== undefined && inUse.id !== failedId && inUse.refusedAt === null;
}

/** Skips a due charge of a locked subscription without a usable method. */
export async function skipCharge(
  tx: Tx,
  order: StartedSubscription,
  actor: Actor,
  reason: string,
  now: Date,
): Promise<SubscriptionOrder> {
  const eventId = await recordEvent(tx, orderEvent(order, actor)('subscription.charge_skipped', { reason }), now);
  return await markPastDue(tx, order, actor, { reason, eventId }, now);
}

interface MissedCharge {
  readonly reason: string;
  /** The event of the missed charge. */
  readonly eventId: string;
  /** A retry in addition to the schedule. */
  readonly retryAt?: Date | undefined;
  /** The failed payment and its reason, for the event. Absent for a skipped charge. */
  readonly failed?: Readonly<Record<string, string>>;
}

/** Makes the subscription past due, or keeps it so; ends it if no retry is left. */
async function markPastDue(
  tx: Tx,
  order: StartedSubscription,
  actor: Actor,
  { reason, eventId, retryAt, failed }: MissedCharge,
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
    // Repeated skips send no email: the first one had the link and the deadline.
    if (failed || from !== 'past_due') await notifyPastDue(tx, saved, { actor, reason, eventId, pastDueSince }, now);
    return saved;
  }
  const pastDueStatus = from === 'past_due' ? from : nextSubscriptionOrderStatus(from, 'fail');
  const status = nextSubscriptionOrderStatus(pastDueStatus, 'end');
  const end = { nextChargeAt: null, remindAt: null, pastDueSince: null, endedAt: now };
  const ended = await saveOrderStatus(tx, order, status, end, now);
  const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(ended));
  await recordEvent(tx, event('subscription.canceled', { reason: 'unpaid', periodNumber }, changes), now);
  return ended;
}
