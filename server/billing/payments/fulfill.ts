/** Fulfills an order after its first payment. */
import type { Tx } from '#db/client.ts';
import { requireVersion } from '#server/catalog/data/product-versions.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { changeOf, changesBetween, mergeChanges } from '#server/domain/changes.ts';
import { subscriptionFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent, recordEvents } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import { saveOrderStatus } from '../orders/orders.ts';
import { nextOnetimeOrderStatus } from '../orders/rules/onetime-order.ts';
import type { OneTimeOrder, Order, SubscriptionOrder } from '../orders/rules/order.ts';
import { planChangeData, replaceOrigin } from '../plan-changes/replace-origin.ts';
import { scheduleOf } from '../subscriptions/rules/renewal.ts';
import { nextSubscriptionOrderStatus } from '../subscriptions/rules/subscription-order.ts';
import { trialDaysOf } from '../subscriptions/rules/trial.ts';
import { type Payment, paymentEvent } from './payments.ts';

/**
 * Completes a locked one-time order, or starts a subscription, with its trial if it has one. Records the payment's success,
 * with `paymentChanges`, and what follows from it.
 */
export function fulfill(
  tx: Tx,
  order: Order,
  actor: Actor,
  payment: Payment,
  paymentChanges: Changes,
  now: Date,
): Promise<Order> {
  const event = paymentEvent(order, actor, payment);
  switch (order.productType) {
    case 'onetime':
      return complete(tx, order, event, paymentChanges, now);
    case 'subscription':
      return start(tx, order, { actor, payment }, paymentChanges, now);
  }
}

type EventOf = ReturnType<typeof paymentEvent>;

async function complete(
  tx: Tx,
  order: OneTimeOrder,
  event: EventOf,
  paymentChanges: Changes,
  now: Date,
): Promise<Order> {
  const status = nextOnetimeOrderStatus(order.status, 'pay');
  const changes = mergeChanges(paymentChanges, changeOf('status', order.status, status));
  const [completed] = await Promise.all([
    saveOrderStatus(tx, order, status, { completedAt: now }, now),
    recordEvent(tx, event('order.completed', {}, changes), now),
  ]);
  return completed;
}

async function start(
  tx: Tx,
  order: SubscriptionOrder,
  { actor, payment }: { readonly actor: Actor; readonly payment: Payment },
  paymentChanges: Changes,
  now: Date,
): Promise<Order> {
  const event = paymentEvent(order, actor, payment);
  const replacement = order.changeOriginOrderId ? await replaceOrigin(tx, order, payment, actor, now) : undefined;
  const startedAt = replacement?.startedAt ?? now;
  const status = nextSubscriptionOrderStatus(order.status, order.trialEndsAt ? 'start_trial' : 'pay');
  const version = await requireVersion(tx, order, order.productVersionId);
  const trialEndsAt = order.trialEndsAt && addDays(startedAt, trialDaysOf(version));
  const currentPeriodEnd = trialEndsAt ?? periodStart(startedAt, order.billingPeriod, 1);
  const periodNumber = trialEndsAt ? 0 : 1;
  const schedule = scheduleOf({ ...order, startedAt, trialEndsAt }, status, periodNumber, now);
  const period = { currentPeriodStart: startedAt, currentPeriodEnd, periodNumber };
  const creditMinor = replacement?.creditMinor ?? 0;
  const startFields = { startedAt, trialEndsAt, creditMinor, ...period, ...schedule };
  const started = await saveOrderStatus(tx, order, status, startFields, now);
  const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(started));
  const startEvent = replacement
    ? event(
        'subscription.plan_changed',
        { ...planChangeData({ ...replacement, changeOrderId: order.id }, startedAt), periodNumber },
        changes,
      )
    : event(trialEndsAt ? 'subscription.trial_started' : 'subscription.activated', {}, changes);
  await recordEvents(tx, [event('payment.succeeded', {}, paymentChanges), startEvent], now);
  return started;
}
