/** Handles a failed subscription charge. (decisions.md, "Subscriptions".) */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { toShortId } from '#server/domain/ids.ts';
import { describeMethod } from '#server/domain/method-names.ts';
import { subscriptionFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { settings } from '#server/platform/settings.ts';
import { orderEvent, saveOrderStatus } from '../orders/orders.ts';
import type { StartedSubscription, SubscriptionOrder } from '../orders/rules/order.ts';
import { findMethodInUse, refuseMethod, type StoredMethod } from '../payment-methods/payment-methods.ts';
import type { Payment } from '../payments/payments.ts';
import { countMissedCharges } from './data/renewals.ts';
import { isFinalDecline, nextAttemptAt, nextRetryAt } from './rules/renewal.ts';
import { nextSubscriptionOrderStatus } from './rules/subscription-order.ts';

/** The retry that follows a failed charge. */
export interface Recovery {
  readonly pastDueSince: Date;
  /** Null: no retry is left, and the subscription ends. */
  readonly nextChargeAt: Date | null;
  /** For the charge's event: the email to the buyer is made from it. Empty where the subscription ends. */
  readonly data: Readonly<Record<string, string | null>>;
}

function recoveryOf(
  order: StartedSubscription,
  method: StoredMethod | undefined,
  { isRefused, retryAt }: { readonly isRefused: boolean; readonly retryAt?: Date | undefined },
  now: Date,
): Recovery {
  const pastDueSince = order.pastDueSince ?? now;
  const nextChargeAt = retryAt ?? nextRetryAt(pastDueSince, settings().renewalRetryDays, now);
  if (!nextChargeAt) return { pastDueSince, nextChargeAt, data: {} };
  const data = {
    pastDueSince: pastDueSince.toISOString(),
    // Null: this method is not charged again.
    retryAt: method && !isRefused ? nextChargeAt.toISOString() : null,
    method: describeMethod(method ?? null),
  };
  return { pastDueSince, nextChargeAt, data };
}

/**
 * The recovery after a failed charge of a locked subscription. If the buyer has replaced the payment method meanwhile, the
 * new one is charged immediately. Undefined for a subscription that is canceled, and for a charge that never reached the
 * provider.
 */
export async function planRecovery(
  tx: Tx,
  order: StartedSubscription,
  { paymentMethodId }: Pick<Payment, 'paymentMethodId'>,
  code: string,
  now: Date,
): Promise<Recovery | undefined> {
  if (order.status === 'canceling' || order.status === 'canceled' || code === 'not_attempted') return undefined;
  const method = await findMethodInUse(tx, order);
  const isSame = method?.id === paymentMethodId;
  const isRefused = Boolean(method?.refusedAt) || (isSame && isFinalDecline(code));
  const isReplaced = method !== undefined && !isSame && !isRefused;
  return recoveryOf(order, method, { isRefused, retryAt: isReplaced ? now : undefined }, now);
}

/**
 * Records a failed charge of a locked subscription. A charge that never reached the provider is no failure: it is due again
 * soon, with growing delays. Otherwise the subscription becomes past due, follows the retry schedule and ends after the
 * last retry. A canceling subscription is left to end.
 */
export async function recordUnpaid(
  tx: Tx,
  order: StartedSubscription,
  actor: Actor,
  payment: Pick<Payment, 'id' | 'paymentMethodId' | 'periodNumber'> & Partial<Pick<Payment, 'failureReason'>>,
  { code, recovery }: { readonly code: string; readonly recovery: Recovery | undefined },
  now: Date,
): Promise<SubscriptionOrder> {
  const from = order.status;
  if (from === 'canceling' || from === 'canceled') return order;
  if (!recovery) {
    const missed = await countMissedCharges(tx, order, payment.periodNumber);
    return await saveOrderStatus(tx, order, from, { nextChargeAt: nextAttemptAt(missed, now) }, now);
  }
  if (isFinalDecline(code) && payment.paymentMethodId) {
    await refuseMethod(tx, order, payment.paymentMethodId, code, now);
  }
  const { id, failureReason } = payment;
  const failed = { paymentId: toShortId('PAY', id), ...(failureReason && { failureReason }) };
  return await markPastDue(tx, order, actor, { reason: code, recovery, failed }, now);
}

/** Skips a due charge of a locked subscription without a usable method. `method`: the stored one, if any. */
export async function skipCharge(
  tx: Tx,
  order: StartedSubscription,
  actor: Actor,
  { reason, method }: { readonly reason: string; readonly method: StoredMethod | undefined },
  now: Date,
): Promise<SubscriptionOrder> {
  const recovery = recoveryOf(order, method, { isRefused: true }, now);
  // Repeated skips send no email: the first one had the link and the deadline.
  const data = { reason, ...(order.status !== 'past_due' && recovery.data) };
  await recordEvent(tx, orderEvent(order, actor)('subscription.charge_skipped', data), now);
  return await markPastDue(tx, order, actor, { reason, recovery }, now);
}

interface MissedCharge {
  readonly reason: string;
  readonly recovery: Recovery;
  /** The failed payment and its reason, for the event. Absent for a skipped charge. */
  readonly failed?: Readonly<Record<string, string>>;
}

/** Makes the subscription past due, or keeps it so; ends it if no retry is left. */
async function markPastDue(
  tx: Tx,
  order: StartedSubscription,
  actor: Actor,
  { reason, recovery: { pastDueSince, nextChargeAt }, failed }: MissedCharge,
  now: Date,
): Promise<SubscriptionOrder> {
  const from = order.status;
  const event = orderEvent(order, actor);
  const { periodNumber } = order;
  if (nextChargeAt) {
    const status = from === 'past_due' ? from : nextSubscriptionOrderStatus(from, 'fail');
    const saved = await saveOrderStatus(tx, order, status, { pastDueSince, nextChargeAt, remindAt: null }, now);
    const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(saved));
    if (from !== 'past_due') {
      await recordEvent(tx, event('subscription.past_due', { reason, periodNumber, ...failed }, changes), now);
    }
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
