/** The verification of the event feed's documentation works as printed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#db/project-root.ts';
import { digestOf, noDigest } from '#server/webhooks/feed/rules/feed-chain.ts';

const page = await readFile(join(projectRoot, 'docs/behavior/events.md'), 'utf8');
const [, code = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
const { verify } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

const first = { sequence: 1, previousDigest: noDigest, body: '{"name":"Café"}', digest: '' };
first.digest = digestOf(noDigest, 1, first.body);
const second = { sequence: 2, previousDigest: first.digest, body: '{}', digest: digestOf(first.digest, 2, '{}') };

test('verifies a feed in one part or several', () => {
  expect(verify([first, second])).toEqual(second);
  expect(verify([second], verify([first]))).toEqual(second);
});

test.each([
  ['a removed event', [second]],
  ['an altered body', [{ ...first, body: '{}' }, second]],
  ['a moved event', [second, first]],
  ['a repeated event', [first, first]],
])('finds %s', (_, events) => {
  expect(() => verify(events)).toThrow('missing or altered');
});
