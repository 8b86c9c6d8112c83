/** Records the outcome of a method change: attempt, method in use and events in one transaction. */
import type { Database, Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { failureOf } from '#server/domain/declines.ts';
import { isLivePayment, nextPaymentStatus } from '#server/domain/payment.ts';
import { methodFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { ChargeOutcome } from '#server/providers/payments/provider.ts';
import { lockStoreOrder, saveOrderStatus } from '../orders/orders.ts';
import { isBeingPaid } from '../payments/payments.ts';
import { methodOf } from '../payments/stored-method.ts';
import { retryNow } from '../subscriptions/charge-renewals.ts';
import {
  findMethodInUse,
  lockMethodChange,
  type MethodChange,
  methodChangeEvent,
  methodChangeStatus,
  saveMethodChange,
  setMethodInUse,
} from './payment-methods.ts';

/**
 * Records the outcome of an open change and returns the current row; a decided change stays unchanged. A past due
 * subscription is charged immediately with its new method; with `returnUrl`, the bank may challenge its buyer.
 */
export async function recordMethodOutcome(
  db: Database,
  change: MethodChange,
  outcome: ChargeOutcome,
  actor: Actor,
  now: Date,
  { returnUrl }: { readonly returnUrl?: string } = {},
): Promise<MethodChange> {
  const saved = await db.transaction((tx) => record(tx, change, outcome, actor, now));
  const isNew = saved.status === 'succeeded' && change.status !== 'succeeded';
  if (isNew) await retryNow(db, { ...change, id: change.orderId }, actor, now, { returnUrl });
  return saved;
}

async function record(
  tx: Tx,
  change: MethodChange,
  outcome: ChargeOutcome,
  actor: Actor,
  now: Date,
): Promise<MethodChange> {
  const order = await lockStoreOrder(tx, change, change.orderId);
  const current = await lockMethodChange(tx, change, change.id);
  if (!order || !current) throw new Error(`method change ${change.id} or its order is gone`);
  if (!isLivePayment(current.status)) return current;
  const event = methodChangeEvent(order, actor, current);
  const { providerPaymentId } = outcome;
  if (outcome.status === 'requires_action') {
    if (current.status === 'requires_action') return current;
    const details = { providerPaymentId, actionUrl: outcome.actionUrl };
    return await saveMethodChange(tx, current, nextPaymentStatus(current.status, 'challenge'), details, now);
  }
  if (outcome.status === 'processing') {
    const status = current.status === 'processing' ? current.status : nextPaymentStatus(current.status, 'resume');
    return await saveMethodChange(tx, current, status, { providerPaymentId }, now);
  }
  const newMethod = outcome.status === 'succeeded' ? methodOf(current.provider, outcome) : undefined;
  if (!newMethod) {
    // A success without a saved method leaves nothing to charge, so it counts as a failure.
    const failure =
      outcome.status === 'failed'
        ? { failureCode: outcome.code, failureReason: outcome.reason }
        : failureOf('processing_error');
    const status = nextPaymentStatus(current.status, 'fail');
    const saved = await saveMethodChange(tx, current, status, { providerPaymentId, ...failure }, now);
    await recordEvent(tx, event('payment_method.change_failed', failure, methodChangeStatus(current, status)), now);
    return saved;
  }
  const oldMethod = await findMethodInUse(tx, order);
  await setMethodInUse(tx, order, newMethod, now);
  // If the process dies before `retryNow`, the worker makes this charge.
  if (order.status === 'past_due' && !(await isBeingPaid(tx, order))) {
    await saveOrderStatus(tx, order, order.status, { nextChargeAt: now }, now);
  }
  const status = nextPaymentStatus(current.status, 'succeed');
  const saved = await saveMethodChange(tx, current, status, { providerPaymentId }, now);
  const { type, cardBrand, cardLast4 } = newMethod;
  const changes = changesBetween(methodFacts(oldMethod), methodFacts(newMethod));
  await recordEvent(tx, event('payment_method.changed', { type, cardBrand, cardLast4 }, changes), now);
  return saved;
}
