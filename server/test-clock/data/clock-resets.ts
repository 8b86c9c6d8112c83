/** Adjusts a store's data after its test clock is removed. */
import { and, asc, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { methodChanges, orders, payments, refunds } from '#db/schema/index.ts';
import { refundsChannel } from '#server/billing/refunds/data/refunds-channel.ts';
import { liveStatuses } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { livePaymentStatuses } from '#server/domain/payment.ts';
import { inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { RunAhead } from '#server/stores/rules/test-clock.ts';

/**
 * Redates undecided payments, method changes and refunds of a locked store's test environment that started later than now,
 * so that they are processed from now on. Work for a calendar day keeps its date.
 */
export async function redateUndecided(tx: Tx, store: StoreScope, now: Date): Promise<void> {
  const notLater = (column: PgColumn) => sql`least(${column}, ${now.toISOString()}::timestamptz)`;
  const inTest = (table: typeof payments | typeof methodChanges | typeof refunds) =>
    and(inStore(table, store), eq(table.environment, 'test'));
  const ordersOf = (table: typeof payments | typeof methodChanges | typeof refunds, isOpen: SQL | undefined) =>
    tx
      .select({ id: table.orderId })
      .from(table)
      .where(and(inTest(table), isOpen));
  // Orders are locked first and in ID order, like when an outcome is recorded, to avoid deadlocks.
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inStore(orders, store),
        or(
          inArray(
            orders.id,
            ordersOf(
              payments,
              or(inArray(payments.status, [...livePaymentStatuses]), isNotNull(payments.unclosedSince)),
            ),
          ),
          inArray(orders.id, ordersOf(methodChanges, inArray(methodChanges.status, [...livePaymentStatuses]))),
          inArray(orders.id, ordersOf(refunds, isNotNull(refunds.nextAttemptAt))),
        ),
      ),
    )
    .orderBy(asc(orders.id))
    .for('update');
  for (const table of [payments, methodChanges]) {
    const isLater = or(gt(table.createdAt, now), gt(table.updatedAt, now));
    await tx
      .update(table)
      .set({ createdAt: notLater(table.createdAt), updatedAt: notLater(table.updatedAt) })
      .where(and(inTest(table), inArray(table.status, [...livePaymentStatuses]), isLater));
  }
  await tx
    .update(payments)
    .set({ unclosedSince: notLater(payments.unclosedSince), updatedAt: notLater(payments.updatedAt) })
    .where(
      and(
        inTest(payments),
        isNotNull(payments.unclosedSince),
        or(gt(payments.unclosedSince, now), gt(payments.updatedAt, now)),
      ),
    );
  await tx
    .update(refunds)
    .set({ nextAttemptAt: now })
    .where(and(inTest(refunds), gt(refunds.nextAttemptAt, now)));
  // Notifies the worker at the commit.
  await tx.execute(sql`select pg_notify(${refundsChannel}, '')`);
}

/** The subscriptions in a store's test environment whose current period starts in the future, or undefined. */
export async function findRunAhead(tx: Tx, store: StoreScope, now: Date): Promise<RunAhead | undefined> {
  const [row] = await tx
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      nextAt: sql<Date | null>`min(coalesce(${orders.nextChargeAt}, ${orders.currentPeriodEnd}))`.mapWith(
        orders.currentPeriodEnd,
      ),
    })
    .from(orders)
    .where(
      and(
        inStore(orders, store),
        eq(orders.environment, 'test'),
        inArray(orders.status, [...liveStatuses]),
        gt(orders.currentPeriodStart, now),
      ),
    );
  return row?.nextAt ? { count: row.count, nextAt: row.nextAt } : undefined;
}
