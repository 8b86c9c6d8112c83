import { expect, test } from 'vitest';
import { bucketInWords, daysOf, rangeInWords } from './range-words.ts';

const march = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') };

test('a range ends with its last day, not with the moment after it', () => {
  expect(rangeInWords(march)).toBe('Mar 1 – 31, 2026');
  expect(daysOf(march)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(rangeInWords({ from: march.from, to: new Date('2026-03-01T10:00:00Z') })).toBe('Mar 1, 2026');
  expect(daysOf({ from: march.from, to: march.from })).toEqual({ from: '2026-03-01', to: '2026-03-01' });
});

test('a bucket is called by its beginning', () => {
  const start = new Date('2026-03-02T00:00:00Z');
  expect((['hour', 'day', 'week', 'month'] as const).map((interval) => bucketInWords(start, interval))).toEqual([
    '00:00',
    'Mar 2',
    'Week of Mar 2',
    'Mar 2026',
  ]);
});
