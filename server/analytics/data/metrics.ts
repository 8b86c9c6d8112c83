/** One figure over time, by the name of what it is of. */
import type { Tx } from '#db/client.ts';
import { bucketsOf, type Interval, type TimeRange } from '#server/domain/time-range.ts';
import type { ReadScope } from '#server/platform/data/listing.ts';
import { readSubscriptionLevels } from './subscription-levels.ts';
import { readCustomerSeries, readOrderSeries, readRefundSeries, readRevenueSeries } from './trend.ts';

export type TrendMetric =
  | 'REVENUE'
  | 'NET_REVENUE'
  | 'ORDERS'
  | 'PAYMENTS'
  | 'NEW_CUSTOMERS'
  | 'ACTIVE_SUBSCRIPTIONS'
  | 'MRR';

/** Whether it is an amount, which is of one currency. */
export const isAmount = (metric: TrendMetric): boolean =>
  metric === 'REVENUE' || metric === 'NET_REVENUE' || metric === 'MRR';

interface MetricChoice {
  readonly metric: TrendMetric;
  readonly range: TimeRange;
  readonly interval: Interval;
  /** Amounts need one. */
  readonly currency: string | undefined;
}

/** The figure in each bucket of the range; amounts in minor units. No more is read than that figure needs. */
export async function readMetric(tx: Tx, scope: ReadScope, choice: MetricChoice): Promise<number[]> {
  const { metric, range, interval, currency } = choice;
  const starts = bucketsOf(range, interval);
  const values = (figureOf: (bucket: number) => number | undefined) =>
    starts.map((_, place) => figureOf(place + 1) ?? 0);
  switch (metric) {
    case 'REVENUE':
    case 'PAYMENTS': {
      const series = await readRevenueSeries(tx, scope, choice, starts);
      return values((bucket) => series.get(bucket)?.[metric === 'REVENUE' ? 'revenueMinor' : 'payments']);
    }
    case 'NET_REVENUE': {
      const [revenue, refunded] = await Promise.all([
        readRevenueSeries(tx, scope, choice, starts),
        readRefundSeries(tx, scope, choice, starts),
      ]);
      return values((bucket) => (revenue.get(bucket)?.revenueMinor ?? 0) - (refunded.get(bucket)?.refundedMinor ?? 0));
    }
    case 'ORDERS': {
      const series = await readOrderSeries(tx, scope, choice, starts);
      return values((bucket) => series.get(bucket)?.rows);
    }
    case 'NEW_CUSTOMERS': {
      const series = await readCustomerSeries(tx, scope, range, starts);
      return values((bucket) => series.get(bucket)?.rows);
    }
    case 'ACTIVE_SUBSCRIPTIONS':
    case 'MRR': {
      const levels = await readSubscriptionLevels(tx, scope, { range, interval, currency });
      return levels.map(({ active, mrrMinor }) => (metric === 'MRR' ? mrrMinor : active));
    }
  }
}
