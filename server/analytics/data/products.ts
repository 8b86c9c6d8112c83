/** Which products sell best. */
import { and, type Column, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments, products, productVersions, refunds } from '#db/schema/index.ts';
import { columnsIn } from '#server/catalog/data/product-columns.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { among, type ReadScope } from '#server/platform/data/listing.ts';
import { boughtAt, during, ofCurrency, owned, sumOf } from './facts.ts';
import { succeededIn, type TopChoice } from './revenue.ts';

export interface ProductFigures {
  readonly productId: string;
  /** As it is called in the environment now. */
  readonly name: string;
  readonly type: ProductType;
  /** What its payments brought in, renewals too, tax included; by when they succeeded. */
  readonly revenueMinor: number;
  readonly payments: number;
  /** Orders that were paid, or that began with a trial. */
  readonly orders: number;
  /** What was given back of its payments, by when; and in how many refunds. */
  readonly refundedMinor: number;
  readonly refunds: number;
}

export interface TopProductsChoice extends TopChoice {
  /** What they are ranked by: revenue unless told otherwise. */
  readonly by?: 'revenue' | 'orders';
}

/** The products that brought in most in the range, or were ordered most, with what there is to say of each. */
export async function listTopProducts(
  tx: Tx,
  scope: ReadScope,
  { by = 'revenue', ...choice }: TopProductsChoice,
): Promise<ProductFigures[]> {
  const [topSales, topOrders] =
    by === 'revenue'
      ? [await readSales(tx, scope, choice), undefined]
      : [undefined, await readOrders(tx, scope, choice)];
  const ids = (topSales ?? topOrders ?? []).map(({ productId }) => productId);
  if (ids.length === 0) return [];
  const [sales, bought, refunded, named] = await Promise.all([
    topSales ?? readSales(tx, scope, choice, ids),
    topOrders ?? readOrders(tx, scope, choice, ids),
    readRefunds(tx, scope, choice, ids),
    readNames(tx, scope, ids),
  ]);
  return ids.map((productId) => ({
    ...nothing,
    ...rowOf(named, productId),
    ...rowOf(sales, productId),
    ...rowOf(bought, productId),
    ...rowOf(refunded, productId),
    productId,
  }));
}

const nothing = {
  name: '',
  type: 'onetime' as ProductType,
  revenueMinor: 0,
  payments: 0,
  orders: 0,
  refundedMinor: 0,
  refunds: 0,
};

/** What is known of a product; there are a hundred at most. */
const rowOf = <Row extends { productId: string }>(rows: readonly Row[], productId: string): Row | undefined =>
  rows.find((row) => row.productId === productId);

type Choice = Omit<TopProductsChoice, 'by'>;

/** That it is about one of those products; no condition without any. */
const ofProducts = (productId: Column, ids: readonly string[] | undefined): SQL | undefined =>
  ids && among(productId, ids);

/** What products were paid for. Without `ids` the best of all. */
async function readSales(tx: Tx, scope: ReadScope, { range, currency, limit }: Choice, ids?: readonly string[]) {
  const revenueMinor = sumOf(payments.amountMinor);
  return await tx
    .select({ productId: sql<string>`${payments.productId}`, payments: count(), revenueMinor })
    .from(payments)
    .where(and(succeededIn(scope, range, currency), ofProducts(payments.productId, ids)))
    .groupBy(payments.productId)
    .orderBy(desc(revenueMinor), payments.productId)
    .limit(limit);
}

async function readOrders(tx: Tx, scope: ReadScope, { range, currency, limit }: Choice, ids?: readonly string[]) {
  return await tx
    .select({ productId: orders.productId, orders: count() })
    .from(orders)
    .where(
      and(
        owned(orders, scope),
        during(boughtAt(orders), range),
        ofCurrency(orders.currency, currency),
        ofProducts(orders.productId, ids),
      ),
    )
    .groupBy(orders.productId)
    .orderBy(desc(count()), orders.productId)
    .limit(limit);
}

async function readRefunds(tx: Tx, scope: ReadScope, { range, currency }: Choice, ids: readonly string[]) {
  return await tx
    .select({ productId: orders.productId, refunds: count(), refundedMinor: sumOf(refunds.amountMinor) })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        owned(refunds, scope),
        during(refunds.succeededAt, range),
        eq(refunds.status, 'succeeded'),
        ofCurrency(refunds.currency, currency),
        ofProducts(orders.productId, ids),
      ),
    )
    .groupBy(orders.productId);
}

/** What products are called now: in the scope's environment. */
async function readNames(tx: Tx, scope: ReadScope, ids: readonly string[]) {
  return await tx
    .select({ productId: products.id, type: products.type, name: sql<string>`coalesce(${productVersions.name}, '')` })
    .from(products)
    .leftJoin(productVersions, eq(productVersions.id, columnsIn(scope.environment).versionId))
    .where(among(products.id, ids));
}
