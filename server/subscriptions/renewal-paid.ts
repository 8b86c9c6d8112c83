/** What a charge for a subscription's next period buys. */
import type { Tx } from '../../db/client.ts';
import type { Actor, EventType } from '../domain/event.ts';
import { periodOf, scheduleOf } from '../domain/renewal.ts';
import { nextSubscriptionOrderStatus, type SubscriptionOrderStatus } from '../domain/subscription-order.ts';
import { recordEvents } from '../queries/events.ts';
import { type Order, saveOrderStatus } from '../queries/orders.ts';
import { type Payment, paymentEvent } from '../queries/payments.ts';

/** Which event says what a payment did. The first period after a trial is no renewal, whatever its buyer did meanwhile. */
function newsOf(from: SubscriptionOrderStatus, periodNumber: number): EventType {
  if (from === 'past_due') return 'subscription.recovered';
  return periodNumber === 1 ? 'subscription.activated' : 'subscription.renewed';
}

/** Whether a payment pays for a running subscription's next period: any other is its first, or comes too late. */
export const isRenewalOf = (order: Order, payment: Pick<Payment, 'periodNumber'>): boolean =>
  order.productType === 'subscription' && order.periodNumber !== null && payment.periodNumber > order.periodNumber;

/**
 * A locked subscription goes on to the period that was paid for. It begins where the last one ended, whenever the money
 * came: no day is lost and none is given away. Records that the payment succeeded, and what that did.
 */
export async function renew(tx: Tx, order: Order, actor: Actor, payment: Payment, now: Date): Promise<Order> {
  const from = order.status as SubscriptionOrderStatus;
  const status = nextSubscriptionOrderStatus(from, 'pay');
  const { billingPeriod, startedAt, trialEndsAt } = order;
  if (!billingPeriod || !startedAt) throw new Error(`subscription ${order.id} never began`);
  const { periodNumber } = payment;
  const { start, end } = periodOf({ billingPeriod, startedAt, trialEndsAt }, periodNumber);
  const { amountMinor: totalMinor, taxMinor, taxRateMillionths, taxName } = payment;
  const paid = { subtotalMinor: totalMinor - taxMinor, taxMinor, totalMinor, taxRateMillionths, taxName };
  const period = { periodNumber, currentPeriodStart: start, currentPeriodEnd: end, pastDueSince: null };
  const schedule = scheduleOf(order, status, periodNumber, now);
  const renewed = await saveOrderStatus(tx, order, status, { ...paid, ...period, ...schedule }, now);
  const type = newsOf(from, periodNumber);
  const event = paymentEvent(order, actor, payment);
  await recordEvents(tx, [event('payment.succeeded'), event(type, { periodNumber, from })], now);
  return renewed;
}
