/** The best-selling products. */

import { and, count, desc, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { products, productVersions } from '#db/schema/index.ts';
import { columnsIn } from '#server/catalog/data/product-columns.ts';
import type { ProductStatus, ProductType } from '#server/catalog/rules/product.ts';
import { among, inStores, type ReadScope } from '#server/platform/data/listing.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import type { TopChoice } from './revenue.ts';
import { type FigureScope, figureRows, figures } from './rollups.ts';

export interface ProductFigures {
  readonly productId: string;
  readonly currency: string;
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

export interface TopProductsChoice extends Omit<TopChoice, 'currency'> {
  /** Without one, each currency of a product is a row of its own. */
  readonly currency: string | undefined;
  /** The ranking; revenue by default. */
  readonly by?: 'revenue' | 'orders';
}

/** The products with the highest revenue or most orders in the range, with all their figures. */
export async function listTopProducts(
  tx: Tx,
  scope: FigureScope,
  { by = 'revenue', ...choice }: TopProductsChoice,
): Promise<ProductFigures[]> {
  const [topSales, topOrders] =
    by === 'revenue'
      ? [await readSales(tx, scope, choice), undefined]
      : [undefined, await readOrders(tx, scope, choice)];
  const top = topSales ?? topOrders ?? [];
  const ids = [...new Set(top.map(({ productId }) => productId))];
  if (ids.length === 0) return [];
  const [sales, bought, refunded, names] = await Promise.all([
    topSales ?? readSales(tx, scope, choice, ids),
    topOrders ?? readOrders(tx, scope, choice, ids),
    readRefunds(tx, scope, choice, ids),
    readNames(tx, scope, ids),
  ]);
  return top.map(({ productId, currency }) => {
    const isRow = (row: Key) => row.productId === productId && row.currency === currency;
    return {
      ...noFigures,
      ...names.find((row) => row.productId === productId),
      ...sales.find(isRow),
      ...bought.find(isRow),
      ...refunded.find(isRow),
      productId,
      currency,
    };
  });
}

type Key = Pick<ProductFigures, 'productId' | 'currency'>;

const noFigures = {
  name: '',
  type: 'onetime' as ProductType,
  revenueMinor: 0,
  payments: 0,
  orders: 0,
  refundedMinor: 0,
  refunds: 0,
};

type Choice = Omit<TopProductsChoice, 'by'>;

/** The condition that figures belong to a product: to one of `ids`, if given. */
const isOneOf = (ids: readonly string[] | undefined): SQL =>
  ids ? sql`key = any(${sql.param(ids)}::text[])` : sql`key <> ''`;

/** More than a hundred products have in all their currencies. */
const maxRows = 5000;

const key = { productId: figures.key, currency: figures.currency };

/** The payments by product and currency; without `ids`, of the best-selling ones. */
const readSales = (tx: Tx, scope: FigureScope, { limit, ...choice }: Choice, ids?: readonly string[]) =>
  tx
    .select({ ...key, payments: figures.count, revenueMinor: figures.amountMinor })
    .from(figureRows('sale', scope, choice))
    .where(isOneOf(ids))
    .groupBy(figures.key, figures.currency)
    .orderBy(desc(figures.amountMinor), figures.key, figures.currency)
    .limit(ids ? maxRows : limit);

const readOrders = (tx: Tx, scope: FigureScope, { limit, ...choice }: Choice, ids?: readonly string[]) =>
  tx
    .select({ ...key, orders: figures.count })
    .from(figureRows('order', scope, choice))
    .where(isOneOf(ids))
    .groupBy(figures.key, figures.currency)
    .orderBy(desc(figures.count), figures.key, figures.currency)
    .limit(ids ? maxRows : limit);

const readRefunds = (tx: Tx, scope: FigureScope, choice: Choice, ids: readonly string[]) =>
  tx
    .select({ ...key, refunds: figures.count, refundedMinor: figures.amountMinor })
    .from(figureRows('refund', scope, choice))
    .where(isOneOf(ids))
    .groupBy(figures.key, figures.currency);

export interface ProductCount {
  readonly type: ProductType;
  readonly status: ProductStatus;
  readonly products: number;
}

/** The current products in the environment, by type and status. */
export async function countProducts(tx: Tx, scope: ReadScope): Promise<ProductCount[]> {
  const { status, versionId } = columnsIn(scope.environment);
  return await tx
    .select({ type: products.type, status, products: count() })
    .from(products)
    .where(and(inStores(products, scope), isNotNull(versionId)))
    .groupBy(products.type, status)
    .orderBy(products.type, status);
}

/** The current names of products in the scope's environment. */
async function readNames(tx: Tx, scope: ReadScope, ids: readonly string[]) {
  return await tx
    .select({ productId: products.id, type: products.type, name: sql<string>`coalesce(${productVersions.name}, '')` })
    .from(products)
    .leftJoin(productVersions, refersTo(products, columnsIn(scope.environment).versionId, productVersions))
    .where(and(inStores(products, scope), among(products.id, ids)));
}
