/** The refund totals on orders, for lists and filters. */

import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments, refunds } from '#db/schema/index.ts';
import { checkedInStore, isRow } from '#server/platform/data/merchant-scope.ts';
import type { Order } from '../orders.ts';
import { refundStateOf } from '../rules/order-refund.ts';

/** Recounts a locked order's refunds, in the transaction in which a refund succeeds or is reversed. */
export async function saveRefundTotals(tx: Tx, order: Order, now: Date): Promise<void> {
  const total = (amount: typeof refunds.amountMinor | typeof payments.amountMinor) =>
    sql<number>`coalesce(sum(${amount}), 0)`.mapWith(Number);
  const [refunded] = await tx
    .select({ minor: total(refunds.amountMinor) })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), checkedInStore(refunds, order), eq(refunds.status, 'succeeded')));
  const [paid] = await tx
    .select({ minor: total(payments.amountMinor) })
    .from(payments)
    .where(and(eq(payments.orderId, order.id), checkedInStore(payments, order), eq(payments.status, 'succeeded')));
  const refundedMinor = refunded?.minor ?? 0;
  const refundState = refundStateOf({ paidMinor: paid?.minor ?? 0, refundedMinor });
  await tx.update(orders).set({ refundedMinor, refundState, updatedAt: now }).where(isRow(orders, order));
}
