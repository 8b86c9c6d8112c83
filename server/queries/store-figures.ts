/** What the dashboard's overview counts. */
import { and, count, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { orders, payments } from '../../db/schema/index.ts';
import type { Environment } from '../domain/environments.ts';
import type { OrderStatus } from '../domain/order.ts';

interface StoreFigures {
  /** Orders by status. */
  readonly orders: Readonly<Partial<Record<OrderStatus, number>>>;
  /** What payments brought in, tax included, by currency, in minor units. */
  readonly revenue: readonly { readonly currency: string; readonly amountMinor: number }[];
}

/** The overview's figures for one store and environment. */
export async function readStoreFigures(
  tx: Tx,
  scope: { storeId: string; environment: Environment },
): Promise<StoreFigures> {
  const mine = and(eq(orders.storeId, scope.storeId), eq(orders.environment, scope.environment));
  const statuses = await tx
    .select({ status: orders.status, orders: count() })
    .from(orders)
    .where(mine)
    .groupBy(orders.status);
  const revenue = await tx
    .select({ currency: payments.currency, amountMinor: sql<string>`sum(${payments.amountMinor})` })
    .from(payments)
    .where(
      and(
        eq(payments.storeId, scope.storeId),
        eq(payments.environment, scope.environment),
        eq(payments.status, 'succeeded'),
        gt(payments.amountMinor, 0),
      ),
    )
    .groupBy(payments.currency)
    .orderBy(payments.currency);
  return {
    orders: Object.fromEntries(statuses.map((row) => [row.status, row.orders])),
    revenue: revenue.map(({ currency, amountMinor }) => ({ currency, amountMinor: Number(amountMinor) })),
  };
}
