/**
 * What a provider said of a charge, made true: payment, order and events in one transaction. Used by the checkout's
 * pay step and by the worker, who may both hear of the same charge: the first records it, the second finds it done.
 */
import type { Database, Tx } from '../../db/client.ts';
import { addDays, periodStart } from '../domain/billing-calendar.ts';
import type { Actor } from '../domain/event.ts';
import { nextOrderStatus } from '../domain/order.ts';
import { nextPaymentStatus } from '../domain/payment.ts';
import { nextSubscriptionOrderStatus, type SubscriptionOrderStatus } from '../domain/subscription-order.ts';
import { trialDaysOf } from '../domain/trial.ts';
import type { ChargeOutcome } from '../providers/payments/provider.ts';
import { recordEvent } from '../queries/events.ts';
import { lockStoreOrder, type Order, saveOrderStatus } from '../queries/orders.ts';
import { lockPayment, type Payment, paymentEvent, savePaymentStatus } from '../queries/payments.ts';
import { requirePeriod, requireVersion } from '../queries/products.ts';

/** Records the outcome of a payment that is `processing`; any other is left as it is. Gives both rows as they stand. */
export async function recordOutcome(
  db: Database,
  payment: Payment,
  outcome: ChargeOutcome,
  actor: Actor,
  now: Date,
): Promise<{ order: Order; payment: Payment }> {
  return await db.transaction(async (tx) => {
    // Order first, then payment: everybody locks in this sequence.
    const order = await lockStoreOrder(tx, payment.storeId, payment.orderId);
    const current = await lockPayment(tx, payment.storeId, payment.id);
    if (!order || !current) throw new Error(`payment ${payment.id} or its order is gone`);
    if (current.status !== 'processing') return { order, payment: current };
    const event = paymentEvent(order, actor, current);
    const { providerPaymentId } = outcome;
    if (outcome.status === 'failed') {
      const failure = { failureCode: outcome.code, failureReason: outcome.reason };
      const saved = await savePaymentStatus(
        tx,
        current,
        nextPaymentStatus(current.status, 'fail'),
        { providerPaymentId, ...failure },
        now,
      );
      await recordEvent(tx, event('payment.failed', failure), now);
      return { order, payment: saved };
    }
    if (outcome.status === 'requires_action') {
      const saved = await savePaymentStatus(
        tx,
        current,
        nextPaymentStatus(current.status, 'challenge'),
        { providerPaymentId },
        now,
      );
      await recordEvent(tx, event('payment.requires_action'), now);
      return { order, payment: saved };
    }
    const succeeded = { providerPaymentId, succeededAt: now };
    const saved = await savePaymentStatus(tx, current, nextPaymentStatus(current.status, 'succeed'), succeeded, now);
    await recordEvent(tx, event('payment.succeeded'), now);
    return { order: await fulfil(tx, order, actor, current, now), payment: saved };
  });
}

/** What a payment buys: a one-time order is completed, a subscription begins. */
async function fulfil(tx: Tx, order: Order, actor: Actor, payment: Payment, now: Date): Promise<Order> {
  const event = paymentEvent(order, actor, payment);
  if (order.productType === 'onetime') {
    const completed = await saveOrderStatus(tx, order, nextOrderStatus(order, 'pay'), { completedAt: now }, now);
    await recordEvent(tx, event('order.completed'), now);
    return completed;
  }
  const from = order.status as SubscriptionOrderStatus;
  const status = nextSubscriptionOrderStatus(from, order.trialEndsAt ? 'start_trial' : 'pay');
  const version = await requireVersion(tx, order.storeId, order.productVersionId);
  const trialEndsAt = order.trialEndsAt && addDays(now, trialDaysOf(version));
  const currentPeriodEnd = trialEndsAt ?? periodStart(now, requirePeriod(version), 1);
  const start = { startedAt: now, trialEndsAt, currentPeriodStart: now, currentPeriodEnd };
  const started = await saveOrderStatus(tx, order, status, start, now);
  await recordEvent(tx, event(trialEndsAt ? 'subscription.trial_started' : 'subscription.activated'), now);
  return started;
}
