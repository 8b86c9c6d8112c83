/** What lists of orders and of payments are both looked through by. */
import { and, type Column, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import { orders } from '../../db/schema/index.ts';
import type { SaleFilter } from '../domain/sale-filter.ts';

/** Where the listed rows hold their amount, and when they were made. */
interface Listed {
  readonly amountMinor: Column;
  readonly currency: Column;
  readonly createdAt: Column;
}

/** The condition that a row, joined with its order, is one of those. */
export function matchingSale(filter: SaleFilter, { amountMinor, currency, createdAt }: Listed): SQL | undefined {
  const { productId, customerId, leastMinor, mostMinor, from, until, country } = filter;
  return and(
    productId === undefined ? undefined : eq(orders.productId, productId),
    customerId === undefined ? undefined : eq(orders.customerId, customerId),
    filter.currency === undefined ? undefined : eq(currency, filter.currency),
    leastMinor === undefined ? undefined : gte(amountMinor, leastMinor),
    mostMinor === undefined ? undefined : lte(amountMinor, mostMinor),
    from && gte(createdAt, from),
    until && lt(createdAt, until),
    country === undefined ? undefined : sql`${orders.billingDetail}->>'country' = ${country}`,
  );
}
