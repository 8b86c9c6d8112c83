/**
 * Refunds that somebody made in the provider's own dashboard: they become refunds of ours, as they have happened. What
 * does not fit our books is kept where the merchant sees it.
 */
import type { Database, Tx } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount, formatMoney } from '#server/domain/money.ts';
import { listEvents, recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { log } from '#server/platform/log.ts';
import type { MadeRefund, PaymentProvider } from '#server/providers/payments/provider.ts';
import type { Order } from '../orders/orders.ts';
import { withinTime } from '../payments/ask-provider.ts';
import { lockPaymentWithOrder, type Payment, paymentEvent } from '../payments/payments.ts';
import type { RecordOptions } from './record-refund.ts';
import { listOrderRefunds, type Refund } from './refunds.ts';
import { isRefundable, leftOf, sumRefunded } from './rules/refund.ts';
import { settleRefund } from './settle-refund.ts';
import { startRefund } from './start-refund.ts';

/**
 * Asks the provider for all refunds of a payment, and takes on those that are none of ours and none that we know; says
 * how many there were. Told twice, or by two at once, it does the same once. Throws where the provider does not answer,
 * and as long as a refund of ours is in the way that the provider has not heard of yet: then it is to be told again.
 */
export async function importProviderRefunds(
  db: Database,
  provider: PaymentProvider,
  payment: Payment,
  options: RecordOptions,
  now: Date,
): Promise<number> {
  if (!payment.providerPaymentId) return 0;
  const made = await withinTime(provider.listRefunds(payment.providerPaymentId));
  let adopted = 0;
  for (const each of made.filter(({ isFailed }) => !isFailed)) {
    const refund = await db.transaction((tx) => adopt(tx, payment, each, now));
    if (!refund) continue;
    adopted += 1;
    if (refund !== 'unbooked') await settleRefund(db, provider, refund, options, now);
  }
  return adopted;
}

/** Writes one down; undefined where it is ours, or known. */
async function adopt(tx: Tx, given: Payment, made: MadeRefund, now: Date): Promise<Refund | 'unbooked' | undefined> {
  const { order, payment } = await lockPaymentWithOrder(tx, given);
  const refunds = (await listOrderRefunds(tx, order)).filter(({ paymentId }) => paymentId === payment.id);
  if (isKnown(made, payment, refunds)) return undefined;
  const actor: Actor = { kind: 'provider', by: payment.provider };
  const amountMinor = bookableMinor(made, payment);
  const leftMinor = leftOf(payment, sumRefunded(refunds));
  if (typeof amountMinor === 'number' && amountMinor <= leftMinor) {
    const { providerRefundId } = made;
    const wanted = { order, payment, amountMinor, reason: null, actor, sentAt: now, providerRefundId };
    return (await startRefund(tx, wanted, now)).refund;
  }
  if (typeof amountMinor === 'number' && refunds.some(isUnknownToProvider)) {
    throw new Error('a refund of ours that the provider has not heard of is in the way');
  }
  const tooMuch = `It is more than is left of the payment: ${formatMoney(leftMinor, payment.currency)}.`;
  const why = typeof amountMinor === 'number' ? tooMuch : amountMinor.why;
  return await keepUnbooked(tx, { order, payment, made, actor, why }, now);
}

/** By the provider's id, or by a key of ours: a refund's whose outcome we have not heard, or a payment's given back. */
const isKnown = ({ providerRefundId, key }: MadeRefund, payment: Payment, refunds: readonly Refund[]): boolean =>
  key === payment.id ||
  refunds.some((refund) =>
    refund.providerRefundId === null ? refund.id === key : refund.providerRefundId === providerRefundId,
  );

/** Asked for here, and it may be that the provider refuses it. */
const isUnknownToProvider = ({ status, providerRefundId }: Refund): boolean =>
  status === 'pending' && providerRefundId === null;

/** What of it our books can hold, or why they cannot. */
function bookableMinor({ amountMinor, currency }: MadeRefund, payment: Payment): number | { why: string } {
  if (!isRefundable(payment)) return { why: 'The payment does not count as paid here.' };
  if (currency !== payment.currency) return { why: `It is in ${currency}, and the payment in ${payment.currency}.` };
  if (amountMinor === null || amountMinor <= 0) return { why: `It is no amount in ${currency}.` };
  return amountMinor;
}

interface Unbooked {
  readonly order: Order;
  readonly payment: Payment;
  readonly made: MadeRefund;
  readonly actor: Actor;
  readonly why: string;
}

/** An event of the order, once; the email to the store's owner follows from it. */
async function keepUnbooked(
  tx: Tx,
  { order, payment, made, actor, why }: Unbooked,
  now: Date,
): Promise<'unbooked' | undefined> {
  const { providerRefundId, amountMinor, currency } = made;
  const events = await listEvents(tx, order, order.id);
  if (events.some(({ type, data }) => type === 'refund.unbooked' && data.providerRefundId === providerRefundId)) {
    return undefined;
  }
  const paymentId = toShortId('PAY', payment.id);
  log().error({ paymentId, providerRefundId }, 'a refund that was made at the provider does not fit the books');
  const amount = amountMinor === null ? null : formatAmount(amountMinor, currency);
  const data = { providerRefundId, ...(amount !== null && { amount, currency }), failureReason: why };
  await recordEvent(tx, paymentEvent(order, actor, payment)('refund.unbooked', data), now);
  return 'unbooked';
}
