/** Pauses and resumes subscriptions. (docs/behavior/subscriptions.md, "Pauses") */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { subscriptionFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { orderEvent, saveOrderStatus } from '../orders/orders.ts';
import type { SubscriptionOrder } from '../orders/rules/order.ts';
import { isBeingPaid } from '../payments/payments.ts';
import { isChangeBeingPaid } from '../plan-changes/data/origins.ts';
import { type PausedSubscription, requirePausable, requireResumption, resumedDates } from './rules/pause.ts';
import { scheduleOf } from './rules/renewal.ts';

/**
 * Pauses a locked subscription until `resumesAt`, or until it is resumed. Throws 400 for a status other than trialing and
 * active, for a paused one, while a charge is in flight, and for a time that is past or more than two years ahead.
 */
export async function pauseSubscription(
  tx: Tx,
  order: SubscriptionOrder,
  resumesAt: Date | null,
  actor: Actor,
  now: Date,
): Promise<SubscriptionOrder> {
  const active = requirePausable(order);
  if (resumesAt) requireResumption(resumesAt, now);
  const { merchantId, storeId, id: orderId } = active;
  if ((await isBeingPaid(tx, active)) || (await isChangeBeingPaid(tx, { merchantId, storeId, orderId }, undefined))) {
    throw errors.paymentInFlight();
  }
  const pause = { pausedAt: now, resumesAt, nextChargeAt: null, remindAt: null };
  const paused = await saveOrderStatus(tx, active, active.status, pause, now);
  const changes = changesBetween(subscriptionFacts(active), subscriptionFacts(paused));
  const data = { periodNumber: active.periodNumber, ...(resumesAt && { resumesAt: resumesAt.toISOString() }) };
  await recordEvent(tx, orderEvent(active, actor)('subscription.paused', data, changes), now);
  return paused;
}

/** Resumes a locked subscription: its paid time and its schedule go on where the pause began. */
export async function resumeSubscription(
  tx: Tx,
  order: PausedSubscription & SubscriptionOrder,
  actor: Actor,
  now: Date,
): Promise<SubscriptionOrder> {
  const dates = { ...resumedDates(order, now), pausedAt: null, resumesAt: null };
  const schedule = scheduleOf({ ...order, ...dates }, order.status, order.periodNumber, now);
  const resumed = await saveOrderStatus(tx, order, order.status, { ...dates, ...schedule }, now);
  const changes = changesBetween(subscriptionFacts(order), subscriptionFacts(resumed));
  const { periodNumber } = order;
  await recordEvent(tx, orderEvent(order, actor)('subscription.resumed', { periodNumber }, changes), now);
  return resumed;
}
