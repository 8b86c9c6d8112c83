import { expect, test } from 'vitest';
import { waitWords } from './wait-words.ts';

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [1.2, '2 seconds'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [7199, '120 minutes'],
  [7200, '2 hours'],
])('%d seconds read as %s', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});
