/** The prices that orders have locked, from their checkout sessions. */

import { and } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { checkoutSessions, orders } from '#db/schema/index.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { lookUp } from '#server/platform/data/scoped-statement.ts';
import { visibleOrders } from './visible-orders.ts';

const pricesOfOrders = lookUp((db, scope, hasId) =>
  db
    .select({ orderId: orders.id, price: checkoutSessions.price })
    .from(orders)
    .innerJoin(checkoutSessions, refersTo(orders, orders.checkoutSessionId, checkoutSessions))
    .where(and(visibleOrders(scope), hasId(orders.id))),
);

/** The locked prices of the orders in scope. */
export const findLockedPrices = (
  tx: Tx,
  scope: ReadScope,
  orderIds: readonly string[],
): Promise<{ orderId: string; price: Price }[]> => pricesOfOrders(tx, scope, orderIds);
