/** What lists of orders and of payments are both looked through by. */
import { and, type Column, eq, gt, gte, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { orders, payments } from '#db/schema/index.ts';
import type { SaleFilter } from '../rules/sale-filter.ts';

/** Where the listed rows hold what was bought, from where, their amount, and when they were made. */
interface Listed {
  readonly productId: Column;
  readonly country: Column | SQL;
  readonly amountMinor: Column;
  readonly currency: Column;
  readonly createdAt: Column;
}

/** The condition that a row, joined with its order, is one of those. */
export function matchingSale(filter: SaleFilter, listed: Listed): SQL | undefined {
  const { amountMinor, currency, createdAt } = listed;
  const { productId, customerId, minMinor, maxMinor, from, until, country } = filter;
  return and(
    productId === undefined ? undefined : eq(listed.productId, productId),
    customerId === undefined ? undefined : eq(orders.customerId, customerId),
    filter.currency === undefined ? undefined : eq(currency, filter.currency),
    minMinor === undefined ? undefined : gte(amountMinor, minMinor),
    maxMinor === undefined ? undefined : lte(amountMinor, maxMinor),
    from && gte(createdAt, from),
    until && lt(createdAt, until),
    country === undefined ? undefined : sql`${listed.country} = ${country}`,
  );
}

/** That a payment, joined with its order, is of a subscription's further period: the first is its trial, 0, or else 1. */
export const isRenewal: SQL | undefined = and(
  eq(orders.productType, 'subscription'),
  or(gt(payments.periodNumber, 1), and(eq(payments.periodNumber, 1), isNotNull(orders.trialEndsAt))),
);
