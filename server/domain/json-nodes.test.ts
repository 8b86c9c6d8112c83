import { expect, test } from 'vitest';
import { exceedsJsonNodes } from './json-nodes.ts';

/** The definition: the value itself and every value inside it. */
const nodesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + nodesIn(inner), 1)
    : 1;

const counted = (text: string): number => {
  let max = 0;
  while (exceedsJsonNodes(Buffer.from(text), max)) max += 1;
  return max;
};

test.each([
  '{}',
  '[]',
  '7',
  'null',
  '""',
  '{"a":1}',
  '{"a":[],"b":{}}',
  ' { "a" : [ { } , [ ] , [ [ ] ] ] } ',
  '[{},{},{}]',
  '[[[[[[]]]]]]',
  '{"a":"[{,\\"[,{\\\\","b":"\\\\\\"",",":{"{[":[1,2,3]}}',
  '["\\\\","\\"","\\u0022,[","é,{"]',
  '\n[\t1\r,\n2 ]\n',
])('counts %s like a parser', (text) => {
  expect(counted(text)).toBe(nodesIn(JSON.parse(text)));
});

test('accepts the limit and rejects one more', () => {
  const array = (items: number) => Buffer.from(JSON.stringify(Array.from({ length: items }, () => ({}))));
  expect(exceedsJsonNodes(array(4999))).toBe(false);
  expect(exceedsJsonNodes(array(5000))).toBe(true);
});

test('ignores structural characters inside strings', () => {
  expect(exceedsJsonNodes(Buffer.from(JSON.stringify({ text: '[{},{}],'.repeat(100_000) })))).toBe(false);
});

test.each(['"', '"\\', '[', '{"a', ',,,,', '\\', ''])('terminates on invalid JSON: %s', (text) => {
  expect(exceedsJsonNodes(Buffer.from(text))).toBe(false);
});
