/** The filter conditions that order and payment lists share. */
import { and, type Column, eq, gt, gte, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { orders, payments } from '#db/schema/index.ts';
import type { SaleFilter } from '../rules/sale-filter.ts';

/** The columns that a list filters by. */
interface FilterColumns {
  readonly productId: Column;
  readonly country: Column | SQL;
  readonly amountMinor: Column;
  readonly currency: Column;
  readonly createdAt: Column;
}

/** The condition for rows, joined with their orders, that match the filter. */
export function matchingSale(filter: SaleFilter, columns: FilterColumns): SQL | undefined {
  const { amountMinor, currency, createdAt } = columns;
  const { productId, customerId, minMinor, maxMinor, from, until, country } = filter;
  return and(
    productId === undefined ? undefined : eq(columns.productId, productId),
    customerId === undefined ? undefined : eq(orders.customerId, customerId),
    filter.currency === undefined ? undefined : eq(currency, filter.currency),
    minMinor === undefined ? undefined : gte(amountMinor, minMinor),
    maxMinor === undefined ? undefined : lte(amountMinor, maxMinor),
    from && gte(createdAt, from),
    until && lt(createdAt, until),
    country === undefined ? undefined : sql`${columns.country} = ${country}`,
  );
}

/** Payments, joined with their orders, for a period after the first one. The first is 0 for a trial, otherwise 1. */
export const isRenewal: SQL | undefined = and(
  eq(orders.productType, 'subscription'),
  or(gt(payments.periodNumber, 1), and(eq(payments.periodNumber, 1), isNotNull(orders.trialEndsAt))),
);
