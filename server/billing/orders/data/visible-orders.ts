/** The orders that a caller may read. */
import { and, type Column, eq, inArray, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { type Condition, inStores, matching, type StatementScope } from '#server/platform/data/listing.ts';

/** A customer's orders: by buyer identity or, on orders without one, by email address. */
export const boughtBy = (buyerIdentity: string | Placeholder) =>
  or(
    // Emails are compared without case; a merchant's own identifiers are not.
    and(eq(orders.buyerIdentity, buyerIdentity), hasIdentity(buyerIdentity)),
    hasOnlyEmail(buyerIdentity),
  );

/** The order's buyer identity, without case. The expression of the index. */
export const hasIdentity = (identity: string | Placeholder) => sql`lower(${orders.buyerIdentity}) = lower(${identity})`;

/** The order was bought with this email address, by any buyer. The expression of the index. */
export const hasEmail = (email: string | Placeholder) => sql`lower(${orders.buyerEmail}) = lower(${email})`;

/** The order has no buyer identity, and this email address. */
export const hasOnlyEmail = (email: string | Placeholder) => and(isNull(orders.buyerIdentity), hasEmail(email));

/** The orders in a caller's scope; a customer sees only their own. */
export const visibleOrders = (scope: StatementScope) =>
  and(
    inStores(orders, scope),
    eq(orders.environment, scope.environment),
    ...(scope.buyerIdentity === undefined ? [] : [boughtBy(scope.buyerIdentity)]),
  );

/** The condition on the merchant's own ID of a row's order, which every row has; undefined without one. */
export const hasOrderExternalId = (
  tx: Tx,
  scope: StatementScope,
  orderId: Column,
  condition: Condition | null | undefined,
): SQL | undefined => {
  const wanted = matching({ externalId: orders.merchantExternalId }, { externalId: condition });
  if (!wanted) return undefined;
  return inArray(
    orderId,
    tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(visibleOrders(scope), wanted)),
  );
};
