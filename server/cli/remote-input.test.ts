/** What the commands for integrators read from their arguments, without a server. */
import { expect, test } from 'vitest';
import { runCommand } from '#server/testing/command-line.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { details } from './commands/remote/trigger.ts';
import { type ChaosEffect, chaosFor } from './remote/chaos-plan.ts';
import { readFields } from './remote/request-fields.ts';

test('reads strings, JSON and nested fields', () => {
  const typed = ['a=1', 'b:=1', 'c.d.e=x=y', 'c.d.f:={"g":[true]}', 'url=https://a.example/?q=1', '__proto__.x=1'];
  const body = readFields(typed);
  expect(JSON.parse(JSON.stringify(body))).toEqual(
    JSON.parse(
      '{"a":"1","b":1,"c":{"d":{"e":"x=y","f":{"g":[true]}}},"url":"https://a.example/?q=1","__proto__":{"x":"1"}}',
    ),
  );
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
});

test.each([
  ['a', 'a is not key=value or key:=json'],
  ['a:=b', 'a: not JSON; use a=… for a string'],
  ['a=@missing.txt', 'a: cannot read missing.txt (ENOENT)'],
  ['a.=1', 'a.=1: given twice, or without a name'],
])('rejects the field %s', (field, message) => {
  expect(() => readFields([field])).toThrow(message);
});

test('rejects a field that is given twice, or is both a value and an object', () => {
  expect(() => readFields(['a=1', 'a=2'])).toThrow('a=2: given twice, or without a name');
  expect(() => readFields(['a=1', 'a.b=2'])).toThrow('a.b=2: a is no object');
});

test('chaos has every effect, and the same one for the same seed and sequence', () => {
  const effects = (seed: string) => Array.from({ length: 500 }, (_, index) => chaosFor(seed, index + 1));
  expect(effects('a')).toEqual(effects('a'));
  expect(effects('a')).not.toEqual(effects('b'));
  const found = new Set<ChaosEffect>(effects('a').map(({ effect }) => effect));
  expect([...found].toSorted((one, other) => one.localeCompare(other))).toEqual([
    'delay',
    'drop',
    'duplicate',
    'none',
    'reorder',
  ]);
});

test.each([
  [['listen'], 'Missing option --forward-to'],
  [['listen', '--forward-to', 'localhost:3000'], '--forward-to: localhost:3000 is not an http(s) URL'],
  [['listen', '--forward-to', 'http://a', '--events', 'order.paid'], '--events: there is no event order.paid'],
  [['listen', '--forward-to', 'http://a', '--since', 'monday'], '--since: monday is not a duration'],
  [['listen', '--forward-to', 'http://a', '--speed', '0'], '--speed: 0 is not a positive number'],
  [['trigger'], 'Missing EVENT'],
  [['trigger', 'order.paid'], 'There is no event order.paid'],
  [['request'], 'Missing RESOURCE/ACTION'],
  [['logs', '--limit', '0'], '--limit: must be a whole number from 1 to 100'],
])('%s: one line on stderr, exit 2', async (args, message) => {
  const { code, stderr } = await runCommand(args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(stderr).toMatch(/^[^\n]+\n$/);
});

test('the help of trigger lists every event, and says which are not possible', () => {
  for (const type of webhookEvents) expect(details).toContain(`  ${type}`);
  expect(details).toContain('refund.failed  not possible: the sandbox never fails a refund');
});
