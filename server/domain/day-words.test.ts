import { expect, test } from 'vitest';
import { dayInWords, momentInWords } from './day-words.ts';

test.each([
  ['2026-11-23T18:00:59Z', '23 Nov 2026', '23 Nov 2026, 18:00 UTC'],
  ['2026-09-02T00:05:00Z', '2 Sep 2026', '2 Sep 2026, 00:05 UTC'],
])('%s reads %s', (moment, day, whole) => {
  expect([dayInWords(new Date(moment)), momentInWords(new Date(moment))]).toEqual([day, whole]);
});
