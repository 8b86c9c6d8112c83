/** The orders that a caller may read. */
import { and, eq, isNull, or, type Placeholder, sql } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';
import { inStores, type StatementScope } from '#server/platform/data/listing.ts';

/** A customer's orders: by buyer identity or, on orders without one, by email address. */
export const boughtBy = (buyerIdentity: string | Placeholder) =>
  or(
    // Emails are compared without case; a merchant's own identifiers are not.
    and(eq(orders.buyerIdentity, buyerIdentity), hasIdentity(buyerIdentity)),
    hasOnlyEmail(buyerIdentity),
  );

/** The order's buyer identity, without case. The expression of the index. */
export const hasIdentity = (identity: string | Placeholder) => sql`lower(${orders.buyerIdentity}) = lower(${identity})`;

/** The order has no buyer identity, and this email address. */
export const hasOnlyEmail = (email: string | Placeholder) =>
  and(isNull(orders.buyerIdentity), sql`lower(${orders.buyerEmail}) = lower(${email})`);

/** The orders in a caller's scope; a customer sees only their own. */
export const visibleOrders = (scope: StatementScope) =>
  and(
    inStores(orders.storeId, scope),
    eq(orders.environment, scope.environment),
    ...(scope.buyerIdentity === undefined ? [] : [boughtBy(scope.buyerIdentity)]),
  );
