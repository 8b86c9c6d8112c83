/** What a receipt is written from. */
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments, productVersions, refunds, stores } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { Store } from '#server/stores/stores.ts';
import { visibleOrders } from '../../orders/data/visible-orders.ts';
import { type Order, parseOrderOf } from '../../orders/rules/order.ts';
import type { Refund } from '../../refunds/refunds.ts';
import type { Payment } from '../payments.ts';

/** Whose receipts exist: those of one store and environment and, where a customer asks, of their own orders. */
export interface ReceiptScope {
  readonly storeId: string;
  readonly environment: Environment;
  /** The customer's identity or, where none is known, their email address. */
  readonly buyer?: string | undefined;
}

export interface ReceiptRows {
  readonly payment: Payment;
  readonly order: Order;
  readonly store: Store;
  readonly productName: string;
  /** What went back of it, the oldest first. */
  readonly refunds: readonly Refund[];
}

/** A successful payment in scope with all that its receipt says, what went back of it included; undefined where there is none. */
export async function findPaidPayment(
  tx: Tx,
  { storeId, environment, buyer }: ReceiptScope,
  paymentId: string,
): Promise<ReceiptRows | undefined> {
  const scope = { environment, storeIds: [storeId], onSaleOnly: true };
  const [row] = await tx
    .select({ payment: payments, order: orders, store: stores, productName: productVersions.name })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(stores, eq(stores.id, payments.storeId))
    .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
    .where(
      and(
        eq(payments.id, paymentId),
        eq(payments.storeId, storeId),
        eq(payments.environment, environment),
        eq(payments.status, 'succeeded'),
        visibleOrders(buyer === undefined ? scope : { ...scope, buyerIdentity: buyer }),
      ),
    );
  if (!row) return undefined;
  const made = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.storeId, storeId), eq(refunds.status, 'succeeded')))
    .orderBy(asc(refunds.succeededAt), asc(refunds.id));
  return { ...parseOrderOf(row), refunds: made };
}
