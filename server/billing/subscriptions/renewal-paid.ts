/** Renews a subscription after a successful charge. */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { subscriptionFacts } from '#server/events/audit/rules/audit-facts.ts';
import { type NewEvent, recordEvents } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { EventType } from '#server/events/rules/registry.ts';
import { bookAll, bookingsOf } from '../ledger/data/ledger.ts';
import { saveOrders } from '../orders/orders.ts';
import { type Order, parseStartedSubscription, type StartedSubscription } from '../orders/rules/order.ts';
import { type Payment, paymentChange, paymentEvent, savePayments } from '../payments/payments.ts';
import { markChangedDays } from '../rollup-marks/data/mark-days.ts';
import { orderFigures, paymentFigures } from '../rollup-marks/rules/day-figures.ts';
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

/** A successful payment of a locked subscription's next period. */
export interface PaidRenewal {
  readonly order: StartedSubscription;
  /** The payment before and after its success, which is not saved yet. */
  readonly before: Payment;
  readonly payment: Payment;
  readonly actor: Actor;
  readonly now: Date;
}

/**
 * Moves locked subscriptions to their paid periods. A period starts where the last one ended, regardless of the payment's
 * date. Saves and books the payments and records the events, in one statement each. Returns the subscriptions in order.
 */
export async function renew(tx: Tx, renewals: readonly PaidRenewal[]): Promise<StartedSubscription[]> {
  const [first] = renewals;
  if (!first) return [];
  const changes = renewals.map(({ order, payment, now }) => {
    const { periodNumber, taxRateMillionths, taxName } = payment;
    const totalMinor = payment.amountMinor + payment.creditUsedMinor;
    const taxMinor = payment.taxMinor + payment.creditUsedTaxMinor;
    const status = nextSubscriptionOrderStatus(order.status, 'pay');
    const { start: currentPeriodStart, end: currentPeriodEnd } = periodOf(order, periodNumber);
    // All earlier payments were refunded, but this one is not.
    const refundState = order.refundState === 'full' && totalMinor > 0 ? 'partial' : order.refundState;
    const paid = { subtotalMinor: totalMinor - taxMinor, taxMinor, totalMinor, taxRateMillionths, taxName };
    const period = { periodNumber, currentPeriodStart, currentPeriodEnd, pastDueSince: null };
    const schedule = scheduleOf(order, status, periodNumber, now);
    const creditMinor = order.creditMinor - payment.creditUsedMinor;
    return { ...paid, ...period, ...schedule, creditMinor, refundState, status, updatedAt: now };
  });
  const renewed = renewals.map(({ order }, index) => parseStartedSubscription({ ...order, ...changes[index] }));
  const events = renewals.flatMap((renewal, index) => eventsOf(renewal, renewed[index] as StartedSubscription));
  const charges = renewals.flatMap(({ payment, now }) => bookingsOf(payment, now));
  const dayChanges = renewals.flatMap(({ order, before, payment }, index) => [
    { row: order, before: orderFigures(order), after: orderFigures(renewed[index] as StartedSubscription) },
    { row: order, before: paymentFigures(before), after: paymentFigures(payment) },
  ]);
  await Promise.all([
    savePayments(
      tx,
      renewals.map(({ payment }) => payment),
    ),
    bookAll(tx, charges),
    saveOrders(
      tx,
      renewals.map(({ order: { id, merchantId } }, index) => ({ id, merchantId, ...changes[index] })),
    ),
    recordEvents(tx, events, first.now),
    markChangedDays(tx, dayChanges, first.now),
  ]);
  return renewed;
}

/** The payment's success and the renewal's events. */
function eventsOf({ order, before, payment, actor, now }: PaidRenewal, renewed: StartedSubscription): NewEvent[] {
  const event = paymentEvent(order, actor, payment);
  const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(renewed));
  const canceledAt = order.canceledAt?.toISOString();
  const data = { periodNumber: payment.periodNumber, from: order.status, ...(canceledAt && { canceledAt }) };
  const success = event('payment.succeeded', data, paymentChange(before, payment.status));
  const following = eventTypesOf(order.status, payment.periodNumber).map((type) => event(type, data, changes));
  return [success, ...following].map((each) => ({ ...each, createdAt: now }));
}
