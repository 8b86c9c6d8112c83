import { expect, test } from 'vitest';
import { parseMoment } from './scalars.ts';

test.each([
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:00.5+02:00', '2026-01-31T07:30:00.500Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
])('%s is a moment', (text, moment) => {
  expect(parseMoment(text)?.toISOString()).toBe(moment);
});

test.each([
  '',
  'yesterday',
  '2026-1-31',
  '2026-02-29',
  '2026-13-01',
  '2026-01-31T09:30:00',
  '2026-01-31 09:30:00Z',
  '0000-01-01',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  1767225600000,
  null,
])('%s is not a moment', (given) => {
  expect(parseMoment(given)).toBeUndefined();
});
