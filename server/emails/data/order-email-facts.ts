/** What emails about things that happened to orders are made of. */
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { checkoutSessions, merchants, orders, payments, productVersions, stores } from '#db/schema/index.ts';
import { type Order, parseOrderOf } from '#server/billing/orders/rules/order.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import { among } from '#server/platform/data/listing.ts';
import type { Store } from '#server/stores/stores.ts';

export interface NoticeFacts {
  readonly order: Order;
  readonly store: Store;
  /** The store's owner. */
  readonly owner: { readonly name: string; readonly email: string };
  readonly productName: string;
  readonly price: Price;
  /** Those that succeeded, oldest first: they stay as they are, whatever becomes of the order. */
  readonly payments: readonly Payment[];
}

/** The facts about several orders, by order id, in two statements. */
export async function findNoticeFacts(tx: Tx, orderIds: readonly string[]): Promise<Map<string, NoticeFacts>> {
  if (orderIds.length === 0) return new Map();
  const rows = (await factRows(tx, { orderIds })).map(parseOrderOf);
  const paid = await theirPayments(tx, { orderIds });
  const paymentsOf = Map.groupBy(
    paid.filter(({ status }) => status === 'succeeded'),
    ({ orderId }) => orderId,
  );
  return new Map(rows.map((row) => [row.order.id, { ...row, payments: paymentsOf.get(row.order.id) ?? [] }]));
}

const factRows = hotStatement((db, { orderIds }: Params<{ orderIds: readonly string[] }>) =>
  db
    .select({
      order: orders,
      store: stores,
      owner: { name: merchants.name, email: merchants.email },
      productName: productVersions.name,
      price: checkoutSessions.price,
    })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .innerJoin(merchants, eq(merchants.id, stores.ownerId))
    .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
    .innerJoin(checkoutSessions, eq(checkoutSessions.id, orders.checkoutSessionId))
    .where(among(orders.id, orderIds)),
);

const theirPayments = hotStatement((db, { orderIds }: Params<{ orderIds: readonly string[] }>) =>
  db
    .select()
    .from(payments)
    .where(among(payments.orderId, orderIds))
    .orderBy(asc(payments.succeededAt), asc(payments.attempt)),
);
