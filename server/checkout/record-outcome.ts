/**
 * What a provider said of a charge, made true: payment, order and events in one transaction. Used by the checkout's
 * pay step and by the worker, who may both hear of the same charge: the first records it, the second finds it done.
 */
import type { Database } from '../../db/client.ts';
import type { Actor } from '../domain/event.ts';
import { toShortId } from '../domain/ids.ts';
import { nextOnetimeOrderStatus } from '../domain/onetime-order.ts';
import { nextPaymentStatus } from '../domain/payment.ts';
import type { ChargeOutcome } from '../providers/payments/provider.ts';
import { type NewEvent, recordEvent } from '../queries/events.ts';
import { lockStoreOrder, type Order, saveOrderStatus } from '../queries/orders.ts';
import { lockPayment, type Payment, savePaymentStatus } from '../queries/payments.ts';

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
    const event = eventOf(order, actor, current);
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
    const completed = await saveOrderStatus(
      tx,
      order,
      nextOnetimeOrderStatus(order.status, 'pay'),
      { completedAt: now },
      now,
    );
    await recordEvent(tx, event('order.completed'), now);
    return { order: completed, payment: saved };
  });
}

/** An event of an order about one of its payments. */
export const eventOf =
  (order: Order, actor: Actor, payment: { id: string }) =>
  (type: NewEvent['type'], data: Readonly<Record<string, unknown>> = {}): NewEvent => ({
    merchantId: order.merchantId,
    storeId: order.storeId,
    environment: order.environment,
    objectType: 'order',
    objectId: order.id,
    type,
    actor,
    data: { paymentId: toShortId('PAY', payment.id), ...data },
  });
