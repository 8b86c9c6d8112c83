/** Records a charge's outcome, and returns money that cannot be used. */
import type { Database } from '#db/client.ts';
import { changeOf } from '#server/domain/changes.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import type { ChargeOutcome, ChargeReference, PaymentProvider } from '#server/providers/payments/provider.ts';
import { book } from '../ledger/data/ledger.ts';
import { withProviderTimeout } from './ask-provider.ts';
import { lockPaymentWithOrder, type Payment, paymentEvent, savePaymentStatus } from './payments.ts';
import { type Recorded, recordOutcome } from './record-outcome.ts';

/** References a payment at its provider. */
export const referenceOf = ({ id, createdAt, ...payment }: Payment): ChargeReference => ({
  key: id,
  providerPaymentId: payment.providerPaymentId,
  amountMinor: payment.amountMinor,
  currency: payment.currency,
  startedAt: createdAt,
});

/**
 * Records a payment's outcome. Money for an order that can no longer be paid is given back immediately; if that fails, the
 * worker retries.
 */
export async function applyChargeOutcome(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  outcome: ChargeOutcome,
  actor: Actor,
  now: Date,
): Promise<Recorded> {
  return await returnUnusableMoney(
    db,
    provider,
    payment,
    await recordOutcome(db, payment, outcome, actor, now),
    actor,
    now,
  );
}

/** Gives back the money of a recorded outcome, if it is owed. */
export async function returnUnusableMoney(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  recorded: Recorded,
  actor: Actor,
  now: Date,
): Promise<Recorded> {
  if (!recorded.mustReturnMoney) return recorded;
  const paymentId = toShortId('PAY', payment.id);
  if (payment.failureCode !== recorded.payment.failureCode) {
    log().error({ paymentId }, 'refunding a late payment of an order');
  }
  try {
    const returned = await giveBack(db, provider, recorded.payment, actor, now);
    return { ...recorded, payment: returned, mustReturnMoney: returned.unclosedSince !== null };
  } catch (error) {
    log().error({ paymentId, ...describeFailure(error) }, 'could not refund a late payment');
    return recorded;
  }
}

/** Refunds the whole payment. Its own ID is the idempotency key, so that retries refund it once. */
async function giveBack(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  actor: Actor,
  now: Date,
): Promise<Payment> {
  const { id: key, providerPaymentId, amountMinor, currency } = payment;
  if (!providerPaymentId) throw new Error('the payment has no provider ID');
  const references = { storeId: toShortId('STO', payment.storeId) };
  const request = { key, providerPaymentId, amountMinor, currency, references };
  const refund = await withProviderTimeout(provider.refund(request, now));
  if (refund.status === 'failed') throw new Error(refund.reason);
  // A pending refund may still fail: the next retry receives its result.
  if (refund.status === 'pending') return payment;
  return await db.transaction(async (tx) => {
    const { order, payment: current } = await lockPaymentWithOrder(tx, payment);
    if (!current.unclosedSince) return current;
    const saved = await savePaymentStatus(tx, current, current.status, { unclosedSince: null }, now);
    await book(tx, { kind: 'give_back', payment: saved }, now);
    const details = { amountMinor, currency, providerRefundId: refund.providerRefundId };
    const changes = changeOf('refundStatus', 'pending', 'succeeded');
    await recordEvent(tx, paymentEvent(order, actor, payment)('payment.refunded', details, changes), now);
    return saved;
  });
}
