/** The orders that a reader may see. */
import { and, eq, isNull, or, type Placeholder, sql } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';
import { inStores, type StatementScope } from '#server/platform/data/listing.ts';

/** A customer's orders: of their identity or, where an order has none, of that email address. */
export const boughtBy = (buyerIdentity: string | Placeholder) =>
  and(
    sql`lower(coalesce(${orders.buyerIdentity}, ${orders.buyerEmail})) = lower(${buyerIdentity})`,
    // Emails are compared without case; a merchant's own identifiers are not.
    or(isNull(orders.buyerIdentity), eq(orders.buyerIdentity, buyerIdentity)),
  );

/** What a caller may read: a customer sees their own orders only. */
export const visibleOrders = (scope: StatementScope) =>
  and(
    inStores(orders.storeId, scope),
    eq(orders.environment, scope.environment),
    ...(scope.buyerIdentity === undefined ? [] : [boughtBy(scope.buyerIdentity)]),
  );
