/** `productStatistics`: the best-selling products. */

import type { Tx } from '#db/client.ts';
import { listTopProducts, type ProductFigures, type TopProductsChoice } from '#server/analytics/data/products.ts';
import type { FigureScope } from '#server/analytics/data/rollups.ts';
import { formatAmount } from '#server/domain/money.ts';
import { builder } from '../builder.ts';
import { amount, shortId } from '../field-options.ts';
import { maxLimit, readLimit } from '../listing.ts';
import { ProductInterface } from '../objects.ts';
import { type Analysis, analysisObject } from './analysis.ts';
import { currencyArgument, topArgument } from './analysis-arguments.ts';

export const ProductFiguresObject = builder.objectRef<ProductFigures>('ProductFigures').implement({
  description: 'One product’s sales in a time range, in one currency.',
  fields: (t) => ({
    productId: t.id(shortId('PROD', 'productId', '`PROD_xxx`.')),
    name: t.exposeString('name', { description: 'The current name in the environment of the call.' }),
    type: t.exposeString('type', { description: 'onetime or subscription.' }),
    revenue: t.string(
      amount('revenueMinor', 'The revenue with tax, including renewals, by the time payments succeeded.'),
    ),
    payments: t.exposeInt('payments', { description: 'The number of payments that succeeded in the range.' }),
    orders: t.exposeInt('orders', { description: 'The number of orders paid, or started with a trial, in the range.' }),
    refunds: t.exposeInt('refunds', { description: 'Refunds that succeeded in the range.' }),
    refunded: t.string(amount('refundedMinor', 'The refunded amount, in display format.')),
    netRevenue: t.string({
      description: '`revenue` minus `refunded`.',
      resolve: ({ revenueMinor, refundedMinor, currency }) => formatAmount(revenueMinor - refundedMinor, currency),
    }),
    product: t.field({
      type: ProductInterface,
      nullable: true,
      description: 'The product; null if it has no version in the environment of the call.',
      resolve: ({ productId }, _, { loaders }) => loaders.product.load(productId),
    }),
  }),
});

/** The products with the highest revenue or most orders; 400 for a limit out of bounds. */
export const readTopProducts = (
  tx: Tx,
  scope: FigureScope,
  choice: Pick<TopProductsChoice, 'range' | 'currency'>,
  by: 'revenue' | 'orders',
  requested: number | null | undefined,
): Promise<ProductFigures[]> => listTopProducts(tx, scope, { ...choice, by, limit: readLimit(requested, maxLimit) });

const top = ({ read }: Analysis<string>, by: 'revenue' | 'orders', limit: number | null | undefined) =>
  read((tx, scope, choice) => readTopProducts(tx, scope, choice, by, limit));

export const ProductStatisticsObject = analysisObject('ProductStatistics', {
  query: 'productStatistics',
  queryDescription: 'The best-selling products of a time range. For the merchant only.',
  scans: 0,
  description: 'Product sales in a time range.',
  fields: (t) => ({
    topByRevenue: t.field({
      type: [ProductFiguresObject],
      description: 'The products with the highest revenue, highest first.',
      args: { ...topArgument(maxLimit), ...currencyArgument() },
      extensions: { scans: 1 },
      resolve: (analysis, { limit, currency }) => top(analysis.inCurrency(currency), 'revenue', limit),
    }),
    topByOrders: t.field({
      type: [ProductFiguresObject],
      description: 'The products with the most orders paid, or started with a trial.',
      args: topArgument(maxLimit),
      extensions: { scans: 1 },
      resolve: (analysis, { limit }) => top(analysis.inCurrency(), 'orders', limit),
    }),
  }),
});
