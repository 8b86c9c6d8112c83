/** Subscriptions by what they are of, how long they last, and how often a charge that failed is made good. */
import { and, count, desc, eq, exists, gte, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { orders, payments, products, productVersions } from '#db/schema/index.ts';
import { isRenewal } from '#server/billing/orders/data/sale-search.ts';
import { monthlyMinor, type Recurring, yearlyMinor } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import type { SubscriptionOrderStatus } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { columnsIn } from '#server/catalog/data/product-columns.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { countWhere, during, momentOf, ofCurrency, owned, sumOf } from './facts.ts';
import type { Choice } from './orders.ts';
import { activeBefore, begunBefore, paidSince, wasPaidFor } from './subscriptions.ts';

export interface PlanFigures {
  readonly productId: string;
  /** As it is called in the environment now. */
  readonly name: string;
  readonly currency: string;
  readonly active: number;
  /** In minor units, without tax. */
  readonly mrrMinor: number;
}

/** More than a store has plans and currencies for; what is beyond is left out. */
const maxPlans = 1000;

/** What was active at the range's end, by product and currency; the ones with most subscriptions first. */
export async function listPlans(tx: Tx, scope: ReadScope, { range, currency }: Choice): Promise<PlanFigures[]> {
  const running = and(begunBefore(range.to, scope, currency), activeBefore(range.to));
  const rows = await tx
    .select({
      productId: orders.productId,
      currency: orders.currency,
      period: orders.billingPeriod,
      name: sql<string>`coalesce(min(${productVersions.name}), '')`,
      active: count(),
      amountMinor: sumOf(orders.subtotalMinor),
    })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .leftJoin(productVersions, eq(productVersions.id, columnsIn(scope.environment).versionId))
    .where(running)
    .groupBy(orders.productId, orders.currency, orders.billingPeriod)
    .orderBy(desc(count()), orders.productId, orders.currency)
    .limit(maxPlans);
  // A later version of a product may be billed more often or less; what was sold before goes on as it was.
  return [...Map.groupBy(rows, (row) => `${row.productId} ${row.currency}`).values()]
    .flatMap((parts) => {
      const [plan] = parts;
      return plan ? [{ productId: plan.productId, name: plan.name, currency: plan.currency, ...addUp(parts) }] : [];
    })
    .sort((one, other) => other.active - one.active || other.mrrMinor - one.mrrMinor);
}

interface Part {
  readonly period: BillingPeriod | null;
  readonly active: number;
  readonly amountMinor: number;
}

/** Subscriptions of one currency, by the length of their periods, as one. */
function addUp(parts: readonly Part[]) {
  const recurring: Recurring = Object.fromEntries(parts.map(({ period, amountMinor }) => [period, amountMinor]));
  const active = parts.reduce((sum, part) => sum + part.active, 0);
  return { active, mrrMinor: monthlyMinor(recurring), arrMinor: yearlyMinor(recurring) };
}

export interface RecurringRevenue {
  readonly currency: string;
  readonly active: number;
  readonly mrrMinor: number;
  readonly arrMinor: number;
}

/** The same by currency alone. */
export async function listRecurringRevenue(
  tx: Tx,
  scope: ReadScope,
  { range, currency }: Choice,
): Promise<RecurringRevenue[]> {
  const rows = await tx
    .select({
      currency: orders.currency,
      period: orders.billingPeriod,
      active: count(),
      amountMinor: sumOf(orders.subtotalMinor),
    })
    .from(orders)
    .where(and(begunBefore(range.to, scope, currency), activeBefore(range.to)))
    .groupBy(orders.currency, orders.billingPeriod);
  return [...Map.groupBy(rows, (row) => row.currency)]
    .map(([code, parts]) => ({ currency: code, ...addUp(parts) }))
    .sort((one, other) => other.active - one.active || (one.currency < other.currency ? -1 : 1));
}

/** All subscriptions that were begun before the range's end, by their status now. */
export const countByStatus = (
  tx: Tx,
  scope: ReadScope,
  { range, currency }: Choice,
): Promise<{ status: SubscriptionOrderStatus; orders: number }[]> =>
  tx
    .select({ status: sql<SubscriptionOrderStatus>`${orders.status}`, orders: count() })
    .from(orders)
    .where(begunBefore(range.to, scope, currency))
    .groupBy(orders.status)
    .orderBy(desc(count()), orders.status);

export interface Recovery {
  /** Periods of subscriptions whose charge failed in the range. */
  readonly failed: number;
  /** How many of these were paid after all, by now. */
  readonly recovered: number;
}

/** Renewals that were declined, and how many of them a retry made good. */
export async function readRecovery(tx: Tx, scope: ReadScope, { range, currency }: Choice): Promise<Recovery> {
  const paid = alias(payments, 'paid');
  const declined = tx
    .selectDistinct({ orderId: payments.orderId, periodNumber: payments.periodNumber })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        owned(payments, scope),
        eq(payments.status, 'failed'),
        during(payments.createdAt, range),
        ofCurrency(payments.currency, currency),
        // It never reached the bank: nobody was asked, and nothing was declined.
        or(isNull(payments.failureCode), ne(payments.failureCode, 'not_attempted')),
        isRenewal,
      ),
    )
    .as('declined');
  const wasPaid = exists(
    tx
      .select({ one: sql`1` })
      .from(paid)
      .where(
        and(
          eq(paid.orderId, declined.orderId),
          eq(paid.periodNumber, declined.periodNumber),
          eq(paid.status, 'succeeded'),
        ),
      ),
  );
  const [row] = await tx.select({ failed: count(), recovered: countWhere(wasPaid) }).from(declined);
  return row ?? { failed: 0, recovered: 0 };
}

export interface Retention {
  /** In months since the first period that was paid for. */
  readonly months: number;
  /** How many of those that began in the range could be so old by its end. */
  readonly subscriptions: number;
  /** How many of these went on at least so long. */
  readonly retained: number;
}

/** How many months retention is told of. */
export const maxRetentionMonths = 12;

/** How many of the subscriptions whose first paid period began in the range were still there months later. */
export async function readRetention(tx: Tx, scope: ReadScope, { range, currency }: Choice): Promise<Retention[]> {
  const ages = Array.from({ length: maxRetentionMonths }, (_, place) => place + 1);
  const counted = ages.flatMap((months) => {
    const then = sql`${paidSince} + ${months}::int * interval '1 month'`;
    const isOldEnough = sql`${then} < ${momentOf(range.to)}`;
    const isThere = or(isNull(orders.endedAt), gte(orders.endedAt, then));
    return [
      [`eligible${months}`, countWhere(isOldEnough)],
      [`retained${months}`, countWhere(and(isOldEnough, isThere))],
    ] as const;
  });
  const [row] = await tx
    .select(Object.fromEntries(counted))
    .from(orders)
    .where(and(begunBefore(range.to, scope, currency), wasPaidFor, during(paidSince, range)));
  return ages.map((months) => ({
    months,
    subscriptions: row?.[`eligible${months}`] ?? 0,
    retained: row?.[`retained${months}`] ?? 0,
  }));
}
