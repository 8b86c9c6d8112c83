/** Renews a subscription after a successful charge. */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { subscriptionFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvents } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import type { EventType } from '#server/events/rules/registry.ts';
import { saveOrderStatus } from '../orders/orders.ts';
import type { Order, StartedSubscription, SubscriptionOrder } from '../orders/rules/order.ts';
import { type Payment, paymentEvent } from '../payments/payments.ts';
import { periodOf, scheduleOf } from './rules/renewal.ts';
import { nextSubscriptionOrderStatus, type SubscriptionOrderStatus } from './rules/subscription-order.ts';

/**
 * The events of a renewal payment. The first period after a trial activates the subscription, once in its life; if it was
 * past due, it also recovers.
 */
function eventTypesOf(from: SubscriptionOrderStatus, periodNumber: number): readonly EventType[] {
  const isLate = from === 'past_due';
  if (periodNumber > 1) return [isLate ? 'subscription.recovered' : 'subscription.renewed'];
  return [...(isLate ? (['subscription.recovered'] as const) : []), 'subscription.activated'];
}

/** The started subscription that a payment renews; undefined for its first payment and for a late one. */
export const renewedBy = (payment: Pick<Payment, 'periodNumber'>, order: Order): StartedSubscription | undefined =>
  order.periodNumber !== null && payment.periodNumber > order.periodNumber ? order : undefined;

/**
 * Moves a locked subscription to the paid period, which starts where the last one ended, regardless of the payment's date.
 * Records the payment's success, with `paymentChanges`, and the events of the renewal.
 */
export async function renew(
  tx: Tx,
  order: StartedSubscription,
  actor: Actor,
  payment: Payment,
  paymentChanges: Changes,
  now: Date,
): Promise<SubscriptionOrder> {
  const from = order.status;
  const status = nextSubscriptionOrderStatus(from, 'pay');
  const { periodNumber } = payment;
  const { start, end } = periodOf(order, periodNumber);
  const { amountMinor: totalMinor, taxMinor, taxRateMillionths, taxName } = payment;
  const paid = { subtotalMinor: totalMinor - taxMinor, taxMinor, totalMinor, taxRateMillionths, taxName };
  const period = { periodNumber, currentPeriodStart: start, currentPeriodEnd: end, pastDueSince: null };
  const schedule = scheduleOf(order, status, periodNumber, now);
  // All earlier payments were refunded, but this one is not.
  const refunded = order.refundState === 'full' && totalMinor > 0 ? { refundState: 'partial' as const } : {};
  const renewed = await saveOrderStatus(tx, order, status, { ...paid, ...period, ...schedule, ...refunded }, now);
  const event = paymentEvent(order, actor, payment);
  const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(renewed));
  const canceledAt = order.canceledAt?.toISOString();
  const data = { periodNumber, from, ...(canceledAt && { canceledAt }) };
  const renewalEvents = eventTypesOf(from, periodNumber).map((type) => event(type, data, changes));
  await recordEvents(tx, [event('payment.succeeded', data, paymentChanges), ...renewalEvents], now);
  return renewed;
}
