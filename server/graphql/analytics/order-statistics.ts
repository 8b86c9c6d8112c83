/** `orderStatistics`: the number, status and value of orders. */

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
import { amount } from '../field-options.ts';
import { type Analysis, analysisObject } from './analysis.ts';
import { IntervalEnum } from './analysis-arguments.ts';
import { StatusCountObject, seriesLength, sumBy } from './shapes.ts';

/** The number of statuses of both order types. */
export const maxStatuses = new Set<OrderStatus>([...onetimeOrderStatuses, ...subscriptionOrderStatuses]).size;

const OrderBucketObject = builder.objectRef<OrderBucket>('OrderBucket').implement({
  description: 'The orders created in one bucket of a range.',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'The start of the bucket, in UTC.' }),
    total: t.int({
      description: 'The number of orders in any status.',
      resolve: ({ byStatus }) => sumBy([...byStatus.values()], (orders) => orders),
    }),
    byStatus: t.field({
      type: [StatusCountObject],
      description: 'By current status. Statuses without orders are left out.',
      extensions: { maxLength: maxStatuses },
      resolve: ({ byStatus }) => [...byStatus].map(([status, count]) => ({ status, count })),
    }),
  }),
});

const OrderValueObject = builder.objectRef<OrderValue>('OrderValue').implement({
  description: 'The value in one currency of orders paid, or started with a trial, in the range.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    orders: t.exposeInt('orders', { description: 'The number of orders, by the time they were paid or started.' }),
    total: t.string(
      amount('totalMinor', 'Their totals with tax, with one period per subscription, in display format.'),
    ),
    averageOrderValue: t.string({
      description: '`total` divided by `orders`, rounded to the currency’s minor unit.',
      resolve: ({ totalMinor, orders, currency }) => formatAmount(Math.round(totalMinor / orders), currency),
    }),
  }),
});

interface TypeCount {
  readonly productType: string;
  readonly rows: readonly OrderCount[];
}

const OrderTypeCountObject = builder.objectRef<TypeCount>('OrderTypeCount').implement({
  description: 'The orders of products of one type.',
  fields: (t) => ({
    productType: t.exposeString('productType', { description: 'onetime or subscription.' }),
    total: t.int({
      description: 'The number of orders in any status.',
      resolve: ({ rows }) => sumBy(rows, ({ orders }) => orders),
    }),
    bought: t.int({
      description: 'The number of orders paid, or started with a trial.',
      resolve: ({ rows }) => sumBy(rows, ({ bought }) => bought),
    }),
  }),
});

/** The orders created in the range by current status, most first. */
export const countByStatus = async ({ read }: Analysis) =>
  [...Map.groupBy(await read(countOrders), ({ status }) => status)]
    .map(([status, rows]) => ({ status, count: sumBy(rows, ({ orders }) => orders) }))
    .sort((one, other) => other.count - one.count || one.status.localeCompare(other.status));

export const OrderStatisticsObject = analysisObject('OrderStatistics', {
  query: 'orderStatistics',
  queryDescription: 'The orders of a time range, by status, time and value. For the merchant only.',
  scans: 1,
  description: 'The orders created in a time range.',
  fields: (t) => ({
    total: t.int({
      description: 'The number of orders created in the range, in any status.',
      resolve: async ({ read }) => sumBy(await read(countOrders), ({ orders }) => orders),
    }),
    growth: t.float({
      nullable: true,
      description: 'The change of `total` from the previous range: 0.25 is a quarter more. Null if that was zero.',
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
      description: 'The number of orders paid, or started with a trial, in any later status.',
      resolve: async ({ read }) => sumBy(await read(countOrders), ({ bought }) => bought),
    }),
    conversionRate: t.float({
      nullable: true,
      description: '`bought` divided by `total`, 0 to 1. Null without orders.',
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
      description: 'By current status. Statuses without orders are left out.',
      extensions: { maxLength: maxStatuses },
      resolve: countByStatus,
    }),
    byProductType: t.field({
      type: [OrderTypeCountObject],
      description: 'By product type. Types without orders are left out.',
      extensions: { maxLength: 2 },
      resolve: async ({ read }) =>
        [...Map.groupBy(await read(countOrders), (row) => row.productType)]
          .map(([productType, rows]) => ({ productType, rows }))
          .sort((one, other) => one.productType.localeCompare(other.productType)),
    }),
    byInterval: t.field({
      type: [OrderBucketObject],
      description: 'The orders per bucket, including empty buckets. The first bucket contains `from`.',
      args: { interval: t.arg({ type: IntervalEnum, required: true, description: 'The length of a bucket.' }) },
      extensions: { scans: 1, maxLength: seriesLength },
      resolve: ({ read }, { interval }) =>
        read((tx, scope, choice) => readOrderBuckets(tx, scope, { ...choice, interval })),
    }),
    values: t.field({
      type: [OrderValueObject],
      description: 'The value of orders bought in the range, by currency; most orders first.',
      extensions: { scans: 1, maxLength: 50 },
      resolve: async ({ read }) => (await read(listOrderValues)).slice(0, 50),
    }),
  }),
});
