import { expect, test } from 'vitest';
import { bucketInWords, daysOf, rangeInWords } from './range-words.ts';

const march = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') };

test('shows a range’s last day, not the moment after it', () => {
  expect(rangeInWords(march)).toBe('1 – 31 Mar 2026');
  expect(daysOf(march)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(rangeInWords({ from: march.from, to: new Date('2026-03-01T10:00:00Z') })).toBe('1 Mar 2026');
  expect(daysOf({ from: march.from, to: march.from })).toEqual({ from: '2026-03-01', to: '2026-03-01' });
});

test('names a bucket by its start', () => {
  const start = new Date('2026-03-02T00:00:00Z');
  expect((['hour', 'day', 'week', 'month'] as const).map((interval) => bucketInWords(start, interval))).toEqual([
    '00:00',
    '2 Mar',
    'Week of 2 Mar',
    'Mar 2026',
  ]);
  expect(bucketInWords(new Date('2026-09-02T00:00:00Z'), 'day')).toBe('2 Sep');
});
