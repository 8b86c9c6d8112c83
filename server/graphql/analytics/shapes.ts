/** Shapes that several analyses answer in. */
import { maxBuckets } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';

/** How long a series can be: what it costs. */
export const seriesLength = maxBuckets;

export const StatusCountObject = builder
  .objectRef<{ readonly status: string; readonly count: number }>('StatusCount')
  .implement({
    description: 'How many have one status.',
    fields: (t) => ({
      status: t.exposeString('status', { description: 'As the rows themselves say it.' }),
      count: t.exposeInt('count', { description: 'How many have it.' }),
    }),
  });

/** The sum of a figure over rows. */
export const sumBy = <Row>(rows: readonly Row[], figure: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0);
