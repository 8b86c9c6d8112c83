/** `productStatistics`: which products sell best. */

import { listTopProducts, type ProductFigures } from '#server/analytics/data/products.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import { builder } from '../builder.ts';
import { maxLimit, readLimit } from '../listing.ts';
import { ProductInterface } from '../objects.ts';
import { type Analysis, amountArguments, readAmountAnalysis, topArgument } from './analysis.ts';
import { markProvider } from './provider-mark.ts';

type Row = ProductFigures & { readonly currency: string };

const ProductFiguresObject = builder.objectRef<Row>('ProductFigures').implement({
  description: 'What one product brought in over a range of time, in one currency.',
  fields: (t) => ({
    productId: t.id({ description: '`PROD_xxx`', resolve: ({ productId }) => toShortId('PROD', productId) }),
    name: t.exposeString('name', { description: 'As it is called in the environment of the call now.' }),
    type: t.exposeString('type', { description: 'onetime or subscription' }),
    revenue: t.string({
      description: 'What its payments brought in, renewals too, with tax; by when they succeeded.',
      resolve: ({ revenueMinor, currency }) => formatAmount(revenueMinor, currency),
    }),
    payments: t.exposeInt('payments', { description: 'Payments that succeeded in the range.' }),
    orders: t.exposeInt('orders', { description: 'Orders that were paid, or began with a trial, in the range.' }),
    refunds: t.exposeInt('refunds', { description: 'Refunds that succeeded in the range.' }),
    refunded: t.string({
      description: 'What they gave back.',
      resolve: ({ refundedMinor, currency }) => formatAmount(refundedMinor, currency),
    }),
    netRevenue: t.string({
      description: '`revenue` without `refunded`.',
      resolve: ({ revenueMinor, refundedMinor, currency }) => formatAmount(revenueMinor - refundedMinor, currency),
    }),
    product: t.field({
      type: ProductInterface,
      nullable: true,
      description: 'Null where it has no version in the environment of the call any more.',
      resolve: ({ productId }, _, { loaders }) => loaders.product.load(productId),
    }),
  }),
});

const top = (
  { currency, read }: Analysis<string>,
  by: 'revenue' | 'orders',
  given: number | null | undefined,
): Promise<Row[]> => {
  const limit = readLimit(given, maxLimit);
  return read(async (tx, scope, choice) =>
    (await listTopProducts(tx, scope, { ...choice, limit, by })).map((row) => ({ ...row, currency })),
  );
};

const ProductStatisticsObject = builder.objectRef<Analysis<string>>('ProductStatistics');
ProductStatisticsObject.implement({
  description: 'How products sold in a range of time, in one currency.',
  fields: (t) => ({
    topByRevenue: t.field({
      type: [ProductFiguresObject],
      description: 'Those that brought in most, the best first.',
      args: topArgument(maxLimit),
      extensions: { scans: 1 },
      resolve: (analysis, { limit }) => top(analysis, 'revenue', limit),
    }),
    topByOrders: t.field({
      type: [ProductFiguresObject],
      description: 'Those with most orders that were paid, or began with a trial.',
      args: topArgument(maxLimit),
      extensions: { scans: 1 },
      resolve: (analysis, { limit }) => top(analysis, 'orders', limit),
    }),
    previous: t.field({
      type: ProductStatisticsObject,
      nullable: true,
      description: 'The same of the range before, which is as long; before whole months come as many months.',
      resolve: ({ previous }) => previous ?? null,
    }),
  }),
});

markProvider(ProductStatisticsObject, (analysis) => analysis);

builder.queryField('productStatistics', (t) =>
  t.field({
    type: ProductStatisticsObject,
    description: 'Which products sold best in a range of time. For the merchant.',
    args: amountArguments(),
    resolve: (_, args, context) => readAmountAnalysis(args, context),
  }),
);
