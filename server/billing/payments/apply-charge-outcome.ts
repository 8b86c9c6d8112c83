/** What a provider said, recorded, and given back what it took for nothing. */
import type { Database } from '#db/client.ts';
import { changeOf } from '#server/domain/changes.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import type { ChargeOutcome, ChargeReference, PaymentProvider } from '#server/providers/payments/provider.ts';
import { book } from '../ledger/data/ledger.ts';
import { withinTime } from './ask-provider.ts';
import { lockPaymentWithOrder, type Payment, paymentEvent, savePaymentStatus } from './payments.ts';
import { type Recorded, recordOutcome } from './record-outcome.ts';

/** Names a payment to its provider. */
export const referenceOf = ({ id, createdAt, ...payment }: Payment): ChargeReference => ({
  key: id,
  providerPaymentId: payment.providerPaymentId,
  amountMinor: payment.amountMinor,
  currency: payment.currency,
  startedAt: createdAt,
});

/**
 * Records what a provider said of a payment. Money that it took for an order which cannot be paid any more goes back at
 * once; where that fails, the worker tries again until it has.
 */
export async function applyChargeOutcome(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  outcome: ChargeOutcome,
  actor: Actor,
  now: Date,
): Promise<Recorded> {
  return await settleOwed(db, provider, payment, await recordOutcome(db, payment, outcome, actor, now), actor, now);
}

/** The second half of it, where an outcome has been recorded: gives back what is owed, if anything is. */
export async function settleOwed(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  recorded: Recorded,
  actor: Actor,
  now: Date,
): Promise<Recorded> {
  if (!recorded.isOwed) return recorded;
  const paymentId = toShortId('PAY', payment.id);
  if (payment.failureCode !== recorded.payment.failureCode) {
    log().error({ paymentId }, 'a payment succeeded that its order cannot use: it is given back');
  }
  try {
    const returned = await giveBack(db, provider, recorded.payment, actor, now);
    return { ...recorded, payment: returned, isOwed: returned.unclosedSince !== null };
  } catch (error) {
    log().error({ paymentId, ...describeFailure(error) }, 'a payment could not be given back');
    return recorded;
  }
}

/** The whole of it, once: the payment's own id is the key, so that whoever asks again gives nothing back twice. */
async function giveBack(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  actor: Actor,
  now: Date,
): Promise<Payment> {
  const { id: key, providerPaymentId, amountMinor, currency } = payment;
  if (!providerPaymentId) throw new Error('the provider has no name for it');
  const refund = await withinTime(provider.refund({ key, providerPaymentId, amountMinor, currency }, now));
  if (refund.status === 'failed') throw new Error(refund.reason);
  // Accepted, and may fail yet: whoever asks again hears what became of it.
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
