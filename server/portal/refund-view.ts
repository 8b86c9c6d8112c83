/** What a buyer who wants their money back is asked. */
import type { Tx } from '../../db/client.ts';
import { formatDay } from '../checkout/quote.ts';
import { fromShortId, toShortId } from '../domain/ids.ts';
import { formatAmount, formatMoney } from '../domain/money.ts';
import { isRefundable } from '../domain/refund-ticket.ts';
import type { Voice } from '../i18n/say.ts';
import { type BuyerScope, findBuyerOrder } from '../queries/buyer-orders.ts';
import { listOrderPayments } from '../queries/payments.ts';
import { listOrderTickets } from '../queries/refund-tickets.ts';

export interface RefundView {
  readonly orderId: string;
  readonly paymentId: string;
  readonly productName: string;
  readonly currency: string;
  readonly paid: string;
  readonly paidOn: string;
  /** The smallest amount there is. */
  readonly least: string;
  /** As it is typed: "29.00". */
  readonly most: string;
}

/** What a refund could be asked for; undefined where there is nothing, or a request is open. */
export async function readRefund(
  db: Tx,
  scope: BuyerScope,
  { orderId, paymentId }: { orderId: string; paymentId: string },
  { locale }: Voice,
): Promise<RefundView | undefined> {
  const [order, payment] = [fromShortId('ORD', orderId), fromShortId('PAY', paymentId)];
  const found = order && payment && (await findBuyerOrder(db, scope, order));
  if (!found) return undefined;
  const paid = (await listOrderPayments(db, found.order)).find(({ id }) => id === payment);
  if (!paid || !isRefundable(paid)) return undefined;
  const tickets = await listOrderTickets(db, found.order);
  if (tickets.some((ticket) => ticket.paymentId === payment && ticket.status === 'pending')) return undefined;
  return {
    orderId: toShortId('ORD', found.order.id),
    paymentId: toShortId('PAY', paid.id),
    productName: found.productName,
    currency: paid.currency,
    paid: formatMoney(paid.amountMinor, paid.currency, locale),
    paidOn: formatDay(paid.succeededAt ?? paid.createdAt, locale),
    least: formatMoney(1, paid.currency, locale),
    most: formatAmount(paid.amountMinor, paid.currency),
  };
}
