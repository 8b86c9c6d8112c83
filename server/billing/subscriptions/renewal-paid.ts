/** What a charge for a subscription's next period buys. */
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
 * Which events say what a payment did. The first period after a trial is no renewal, whatever its buyer did meanwhile: it
 * activates the subscription, once in its life, also where it was past due until then and is told to have recovered.
 */
function triggerOf(from: SubscriptionOrderStatus, periodNumber: number): readonly EventType[] {
  const isLate = from === 'past_due';
  if (periodNumber > 1) return [isLate ? 'subscription.recovered' : 'subscription.renewed'];
  return [...(isLate ? (['subscription.recovered'] as const) : []), 'subscription.activated'];
}

/** The started subscription that a payment renews; undefined for its first payment, and for one that comes too late. */
export const renewedBy = (payment: Pick<Payment, 'periodNumber'>, order: Order): StartedSubscription | undefined =>
  order.periodNumber !== null && payment.periodNumber > order.periodNumber ? order : undefined;

/**
 * A locked subscription goes on to the period that was paid for. It begins where the last one ended, whenever the money
 * came: no day is lost and none is given away. Records that the payment succeeded, which `paymentChanges` tells, and what
 * that did.
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
  // Everything before was refunded; what is paid now was not.
  const refunded = order.refundState === 'full' && totalMinor > 0 ? { refundState: 'partial' as const } : {};
  const renewed = await saveOrderStatus(tx, order, status, { ...paid, ...period, ...schedule, ...refunded }, now);
  const event = paymentEvent(order, actor, payment);
  const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(renewed));
  const canceledAt = order.canceledAt?.toISOString();
  const told = { periodNumber, from, ...(canceledAt && { canceledAt }) };
  const news = triggerOf(from, periodNumber).map((type) => event(type, told, changes));
  await recordEvents(tx, [event('payment.succeeded', told, paymentChanges), ...news], now);
  return renewed;
}
