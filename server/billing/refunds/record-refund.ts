/**
 * Records the outcome of a refund: refund, ledger and event in one transaction. The worker and webhooks may report the same
 * refund: the first report is recorded, later ones change nothing.
 */
import type { Database, Tx } from '#db/client.ts';
import { changeOf } from '#server/domain/changes.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { log } from '#server/platform/log.ts';
import type { RefundOutcome } from '#server/providers/payments/provider.ts';
import { book } from '../ledger/data/ledger.ts';
import { saveRefundTotals } from '../orders/data/order-refunds.ts';
import type { Order } from '../orders/orders.ts';
import { lockPaymentWithOrder, type Payment } from '../payments/payments.ts';
import { lockRefund, type Refund, refundEvent, saveRefundStatus } from './refunds.ts';
import { nextRefundStatus } from './rules/refund.ts';

interface Step {
  readonly tx: Tx;
  readonly order: Order;
  readonly payment: Payment;
  readonly refund: Refund;
  readonly actor: Actor;
  readonly now: Date;
}

export interface RecordOptions {
  readonly actor: Actor;
}

/** Records the outcome of a refund and returns the current row. Idempotent. */
export async function recordRefund(
  db: Database,
  reference: Pick<Refund, 'id' | 'merchantId' | 'storeId' | 'orderId' | 'paymentId'>,
  outcome: RefundOutcome,
  { actor }: RecordOptions,
  now: Date,
): Promise<Refund> {
  return await db.transaction(async (tx) => {
    const { order, payment } = await lockPaymentWithOrder(tx, { ...reference, id: reference.paymentId });
    const refund = await lockRefund(tx, reference, reference.id);
    if (!refund) throw new Error(`refund ${reference.id} is gone`);
    const step = { tx, order, payment, refund, actor, now };
    if (outcome.status === 'failed') return await recordFailure(step, outcome);
    if (refund.status === 'failed') {
      // A failed refund stays failed: the merchant has been notified that the money was not returned.
      if (outcome.status === 'succeeded') {
        log().error({ refundId: toShortId('REF', refund.id) }, 'the provider reported success for a failed refund');
      }
      return refund;
    }
    if (outcome.status === 'pending') return await recordPending(step, outcome.providerRefundId);
    return await recordSuccess(step, outcome.providerRefundId);
  });
}

/** Stores the provider's ID of a pending refund, which will be checked again. */
async function recordPending({ tx, refund, now }: Step, providerRefundId: string): Promise<Refund> {
  if (refund.status !== 'pending' || refund.providerRefundId === providerRefundId) return refund;
  return await saveRefundStatus(tx, refund, refund.status, { providerRefundId }, now);
}

async function recordSuccess(step: Step, providerRefundId: string): Promise<Refund> {
  const { tx, order, payment, refund, actor, now } = step;
  if (refund.status === 'succeeded') return refund;
  const status = nextRefundStatus(refund.status, 'succeed');
  const saved = await saveRefundStatus(
    tx,
    refund,
    status,
    { providerRefundId, succeededAt: now, nextAttemptAt: null },
    now,
  );
  await book(tx, { kind: 'refund', payment, refund: saved }, now);
  await saveRefundTotals(tx, order, now);
  const changes = changeOf('refundStatus', refund.status, saved.status);
  await recordEvent(tx, refundEvent(order, actor, saved)('refund.succeeded', {}, changes), now);
  return saved;
}

/** Records a rejected or bounced refund: the store has the money again. */
async function recordFailure(
  step: Step,
  { providerRefundId, reason }: Extract<RefundOutcome, { status: 'failed' }>,
): Promise<Refund> {
  const { tx, order, payment, refund, actor, now } = step;
  if (refund.status === 'failed') return refund;
  const status = nextRefundStatus(refund.status, 'fail');
  const changes = {
    providerRefundId: providerRefundId ?? refund.providerRefundId,
    failureReason: reason,
    nextAttemptAt: null,
  };
  const saved = await saveRefundStatus(tx, refund, status, changes, now);
  if (refund.status === 'succeeded') {
    await book(tx, { kind: 'refund_reversed', payment, refund: saved }, now);
    await saveRefundTotals(tx, order, now);
  }
  const statusChange = changeOf('refundStatus', refund.status, saved.status);
  const event = refundEvent(order, actor, saved)('refund.failed', { failureReason: reason }, statusChange);
  await recordEvent(tx, event, now);
  return saved;
}
