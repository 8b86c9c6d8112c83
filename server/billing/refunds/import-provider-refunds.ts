/**
 * Imports refunds that were made in the provider's own dashboard. A refund that does not fit the ledger is recorded as an
 * event that the merchant sees.
 */
import type { Database, Tx } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount, formatMoney } from '#server/domain/money.ts';
import { listEvents, recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { log } from '#server/platform/log.ts';
import type { PaymentProvider, ProviderRefund } from '#server/providers/payments/provider.ts';
import type { Order } from '../orders/orders.ts';
import { withProviderTimeout } from '../payments/ask-provider.ts';
import { lockPaymentWithOrder, type Payment, paymentEvent } from '../payments/payments.ts';
import type { RecordOptions } from './record-refund.ts';
import { listOrderRefunds, type Refund } from './refunds.ts';
import { isRefundable, sumRefunded, unrefundedOf } from './rules/refund.ts';
import { settleRefund } from './settle-refund.ts';
import { startRefund } from './start-refund.ts';

/**
 * Imports a payment's refunds that exist only at the provider, and returns their number. Idempotent, also under
 * concurrency. Throws if the provider does not answer, or while a pending refund of ours that it has not received yet is in
 * the way; the notification is then sent again.
 */
export async function importProviderRefunds(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  options: RecordOptions,
  now: Date,
): Promise<number> {
  if (!payment.providerPaymentId) return 0;
  const providerRefunds = await withProviderTimeout(provider.listRefunds(payment.providerPaymentId));
  let imported = 0;
  for (const each of providerRefunds.filter(({ isFailed }) => !isFailed)) {
    const refund = await db.transaction((tx) => importRefund(tx, payment, each, now));
    if (!refund) continue;
    imported += 1;
    if (refund !== 'unbooked') await settleRefund(db, provider, refund, options, now);
  }
  return imported;
}

/** Imports one refund; undefined if it is known already. */
async function importRefund(
  tx: Tx,
  reference: Payment,
  providerRefunds: ProviderRefund,
  now: Date,
): Promise<Refund | 'unbooked' | undefined> {
  const { order, payment } = await lockPaymentWithOrder(tx, reference);
  const refunds = (await listOrderRefunds(tx, order)).filter(({ paymentId }) => paymentId === payment.id);
  if (isKnown(providerRefunds, payment, refunds)) return undefined;
  const actor: Actor = { kind: 'provider', by: payment.provider };
  const amountMinor = bookableMinor(providerRefunds, payment);
  // The money has left the account already, also what a plan change has credited: the books follow. The buyer keeps the
  // credit, because the merchant returned the money on purpose.
  const leftMinor = unrefundedOf(payment, sumRefunded(refunds));
  if (typeof amountMinor === 'number' && amountMinor <= leftMinor) {
    const { providerRefundId } = providerRefunds;
    const request = { order, payment, amountMinor, reason: null, actor, providerRefundId };
    return (await startRefund(tx, request, now)).refund;
  }
  if (typeof amountMinor === 'number' && refunds.some(isUnknownToProvider)) {
    throw new Error('a pending refund that the provider has not received is in the way');
  }
  const tooMuch = `It is more than can still be refunded: ${formatMoney(leftMinor, payment.currency)}.`;
  const why = typeof amountMinor === 'number' ? tooMuch : amountMinor.why;
  return await recordUnbooked(tx, { order, payment, providerRefund: providerRefunds, actor, why }, now);
}

/** Matches by the provider's ID, or by our key: the ID of an undecided refund, or of a payment that was given back. */
const isKnown = ({ providerRefundId, key }: ProviderRefund, payment: Payment, refunds: readonly Refund[]): boolean =>
  key === payment.id ||
  refunds.some((refund) =>
    refund.providerRefundId === null ? refund.id === key : refund.providerRefundId === providerRefundId,
  );

/** A pending refund that the provider may not have received, and may still reject. */
const isUnknownToProvider = ({ status, providerRefundId }: Refund): boolean =>
  status === 'pending' && providerRefundId === null;

/** The amount to book, or the reason why it cannot be booked. */
function bookableMinor({ amountMinor, currency }: ProviderRefund, payment: Payment): number | { why: string } {
  if (!isRefundable(payment)) return { why: 'Counterfoil has not recorded the payment as succeeded.' };
  if (currency !== payment.currency) return { why: `It is in ${currency}, but the payment is in ${payment.currency}.` };
  if (amountMinor === null || amountMinor <= 0) return { why: `It is not a valid amount in ${currency}.` };
  return amountMinor;
}

interface Unbooked {
  readonly order: Order;
  readonly payment: Payment;
  readonly providerRefund: ProviderRefund;
  readonly actor: Actor;
  readonly why: string;
}

/** Records the event once; the email to the store's owner follows from it. */
async function recordUnbooked(
  tx: Tx,
  { order, payment, providerRefund: providerRefunds, actor, why }: Unbooked,
  now: Date,
): Promise<'unbooked' | undefined> {
  const { providerRefundId, amountMinor, currency } = providerRefunds;
  const events = await listEvents(tx, order, order.id);
  if (events.some(({ type, data }) => type === 'refund.unbooked' && data.providerRefundId === providerRefundId)) {
    return undefined;
  }
  const paymentId = toShortId('PAY', payment.id);
  log().error({ paymentId, providerRefundId }, 'could not record a refund made at the provider');
  const amount = amountMinor === null ? null : formatAmount(amountMinor, currency);
  const data = { providerRefundId, ...(amount !== null && { amount, currency }), failureReason: why };
  await recordEvent(tx, paymentEvent(order, actor, payment)('refund.unbooked', data), now);
  return 'unbooked';
}
