/** The subscription that a plan change changes, with everything that its credit depends on. */

import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { checkoutSessions, orders, payments, productVersions, refunds } from '#db/schema/index.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import { livePaymentStatuses } from '#server/domain/payment.ts';
import { holdingRefundStatuses } from '#server/domain/refund-status.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { type Order, parseOrder } from '../../orders/rules/order.ts';
import type { Payment } from '../../payments/payments.ts';

/** References a subscription within its merchant and store. */
export interface OriginKey {
  readonly merchantId: string;
  readonly storeId: string;
  readonly orderId: string;
}

export interface Origin {
  readonly order: Order;
  /** The locked price of the current plan. */
  readonly price: Price;
  readonly productName: string;
  /** The successful payment of the current period; undefined for a period that nothing was paid for. */
  readonly paid: Payment | undefined;
  /** The pending and succeeded refunds of that payment. */
  readonly refundedMinor: number;
}

/** The subscription and its current period, or undefined. Lock the order first where the result decides. */
export async function findOrigin(tx: Tx, { merchantId, storeId, orderId }: OriginKey): Promise<Origin | undefined> {
  const refunded = sql<number>`coalesce((
    select sum(${refunds.amountMinor}) from ${refunds}
    where ${refunds.paymentId} = ${payments.id} and ${refunds.merchantId} = ${merchantId}
      and ${inArray(refunds.status, [...holdingRefundStatuses])}), 0)`.mapWith(Number);
  const [row] = await tx
    .select({
      order: orders,
      price: checkoutSessions.price,
      productName: productVersions.name,
      paid: payments,
      refundedMinor: refunded,
    })
    .from(orders)
    .innerJoin(checkoutSessions, refersTo(orders, orders.checkoutSessionId, checkoutSessions))
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .leftJoin(
      payments,
      and(
        eq(payments.orderId, orders.id),
        eq(payments.merchantId, orders.merchantId),
        eq(payments.periodNumber, orders.periodNumber),
        eq(payments.status, 'succeeded'),
      ),
    )
    .where(and(eq(orders.id, orderId), eq(orders.merchantId, merchantId), eq(orders.storeId, storeId)));
  return row && { ...row, order: parseOrder(row.order), paid: row.paid ?? undefined };
}

/** The quote of the order that replaces a subscription, or null. */
export async function findOrderQuote(
  tx: Tx,
  { merchantId, storeId, changeOrderId }: Pick<Order, 'merchantId' | 'storeId' | 'changeOrderId'>,
): Promise<string | null> {
  if (!changeOrderId) return null;
  const [row] = await tx
    .select({ quoteId: orders.quoteId })
    .from(orders)
    .where(and(eq(orders.id, changeOrderId), eq(orders.merchantId, merchantId), eq(orders.storeId, storeId)));
  return row?.quoteId ?? null;
}

/** Locks an order by its whole key, or returns undefined. A plan change's own order is locked before its origin. */
export async function lockOrder(tx: Tx, { merchantId, storeId, orderId }: OriginKey): Promise<Order | undefined> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.merchantId, merchantId), eq(orders.storeId, storeId)))
    .for('update');
  return row && parseOrder(row);
}

/**
 * Locks the subscription of a plan change. The order of a change that is scheduled already is locked first, as by the worker
 * that starts it. `changeOrderId`: the locked order of the change that asks.
 */
export async function lockOrigin(
  tx: Tx,
  key: OriginKey,
  changeOrderId: string | undefined,
): Promise<Order | undefined> {
  const { merchantId, storeId, orderId } = key;
  const [row] = await tx
    .select({ scheduled: orders.changeOrderId })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.merchantId, merchantId), eq(orders.storeId, storeId)));
  if (row?.scheduled && row.scheduled !== changeOrderId) await lockOrder(tx, { ...key, orderId: row.scheduled });
  return await lockOrder(tx, key);
}

/** Whether another order that changes the same subscription is being paid. `exceptOrderId`: the change that asks. */
export async function isChangeBeingPaid(
  tx: Tx,
  origin: OriginKey,
  exceptOrderId: string | undefined,
): Promise<boolean> {
  const rows = await tx
    .select({ orderId: orders.id })
    .from(orders)
    .innerJoin(payments, refersTo(payments, payments.orderId, orders))
    .where(
      and(
        eq(orders.changeOriginOrderId, origin.orderId),
        eq(orders.merchantId, origin.merchantId),
        eq(orders.status, 'pending'),
        inArray(payments.status, [...livePaymentStatuses]),
      ),
    );
  return rows.some(({ orderId }) => orderId !== exceptOrderId);
}
