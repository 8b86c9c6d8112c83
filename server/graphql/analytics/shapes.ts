/** Object types shared by several analyses. */
import { maxBuckets } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';

/** The maximum length of a series, for its cost. */
export const seriesLength = maxBuckets;

export const StatusCountObject = builder
  .objectRef<{ readonly status: string; readonly count: number }>('StatusCount')
  .implement({
    description: 'The number of rows with one status.',
    fields: (t) => ({
      status: t.exposeString('status', { description: 'The status, as in the rows.' }),
      count: t.exposeInt('count', { description: 'The number of rows with that status.' }),
    }),
  });

/** The sum of a figure over rows. */
export const sumBy = <Row>(rows: readonly Row[], figure: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0);
