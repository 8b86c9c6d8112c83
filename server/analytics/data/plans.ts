/** Subscriptions by plan, their retention, and recovered charges. */

import { and, count, desc, eq, exists, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { orders, payments, products, productVersions } from '#db/schema/index.ts';
import { isRenewal } from '#server/billing/orders/data/sale-search.ts';
import { monthlyMinor, type Recurring, yearlyMinor } from '#server/billing/subscriptions/rules/recurring-revenue.ts';
import type { SubscriptionOrderStatus } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { columnsIn } from '#server/catalog/data/product-columns.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import { merchantsOf, ofMerchants, type ReadScope } from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { countWhere, during, ofCurrency, owned, sumOf, timeParam } from './facts.ts';
import type { Choice } from './orders.ts';
import { endOfChain, isContinuation } from './subscription-changes.ts';
import { paidSince, wasPaidFor } from './subscription-conditions.ts';
import { activeBefore, startedBefore } from './subscriptions.ts';

export interface PlanFigures {
  readonly productId: string;
  /** The current name in the environment. */
  readonly name: string;
  readonly currency: string;
  readonly active: number;
  /** In minor units, without tax. */
  readonly mrrMinor: number;
}

/** More than a store's combinations of plan and currency; further ones are omitted. */
const maxPlans = 1000;

/** The active subscriptions at the end of the range by product and currency, the most frequent first. */
export async function listPlans(tx: Tx, scope: ReadScope, { range, currency }: Choice): Promise<PlanFigures[]> {
  const isActive = and(startedBefore(range.to, scope, currency), activeBefore(range.to));
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
    .innerJoin(products, refersTo(orders, orders.productId, products))
    .leftJoin(productVersions, refersTo(products, columnsIn(scope.environment).versionId, productVersions))
    .where(isActive)
    .groupBy(orders.productId, orders.currency, orders.billingPeriod)
    .orderBy(desc(count()), orders.productId, orders.currency)
    .limit(maxPlans);
  // Versions of a product may have different periods, and existing subscriptions keep theirs.
  return [...Map.groupBy(rows, (row) => `${row.productId} ${row.currency}`).values()]
    .flatMap((parts) => {
      const [plan] = parts;
      return plan ? [{ productId: plan.productId, name: plan.name, currency: plan.currency, ...sumUp(parts) }] : [];
    })
    .sort((one, other) => other.active - one.active || other.mrrMinor - one.mrrMinor);
}

interface PlanPart {
  readonly period: BillingPeriod | null;
  readonly active: number;
  readonly amountMinor: number;
}

/** Sums up subscriptions of one currency across billing periods. */
function sumUp(parts: readonly PlanPart[]) {
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

/** The recurring revenue at the end of the range, by currency. */
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
    .where(and(startedBefore(range.to, scope, currency), activeBefore(range.to)))
    .groupBy(orders.currency, orders.billingPeriod);
  return [...Map.groupBy(rows, (row) => row.currency)]
    .map(([code, parts]) => ({ currency: code, ...sumUp(parts) }))
    .sort((one, other) => other.active - one.active || (one.currency < other.currency ? -1 : 1));
}

/** All subscriptions that started before the end of the range, by current status. */
export const countByStatus = (
  tx: Tx,
  scope: ReadScope,
  { range, currency }: Choice,
): Promise<{ status: SubscriptionOrderStatus; orders: number }[]> =>
  tx
    .select({ status: sql<SubscriptionOrderStatus>`${orders.status}`, orders: count() })
    .from(orders)
    .where(startedBefore(range.to, scope, currency))
    .groupBy(orders.status)
    .orderBy(desc(count()), orders.status);

export interface Recovery {
  /** Subscription periods with a failed charge in the range. */
  readonly failed: number;
  /** How many of these have been paid since. */
  readonly recovered: number;
}

/** Declined renewals, and how many of them a retry has recovered. */
export async function readRecovery(tx: Tx, scope: ReadScope, { range, currency }: Choice): Promise<Recovery> {
  const paid = alias(payments, 'paid');
  const declined = tx
    .selectDistinct({ merchantId: payments.merchantId, orderId: payments.orderId, periodNumber: payments.periodNumber })
    .from(payments)
    .innerJoin(orders, refersTo(payments, payments.orderId, orders))
    .where(
      and(
        owned(payments, scope),
        eq(payments.status, 'failed'),
        during(payments.createdAt, range),
        ofCurrency(payments.currency, currency),
        // A charge that never reached the bank was not declined.
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
          ofMerchants(paid, scope),
          eq(paid.merchantId, declined.merchantId),
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
  /** Months since the first paid period. */
  readonly months: number;
  /** Subscriptions of the range that could have reached this age by its end. */
  readonly subscriptions: number;
  /** How many of these lasted at least that long. */
  readonly retained: number;
}

/** The number of months in a retention table. */
export const maxRetentionMonths = 12;

/**
 * How many of the subscriptions with their first paid period in the range still existed months later, on any plan.
 */
export async function readRetention(tx: Tx, scope: ReadScope, { range, currency }: Choice): Promise<Retention[]> {
  const ages = Array.from({ length: maxRetentionMonths }, (_, index) => index + 1);
  const retention = ages.map((months) => ({ months, subscriptions: 0, retained: 0 }));
  for (const ofMerchant of merchantsOf(scope)) {
    const row = await readMerchantRetention(tx, ofMerchant, ages, { range, currency });
    for (const age of retention) {
      age.subscriptions += row?.[`eligible${age.months}`] ?? 0;
      age.retained += row?.[`retained${age.months}`] ?? 0;
    }
  }
  return retention;
}

async function readMerchantRetention(
  tx: Tx,
  scope: ReadScope,
  ages: readonly number[],
  { range, currency }: Choice,
): Promise<Record<string, number> | undefined> {
  const counted = ages.flatMap((months) => {
    const ageDate = sql`${paidSince} + ${months}::int * interval '1 month'`;
    const isOldEnough = sql`${ageDate} < ${timeParam(range.to)}`;
    const isRetained = sql`coalesce(${endOfChain(scope)} >= ${ageDate}, true)`;
    return [
      [`eligible${months}`, countWhere(isOldEnough)],
      [`retained${months}`, countWhere(and(isOldEnough, isRetained))],
    ] as const;
  });
  const [row] = await tx
    .select(Object.fromEntries(counted))
    .from(orders)
    .where(
      and(
        startedBefore(range.to, scope, currency),
        wasPaidFor,
        during(paidSince, range),
        sql`not coalesce(${isContinuation(scope)}, false)`,
      ),
    );
  return row;
}
