/** What emails about refunds are made of. */
import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments, refunds } from '#db/schema/index.ts';
import { type Order, parseOrder } from '#server/billing/orders/rules/order.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import type { Refund } from '#server/billing/refunds/refunds.ts';
import { fromShortId } from '#server/domain/ids.ts';
import type { EventRow } from '#server/events/data/events.ts';

export interface RefundEmailFacts {
  readonly order: Order;
  readonly payment: Payment;
  /** Null where the event is about a refund that is not booked. */
  readonly refund: Refund | null;
}

/** The rows that an event of a refund names; undefined where its order is gone. */
export async function findRefundEmailFacts(
  tx: Tx,
  { merchantId, objectId: orderId, data }: EventRow,
): Promise<RefundEmailFacts | undefined> {
  const paymentId = typeof data.paymentId === 'string' ? fromShortId('PAY', data.paymentId) : undefined;
  const refundId = typeof data.refundId === 'string' ? fromShortId('REF', data.refundId) : undefined;
  if (!paymentId) return undefined;
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.merchantId, merchantId), eq(orders.id, orderId)));
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.orderId, orderId), eq(payments.id, paymentId)));
  if (!row || !payment) return undefined;
  const order = parseOrder(row);
  if (!refundId) return { order, payment, refund: null };
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.merchantId, merchantId), eq(refunds.orderId, orderId), eq(refunds.id, refundId)));
  return { order, payment, refund: refund ?? null };
}
