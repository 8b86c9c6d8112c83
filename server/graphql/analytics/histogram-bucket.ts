/** The ranges of a histogram. */
import type { HistogramBar } from '#server/analytics/data/distribution.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import { percentageOf } from './period-shapes.ts';
import { sumBy } from './shapes.ts';

export interface Bucket extends HistogramBar {
  readonly percentage: number;
  readonly currency: string;
}

/** The bars with their shares of all amounts. */
export function withPercentages(bars: readonly HistogramBar[], currency: string): Bucket[] {
  const all = sumBy(bars, ({ count }) => count);
  return bars.map((bar) => ({ ...bar, percentage: percentageOf(bar.count, all), currency }));
}

export const HistogramBucketObject = builder.objectRef<Bucket>('HistogramBucket').implement({
  description: 'The amounts in one range.',
  fields: (t) => ({
    rangeMin: t.string(amount('fromMinor', 'The lower bound, inclusive, in display format.')),
    rangeMax: t.string(amount('toMinor', 'The upper bound, exclusive, in display format.')),
    count: t.exposeInt('count', { description: 'The number of amounts in between.' }),
    percentage: t.exposeFloat('percentage', { description: 'The share of all amounts, 0 to 100.' }),
  }),
});
