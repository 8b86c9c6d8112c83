/** The orders that a caller may read. */
import { and, eq, isNull, or, type Placeholder, sql } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';
import { inStores, type StatementScope } from '#server/platform/data/listing.ts';

/** A customer's orders: by buyer identity or, on orders without one, by email address. */
export const boughtBy = (buyerIdentity: string | Placeholder) =>
  and(
    sql`lower(coalesce(${orders.buyerIdentity}, ${orders.buyerEmail})) = lower(${buyerIdentity})`,
    // Emails are compared without case; a merchant's own identifiers are not.
    or(isNull(orders.buyerIdentity), eq(orders.buyerIdentity, buyerIdentity)),
  );

/** The orders in a caller's scope; a customer sees only their own. */
export const visibleOrders = (scope: StatementScope) =>
  and(
    inStores(orders.storeId, scope),
    eq(orders.environment, scope.environment),
    ...(scope.buyerIdentity === undefined ? [] : [boughtBy(scope.buyerIdentity)]),
  );
