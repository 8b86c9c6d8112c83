import { expect, test } from 'vitest';
import { isPublished, readOverlap, signingKeyOf, waitingKeyOf } from './webhook-key.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
const first = { name: 'first', signsFrom: at(0), publishedUntil: at(12) };
const second = { name: 'second', signsFrom: at(6), publishedUntil: null };
const keys = [second, first];

test.each([
  [0, 'first', 'second'],
  [5, 'first', 'second'],
  // From that exact moment.
  [6, 'second', undefined],
  [12, 'second', undefined],
])('at hour %i the key %s signs, and %s waits', (hour, signing, waiting) => {
  expect(signingKeyOf(keys, at(hour))?.name).toBe(signing);
  expect(waitingKeyOf(keys, at(hour))?.name).toBe(waiting);
});

test('publishes a key until its end, exclusive; always without an end', () => {
  expect([11, 12].map((hour) => isPublished(first, at(hour)))).toEqual([true, false]);
  expect(isPublished(second, at(1000))).toBe(true);
});

test('signs with the first key even before its time, because clocks differ', () => {
  expect(signingKeyOf(keys, new Date(at(0).getTime() - 1))?.name).toBe('first');
  expect(signingKeyOf([], at(0))).toBeUndefined();
});

test('ignores keys that are no longer published', () => {
  const ended = [
    { ...first, publishedUntil: at(1) },
    { ...second, publishedUntil: at(1) },
  ];
  expect([signingKeyOf(ended, at(1)), waitingKeyOf(ended, at(1))]).toEqual([undefined, undefined]);
});

test.each([
  ['15m', 900_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
  ['90d', 7_776_000_000],
  ['14m', undefined],
  ['0h', undefined],
  ['91d', undefined],
  ['24', undefined],
  ['h', undefined],
  ['-1h', undefined],
  ['1.5h', undefined],
  ['', undefined],
])('reads an overlap of %j as %s ms', (text, length) => {
  expect(readOverlap(text)).toBe(length);
});
