/** The rows that emails about subscriptions are made from, and the buyers to remind. */

import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { checkoutSessions, orders, paymentMethods, productVersions, stores } from '#db/schema/index.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import { type DueSearch, listDueMerchants } from '#server/platform/data/due-merchants.ts';
import { type BatchScope, inJobScope, type SearchScope } from '#server/platform/data/job-scope.ts';
import { isStoreOf, refersTo } from '#server/platform/data/merchant-scope.ts';
import type { Store } from '#server/stores/stores.ts';
import { parseStartedSubscription, type StartedSubscription } from '../../orders/rules/order.ts';
import type { StoredMethod } from '../../payment-methods/payment-methods.ts';

const isReminderDue = (tx: Tx, scope: SearchScope | BatchScope, now: Date) =>
  and(lte(orders.remindAt, now), inJobScope(tx, scope, orders));

/** The merchants of the buyers to remind, the most overdue first. Locks nothing. */
export const listMerchantsOfReminders = (tx: Tx, now: Date, search: DueSearch): Promise<string[]> =>
  listDueMerchants(
    tx,
    { table: orders, dueAt: orders.remindAt, where: (scope) => isReminderDue(tx, scope, now) },
    search,
  );

/** Subscriptions whose buyers are to be reminded by `now`, locked, the most overdue first; skips locked rows. */
export async function lockDueReminders(
  tx: Tx,
  scope: BatchScope,
  now: Date,
  limit: number,
): Promise<StartedSubscription[]> {
  const rows = await tx
    .select()
    .from(orders)
    .where(isReminderDue(tx, scope, now))
    .orderBy(asc(orders.remindAt), asc(orders.id))
    .limit(limit)
    .for('update', { of: orders, skipLocked: true });
  return rows.map(parseStartedSubscription);
}

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
