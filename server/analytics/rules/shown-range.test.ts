import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketsOf } from '#server/domain/time-range.ts';
import { rangeKeys, readShownRange } from './shown-range.ts';

const now = new Date('2026-03-31T12:30:00.000Z');
const format = ({ from, to }: { from: Date; to: Date }) =>
  `${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`;

test.each([
  [{ range: 'today' }, '2026-03-31T00:00 2026-03-31T12:30', '2026-03-30T00:00 2026-03-30T12:30', 'hour'],
  [{ range: '7d' }, '2026-03-25T00:00 2026-03-31T12:30', '2026-03-18T00:00 2026-03-24T12:30', 'day'],
  [{}, '2026-03-02T00:00 2026-03-31T12:30', '2026-01-31T00:00 2026-03-01T12:30', 'day'],
  [{ range: 'forever' }, '2026-03-02T00:00 2026-03-31T12:30', '2026-01-31T00:00 2026-03-01T12:30', 'day'],
  // February ended earlier.
  [{ range: 'mtd' }, '2026-03-01T00:00 2026-03-31T12:30', '2026-02-01T00:00 2026-03-01T00:00', 'day'],
  [{ range: '12m' }, '2025-04-01T00:00 2026-03-31T12:30', '2024-04-01T00:00 2025-03-31T12:30', 'month'],
  [
    { range: 'custom', from: '2026-02-01', to: '2026-02-28' },
    '2026-02-01T00:00 2026-03-01T00:00',
    '2026-01-01T00:00 2026-02-01T00:00',
    'day',
  ],
  [
    { range: 'custom', from: '2026-03-30', to: '2026-04-02' },
    '2026-03-30T00:00 2026-03-31T12:30',
    '2026-03-26T00:00 2026-03-27T12:30',
    'day',
  ],
])('reads %o', (request, range, previous, interval) => {
  const shown = readShownRange(request, now);
  expect([format(shown.range), format(shown.previous), shown.interval]).toEqual([range, previous, interval]);
});

test.each([
  { from: '2026-02-30', to: '2026-03-01' },
  { from: '2026-03-02', to: '2026-03-01' },
  { from: '2026-04-02', to: '2026-04-03' },
  { from: '1980-01-01', to: '2026-03-01' },
  { from: 'x', to: '2026-03-01' },
  { from: '2026-03-01' },
])('falls back to the default range for %o', (days) => {
  expect(readShownRange({ range: 'custom', ...days }, now).key).toBe('30d');
});

test('ends the comparison of twelve months with the shorter February on February 29', () => {
  const { range, previous } = readShownRange({ range: '12m' }, new Date('2012-02-29T12:00:00.000Z'));
  expect(previous.to).toEqual(new Date('2011-03-01T00:00:00.000Z'));
  expect(range.from).toEqual(previous.to);
});

test('ends at or before now, after its start, with a comparison range that ends before it', () => {
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2080-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.constantFrom(...rangeKeys), moments, moments, (at, range, a, b) => {
      const [from, to] = [a, b].map((day) => day.toISOString().slice(0, 10)).toSorted();
      const shown = readShownRange({ range, from, to }, at);
      expect(shown.range.to <= at).toBe(true);
      expect(shown.range.from <= shown.range.to).toBe(true);
      expect(shown.previous.from < shown.range.from).toBe(true);
      expect(shown.previous.to <= shown.range.from).toBe(true);
      expect(bucketsOf(shown.range, shown.interval).length).toBeLessThanOrEqual(93);
    }),
  );
});
