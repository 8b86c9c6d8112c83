/** The rows that emails about orders are made from. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import {
  checkoutSessions,
  merchants,
  orders,
  paymentMethods,
  payments,
  productVersions,
  refunds,
  stores,
} from '#db/schema/index.ts';
import { type Order, parseOrderOf } from '#server/billing/orders/rules/order.ts';
import type { StoredMethod } from '#server/billing/payment-methods/payment-methods.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import type { Refund } from '#server/billing/refunds/refunds.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import { among } from '#server/platform/data/listing.ts';
import { isStoreOf, refersTo } from '#server/platform/data/merchant-scope.ts';
import type { Store } from '#server/stores/stores.ts';

export interface OrderEmailFacts {
  readonly order: Order;
  readonly store: Store;
  /** The store's owner. */
  readonly owner: { readonly name: string; readonly email: string };
  readonly productName: string;
  readonly price: Price;
  /** Null without a stored payment method. */
  readonly method: StoredMethod | null;
  /** The payments that succeeded, oldest first. They never change, whatever happens to the order. */
  readonly payments: readonly Payment[];
}

interface OrdersOf {
  readonly merchantId: string;
  readonly orderIds: readonly string[];
}

/** The facts about several orders of a merchant, by order id, in two statements. */
export async function findOrderEmailFacts(tx: Tx, of: OrdersOf): Promise<Map<string, OrderEmailFacts>> {
  const rows = (await orderRows(tx, { ...of })).map(parseOrderOf);
  const paymentsOf = Map.groupBy(
    (await paymentRows(tx, { ...of })).filter(({ status }) => status === 'succeeded'),
    ({ orderId }) => orderId,
  );
  return new Map(rows.map((row) => [row.order.id, { ...row, payments: paymentsOf.get(row.order.id) ?? [] }]));
}

const orderRows = hotStatement((db, { merchantId, orderIds }: Params<OrdersOf>) =>
  db
    .select({
      order: orders,
      store: stores,
      owner: { name: merchants.name, email: merchants.email },
      productName: productVersions.name,
      price: checkoutSessions.price,
      method: paymentMethods,
    })
    .from(orders)
    .innerJoin(stores, isStoreOf(orders))
    .innerJoin(merchants, eq(merchants.id, stores.ownerId))
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .innerJoin(checkoutSessions, refersTo(orders, orders.checkoutSessionId, checkoutSessions))
    .leftJoin(
      paymentMethods,
      and(
        eq(paymentMethods.orderId, orders.id),
        eq(paymentMethods.merchantId, orders.merchantId),
        isNull(paymentMethods.replacedAt),
      ),
    )
    .where(and(among(orders.id, orderIds), eq(orders.merchantId, merchantId))),
);

const paymentRows = hotStatement((db, { merchantId, orderIds }: Params<OrdersOf>) =>
  db
    .select()
    .from(payments)
    .where(and(among(payments.orderId, orderIds), eq(payments.merchantId, merchantId)))
    .orderBy(asc(payments.succeededAt), asc(payments.attempt)),
);

/** A merchant's refunds by their ids. */
export async function findRefunds(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, Refund>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(refunds)
    .where(and(among(refunds.id, ids), eq(refunds.merchantId, merchantId)));
  return new Map(rows.map((row) => [row.id, row]));
}
