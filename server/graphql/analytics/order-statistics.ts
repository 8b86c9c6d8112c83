/** `orderStatistics`: how many orders were made, what became of them, and what they came to. */

import {
  countOrders,
  listOrderValues,
  type OrderBucket,
  type OrderCount,
  type OrderValue,
  readOrderBuckets,
} from '#server/analytics/data/orders.ts';
import { onetimeOrderStatuses } from '#server/billing/orders/rules/onetime-order.ts';
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';
import { subscriptionOrderStatuses } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { formatAmount } from '#server/domain/money.ts';
import { growthOf, shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { type Analysis, analysisArguments, IntervalEnum, readAnalysis } from './analysis.ts';
import { markProvider } from './provider-mark.ts';
import { StatusCountObject, seriesLength, sumBy } from './shapes.ts';

/** Of both types of order. */
const statuses = new Set<OrderStatus>([...onetimeOrderStatuses, ...subscriptionOrderStatuses]).size;

const OrderBucketObject = builder.objectRef<OrderBucket>('OrderBucket').implement({
  description: 'The orders that were made in one bucket of a range.',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'Where the bucket begins, in UTC.' }),
    total: t.int({
      description: 'Whatever became of them.',
      resolve: ({ byStatus }) => sumBy([...byStatus.values()], (orders) => orders),
    }),
    byStatus: t.field({
      type: [StatusCountObject],
      description: 'By their status now; statuses that no order has are left out.',
      extensions: { longest: statuses },
      resolve: ({ byStatus }) => [...byStatus].map(([status, count]) => ({ status, count })),
    }),
  }),
});

const OrderValueObject = builder.objectRef<OrderValue>('OrderValue').implement({
  description: 'What the orders came to that were paid, or began with a trial, in the range: of one currency.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217.' }),
    orders: t.exposeInt('orders', { description: 'Orders by when they were paid or began, whenever they were made.' }),
    total: t.string({
      description: 'Their totals with tax; of subscriptions, one period of each.',
      resolve: ({ totalMinor, currency }) => formatAmount(totalMinor, currency),
    }),
    averageOrderValue: t.string({
      description: '`total` by `orders`, rounded to the currency’s smallest unit.',
      resolve: ({ totalMinor, orders, currency }) => formatAmount(Math.round(totalMinor / orders), currency),
    }),
  }),
});

interface TypeCount {
  readonly productType: string;
  readonly rows: readonly OrderCount[];
}

const OrderTypeCountObject = builder.objectRef<TypeCount>('OrderTypeCount').implement({
  description: 'The orders for products of one type.',
  fields: (t) => ({
    productType: t.exposeString('productType', { description: 'onetime or subscription' }),
    total: t.int({
      description: 'Whatever became of them.',
      resolve: ({ rows }) => sumBy(rows, ({ orders }) => orders),
    }),
    bought: t.int({
      description: 'How many of them were paid, or began with a trial.',
      resolve: ({ rows }) => sumBy(rows, ({ bought }) => bought),
    }),
  }),
});

const OrderStatisticsObject = builder.objectRef<Analysis>('OrderStatistics');
OrderStatisticsObject.implement({
  description: 'The orders that were made in a range of time, by `createdAt`.',
  fields: (t) => ({
    total: t.int({
      description: 'Orders that were made in the range, whatever became of them.',
      resolve: async ({ read }) => sumBy(await read(countOrders), ({ orders }) => orders),
    }),
    growth: t.float({
      nullable: true,
      description: '`total` against the range before: 0.25 is a quarter more. Null where there was none.',
      extensions: { scans: 1 },
      resolve: async ({ read, previous }) => {
        if (!previous) return null;
        const [now, before] = await Promise.all([read(countOrders), previous.read(countOrders)]);
        return growthOf(
          sumBy(now, ({ orders }) => orders),
          sumBy(before, ({ orders }) => orders),
        );
      },
    }),
    bought: t.int({
      description: 'How many of them were paid, or began with a trial, whatever became of them later.',
      resolve: async ({ read }) => sumBy(await read(countOrders), ({ bought }) => bought),
    }),
    conversionRate: t.float({
      nullable: true,
      description: '`bought` of `total`, 0 to 1: what became of pending orders. Null where there is no order.',
      resolve: async ({ read }) => {
        const rows = await read(countOrders);
        return shareOf(
          sumBy(rows, ({ bought }) => bought),
          sumBy(rows, ({ orders }) => orders),
        );
      },
    }),
    byStatus: t.field({
      type: [StatusCountObject],
      description: 'By their status now; statuses that no order has are left out.',
      extensions: { longest: statuses },
      resolve: async ({ read }) =>
        [...Map.groupBy(await read(countOrders), ({ status }) => status)]
          .map(([status, rows]) => ({ status, count: sumBy(rows, ({ orders }) => orders) }))
          .sort((one, other) => other.count - one.count || one.status.localeCompare(other.status)),
    }),
    byProductType: t.field({
      type: [OrderTypeCountObject],
      description: 'By what they are for; types that no order has are left out.',
      extensions: { longest: 2 },
      resolve: async ({ read }) =>
        [...Map.groupBy(await read(countOrders), (row) => row.productType)]
          .map(([productType, rows]) => ({ productType, rows }))
          .sort((one, other) => one.productType.localeCompare(other.productType)),
    }),
    byInterval: t.field({
      type: [OrderBucketObject],
      description: 'The same in buckets, empty ones too; the first is the one that holds `from`.',
      args: { interval: t.arg({ type: IntervalEnum, required: true, description: 'How long a bucket is.' }) },
      extensions: { scans: 1, longest: seriesLength },
      resolve: ({ read }, { interval }) =>
        read((tx, scope, choice) => readOrderBuckets(tx, scope, { ...choice, interval })),
    }),
    values: t.field({
      type: [OrderValueObject],
      description:
        'What the orders came to that were bought in the range, by currency: the one with most orders first.',
      extensions: { scans: 1, longest: 50 },
      resolve: async ({ read }) => (await read(listOrderValues)).slice(0, 50),
    }),
    previous: t.field({
      type: OrderStatisticsObject,
      nullable: true,
      description: 'The same of the range before, which is as long; before whole months come as many months.',
      extensions: { scans: 1 },
      resolve: ({ previous }) => previous ?? null,
    }),
  }),
});

markProvider(OrderStatisticsObject, (analysis) => analysis);

builder.queryField('orderStatistics', (t) =>
  t.field({
    type: OrderStatisticsObject,
    description: 'Orders of a range of time: by status, over time, and what they came to. For the merchant.',
    args: analysisArguments(),
    extensions: { scans: 1 },
    resolve: (_, args, context) => readAnalysis(args, context),
  }),
);
