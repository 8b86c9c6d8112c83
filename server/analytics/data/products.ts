/** The best-selling products. */
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
  /** The current name in the environment. */
  readonly name: string;
  readonly type: ProductType;
  /** Payments that succeeded in the range, renewals and tax included. */
  readonly revenueMinor: number;
  readonly payments: number;
  /** Paid orders and started trials. */
  readonly orders: number;
  /** Refunds that succeeded in the range, and their number. */
  readonly refundedMinor: number;
  readonly refunds: number;
}

export interface TopProductsChoice extends TopChoice {
  /** The ranking; revenue by default. */
  readonly by?: 'revenue' | 'orders';
}

/** The products with the highest revenue or most orders in the range, with all their figures. */
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
  const [sales, bought, refunded, names] = await Promise.all([
    topSales ?? readSales(tx, scope, choice, ids),
    topOrders ?? readOrders(tx, scope, choice, ids),
    readRefunds(tx, scope, choice, ids),
    readNames(tx, scope, ids),
  ]);
  return ids.map((productId) => ({
    ...noFigures,
    ...rowOf(names, productId),
    ...rowOf(sales, productId),
    ...rowOf(bought, productId),
    ...rowOf(refunded, productId),
    productId,
  }));
}

const noFigures = {
  name: '',
  type: 'onetime' as ProductType,
  revenueMinor: 0,
  payments: 0,
  orders: 0,
  refundedMinor: 0,
  refunds: 0,
};

/** A product's row; there are at most a hundred. */
const rowOf = <Row extends { productId: string }>(rows: readonly Row[], productId: string): Row | undefined =>
  rows.find((row) => row.productId === productId);

type Choice = Omit<TopProductsChoice, 'by'>;

/** The condition that a row belongs to one of the products; none without IDs. */
const isOneOf = (productId: Column, ids: readonly string[] | undefined): SQL | undefined =>
  ids && among(productId, ids);

/** The payments by product; without `ids`, of the best-selling ones. */
async function readSales(tx: Tx, scope: ReadScope, { range, currency, limit }: Choice, ids?: readonly string[]) {
  const revenueMinor = sumOf(payments.amountMinor);
  return await tx
    .select({ productId: sql<string>`${payments.productId}`, payments: count(), revenueMinor })
    .from(payments)
    .where(and(succeededIn(scope, range, currency), isOneOf(payments.productId, ids)))
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
        isOneOf(orders.productId, ids),
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
        isOneOf(orders.productId, ids),
      ),
    )
    .groupBy(orders.productId);
}

/** The current names of products in the scope's environment. */
async function readNames(tx: Tx, scope: ReadScope, ids: readonly string[]) {
  return await tx
    .select({ productId: products.id, type: products.type, name: sql<string>`coalesce(${productVersions.name}, '')` })
    .from(products)
    .leftJoin(productVersions, eq(productVersions.id, columnsIn(scope.environment).versionId))
    .where(among(products.id, ids));
}
