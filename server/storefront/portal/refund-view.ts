/** The page that requests a refund. */
import type { Tx } from '#db/client.ts';
import { type BuyerScope, findBuyerOrder } from '#server/billing/orders/data/buyer-orders.ts';
import { listOrderPayments } from '#server/billing/payments/payments.ts';
import { listOrderTickets, type RefundTicket } from '#server/billing/refunds/refund-tickets.ts';
import { listOrderRefunds } from '#server/billing/refunds/refunds.ts';
import { leftOf, sumRefunded } from '#server/billing/refunds/rules/refund.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { formatAmount, formatMoney } from '#server/domain/money.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import type { Voice } from '#server/i18n/say.ts';
import { canAskAgain, canRequestRefund } from './order-view.ts';

export interface RefundView {
  readonly orderId: string;
  readonly paymentId: string;
  /** The declined request that is repeated. */
  readonly again: { readonly ticketId: string; readonly reason: string; readonly answer: string | null } | null;
  readonly productName: string;
  readonly currency: string;
  readonly paid: string;
  readonly paidOn: string;
  /** The smallest and the largest amount. */
  readonly least: string;
  readonly most: string;
  /** The default amount, as the buyer would type it: "29.00". */
  readonly usual: string;
}

/**
 * The refundable payment, directly or through a declined request; undefined if nothing is refundable or a request is
 * open.
 */
export async function readRefund(
  db: Tx,
  scope: BuyerScope,
  ids: { orderId: string; paymentId: string; ticketId: string },
  { locale }: Voice,
): Promise<RefundView | undefined> {
  const orderId = fromShortId('ORD', ids.orderId);
  const found = orderId && (await findBuyerOrder(db, scope, orderId));
  if (!found) return undefined;
  const [payments, tickets, refunds] = await Promise.all([
    listOrderPayments(db, found.order),
    listOrderTickets(db, found.order),
    listOrderRefunds(db, found.order),
  ]);
  let again: RefundTicket | undefined;
  if (ids.ticketId !== '') {
    again = tickets.find(({ id }) => id === fromShortId('TKT', ids.ticketId));
    if (!again || !canAskAgain(again, payments, tickets, refunds)) return undefined;
  }
  const paymentId = again?.paymentId ?? fromShortId('PAY', ids.paymentId);
  const paid = payments.find(({ id }) => id === paymentId);
  if (!paid || !canRequestRefund(paid, tickets, refunds)) return undefined;
  const refunded = sumRefunded(refunds.filter((refund) => refund.paymentId === paid.id));
  const leftMinor = leftOf(paid, refunded);
  return {
    orderId: toShortId('ORD', found.order.id),
    paymentId: toShortId('PAY', paid.id),
    again: again ? { ticketId: toShortId('TKT', again.id), reason: again.reason, answer: again.reviewNote } : null,
    productName: found.productName,
    currency: paid.currency,
    paid: formatMoney(paid.amountMinor, paid.currency, locale),
    paidOn: formatDay(paid.succeededAt ?? paid.createdAt, locale),
    least: formatMoney(1, paid.currency, locale),
    most: formatMoney(leftMinor, paid.currency, locale),
    usual: formatAmount(Math.min(again?.amountMinor ?? leftMinor, leftMinor), paid.currency),
  };
}
