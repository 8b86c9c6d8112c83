/** One metric over time. */
import type { Tx } from '#db/client.ts';
import { bucketsOf, type Interval, type TimeRange } from '#server/domain/time-range.ts';
import type { FigureScope } from './rollups.ts';
import { readSubscriptionLevels } from './subscription-levels.ts';
import { readCustomerSeries, readSeries } from './trend.ts';

export type TrendMetric =
  | 'REVENUE'
  | 'NET_REVENUE'
  | 'ORDERS'
  | 'PAYMENTS'
  | 'NEW_CUSTOMERS'
  | 'ACTIVE_SUBSCRIPTIONS'
  | 'MRR';

/** Whether a metric is an amount, which needs a currency. */
export const isAmount = (metric: TrendMetric): boolean =>
  metric === 'REVENUE' || metric === 'NET_REVENUE' || metric === 'MRR';

interface MetricChoice {
  readonly metric: TrendMetric;
  readonly range: TimeRange;
  readonly interval: Interval;
  /** Required for amounts. */
  readonly currency: string | undefined;
}

/** A metric's value in each bucket of the range, amounts in minor units. Reads only what the metric needs. */
export async function readMetric(tx: Tx, scope: FigureScope, choice: MetricChoice): Promise<number[]> {
  const { metric, range, interval, currency } = choice;
  const starts = bucketsOf(range, interval);
  const values = (figureOf: (bucket: number) => number | undefined) =>
    starts.map((_, index) => figureOf(index + 1) ?? 0);
  switch (metric) {
    case 'REVENUE':
    case 'PAYMENTS': {
      const series = await readSeries(tx, scope, 'sale', choice, starts);
      return values((bucket) => series.get(bucket)?.[metric === 'REVENUE' ? 'amountMinor' : 'count']);
    }
    case 'NET_REVENUE': {
      const [revenue, refunded] = await Promise.all([
        readSeries(tx, scope, 'sale', choice, starts),
        readSeries(tx, scope, 'refund', choice, starts),
      ]);
      return values((bucket) => (revenue.get(bucket)?.amountMinor ?? 0) - (refunded.get(bucket)?.amountMinor ?? 0));
    }
    case 'ORDERS': {
      const series = await readSeries(tx, scope, 'order', choice, starts);
      return values((bucket) => series.get(bucket)?.count);
    }
    case 'NEW_CUSTOMERS': {
      const series = await readCustomerSeries(tx, scope, range, starts);
      return values((bucket) => series.get(bucket));
    }
    case 'ACTIVE_SUBSCRIPTIONS':
    case 'MRR': {
      const levels = await readSubscriptionLevels(tx, scope, { range, interval, currency });
      return levels.map(({ active, mrrMinor }) => (metric === 'MRR' ? mrrMinor : active));
    }
  }
}
