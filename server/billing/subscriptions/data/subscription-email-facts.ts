/** The rows that emails about subscriptions are made from, and the buyers to remind. */

import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { checkoutSessions, orders, paymentMethods, productVersions, stores } from '#db/schema/index.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import { inJobScope } from '#server/platform/data/job-scope.ts';
import { isStoreOf, refersTo } from '#server/platform/data/merchant-scope.ts';
import type { Store } from '#server/stores/stores.ts';
import type { DueOrders } from '../../orders/data/due-orders.ts';
import { parseStartedSubscription, type StartedSubscription } from '../../orders/rules/order.ts';
import type { StoredMethod } from '../../payment-methods/payment-methods.ts';

/** Subscriptions whose buyers are to be reminded. */
export const dueReminders: DueOrders<StartedSubscription> = {
  dueAt: orders.remindAt,
  thenBy: orders.id,
  isDue: (tx, scope, now) => and(lte(orders.remindAt, now), inJobScope(tx, scope, orders)),
  parse: parseStartedSubscription,
};

/** The facts in an email about a subscription. */
export interface EmailFacts {
  readonly store: Store;
  readonly productName: string;
  readonly price: Price;
  /** Undefined without a saved payment method. */
  readonly method: StoredMethod | undefined;
}

/** The facts about several locked subscriptions of one merchant, by order id. */
export async function findEmailFacts(
  tx: Tx,
  locked: readonly { readonly id: string; readonly merchantId: string }[],
): Promise<Map<string, EmailFacts>> {
  const [first] = locked;
  if (!first) return new Map();
  const rows = await tx
    .select({
      orderId: orders.id,
      store: stores,
      productName: productVersions.name,
      price: checkoutSessions.price,
      method: paymentMethods,
    })
    .from(orders)
    .innerJoin(stores, isStoreOf(orders))
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .innerJoin(checkoutSessions, refersTo(orders, orders.checkoutSessionId, checkoutSessions))
    .leftJoin(
      paymentMethods,
      and(refersTo(paymentMethods, paymentMethods.orderId, orders), isNull(paymentMethods.replacedAt)),
    )
    .where(
      and(
        eq(orders.merchantId, first.merchantId),
        inArray(
          orders.id,
          locked.map(({ id }) => id),
        ),
      ),
    );
  return new Map(rows.map(({ orderId, method, ...facts }) => [orderId, { ...facts, method: method ?? undefined }]));
}
