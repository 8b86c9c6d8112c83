/** What an order's first payment buys. */
import type { Tx } from '#db/client.ts';
import { requirePeriod, requireVersion } from '#server/catalog/products.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { changeOf, changesBetween } from '#server/domain/changes.ts';
import { subscriptionFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { type Order, saveOrderStatus } from '../orders/orders.ts';
import { nextOrderStatus } from '../orders/rules/order.ts';
import { scheduleOf } from '../subscriptions/rules/renewal.ts';
import {
  nextSubscriptionOrderStatus,
  type SubscriptionOrderStatus,
} from '../subscriptions/rules/subscription-order.ts';
import { trialDaysOf } from '../subscriptions/rules/trial.ts';
import { type Payment, paymentEvent } from './payments.ts';

/** A locked one-time order is completed, a subscription begins: with its trial, where it is to have one. */
export async function fulfil(tx: Tx, order: Order, actor: Actor, payment: Payment, now: Date): Promise<Order> {
  const event = paymentEvent(order, actor, payment);
  if (order.productType === 'onetime') {
    const status = nextOrderStatus(order, 'pay');
    const [completed] = await Promise.all([
      saveOrderStatus(tx, order, status, { completedAt: now }, now),
      recordEvent(tx, event('order.completed', {}, changeOf('status', order.status, status)), now),
    ]);
    return completed;
  }
  const from = order.status as SubscriptionOrderStatus;
  const status = nextSubscriptionOrderStatus(from, order.trialEndsAt ? 'start_trial' : 'pay');
  const version = await requireVersion(tx, order.storeId, order.productVersionId);
  const trialEndsAt = order.trialEndsAt && addDays(now, trialDaysOf(version));
  const currentPeriodEnd = trialEndsAt ?? periodStart(now, requirePeriod(version), 1);
  const periodNumber = trialEndsAt ? 0 : 1;
  const schedule = scheduleOf({ ...order, startedAt: now, trialEndsAt }, status, periodNumber, now);
  const period = { currentPeriodStart: now, currentPeriodEnd, periodNumber };
  const start = { startedAt: now, trialEndsAt, ...period, ...schedule };
  const started = await saveOrderStatus(tx, order, status, start, now);
  const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(started));
  await recordEvent(tx, event(trialEndsAt ? 'subscription.trial_started' : 'subscription.activated', {}, changes), now);
  return started;
}
