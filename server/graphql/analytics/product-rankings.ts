/** The number of products, and their shares of the revenue, of `productStatistics`. */
import { countProducts, type ProductFigures } from '#server/analytics/data/products.ts';
import { listRevenueByCurrency } from '#server/analytics/data/revenue.ts';
import { type ProductType, productStatuses } from '#server/catalog/rules/product.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import { maxLimit } from '../listing.ts';
import type { Analysis } from './analysis.ts';
import { currencyArgument, topArgument } from './analysis-arguments.ts';
import { percentageOf } from './period-shapes.ts';
import { ProductFiguresObject, ProductStatisticsObject, readTopProducts } from './product-statistics.ts';
import { StatusCountObject, sumBy } from './shapes.ts';

const countsOf = async ({ read }: Analysis, type: ProductType) =>
  (await read(countProducts))
    .filter((row) => row.type === type)
    .map(({ status, products }) => ({ status, count: products }));

interface Contribution {
  readonly product: ProductFigures;
  readonly percentage: number;
  readonly cumulative: number;
}

const RevenueContributionObject = builder.objectRef<Contribution>('RevenueContribution').implement({
  description: 'One product’s share of the revenue in one currency.',
  fields: (t) => ({
    productId: t.id({ description: '`PROD_xxx`.', resolve: ({ product }) => toShortId('PROD', product.productId) }),
    productType: t.string({ description: 'onetime or subscription.', resolve: ({ product }) => product.type }),
    productName: t.string({
      description: 'The current name in the environment of the call.',
      resolve: ({ product }) => product.name,
    }),
    revenue: t.string({
      description: 'The revenue with tax, by the time payments succeeded.',
      resolve: ({ product }) => formatAmount(product.revenueMinor, product.currency),
    }),
    contributionPercentage: t.exposeFloat('percentage', { description: 'The share of the whole revenue, 0 to 100.' }),
    cumulativePercentage: t.exposeFloat('cumulative', {
      description: 'The share of this product and of the ones before, 0 to 100.',
    }),
  }),
});

async function readContributions({ read, currency }: Analysis<string>): Promise<Contribution[]> {
  const [products, revenue] = await Promise.all([
    read((tx, scope, choice) => readTopProducts(tx, scope, choice, 'revenue', maxLimit)),
    read(listRevenueByCurrency),
  ]);
  const allMinor = revenue.find((row) => row.currency === currency)?.revenueMinor ?? 0;
  let sumMinor = 0;
  return products.map((product) => {
    sumMinor += product.revenueMinor;
    const [percentage, cumulative] = [percentageOf(product.revenueMinor, allMinor), percentageOf(sumMinor, allMinor)];
    return { product, percentage, cumulative };
  });
}

builder.objectFields(ProductFiguresObject, (t) => ({
  productType: t.exposeString('type', { description: 'The same as `type`.' }),
  productName: t.exposeString('name', { description: 'The same as `name`.' }),
  orderCount: t.exposeInt('orders', { description: 'The same as `orders`.' }),
  totalRevenue: t.string(amount('revenueMinor', 'The same as `revenue`.')),
  currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
}));

builder.objectFields(ProductStatisticsObject, (t) => ({
  ...Object.fromEntries(
    (['onetime', 'subscription'] as const).flatMap((type) => [
      [
        `${type}CountsByStatus`,
        t.field({
          type: [StatusCountObject],
          description: 'The current products by status in the environment of the call, regardless of the range.',
          extensions: { scans: 1, maxLength: productStatuses.length },
          resolve: (analysis) => countsOf(analysis, type),
        }),
      ],
      [
        `${type}TotalCount`,
        t.int({
          description: 'The number of current products in the environment of the call, regardless of the range.',
          resolve: async (analysis) => sumBy(await countsOf(analysis, type), ({ count }) => count),
        }),
      ],
    ]),
  ),
  topByOrderCount: t.field({
    type: [ProductFiguresObject],
    description:
      'The products with the most orders paid, or started with a trial. Without a currency, each currency of a product is an entry.',
    args: { ...topArgument(maxLimit), ...currencyArgument() },
    extensions: { scans: 1 },
    resolve: (analysis, { limit, currency }) => {
      const { read } = currency ? analysis.inCurrency(currency) : analysis;
      return read((tx, scope, choice) => readTopProducts(tx, scope, choice, 'orders', limit));
    },
  }),
  revenueContribution: t.field({
    type: [RevenueContributionObject],
    description: `The products with the highest revenue and their shares of the whole, at most ${maxLimit}.`,
    args: currencyArgument(),
    extensions: { scans: 2, maxLength: maxLimit },
    resolve: (analysis, { currency }) => readContributions(analysis.inCurrency(currency)),
  }),
}));
