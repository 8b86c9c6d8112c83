import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestOf, feedStart, type LinkedEvent, noDigest, problemOf } from './feed-chain.ts';

const bodies = ['{"name":"Café"}', '{"name":"a.1.b"}', '{}', '{"n":1}'];
const feed: LinkedEvent[] = [];
for (const [index, body] of bodies.entries()) {
  const previousDigest = feed.at(-1)?.digest ?? noDigest;
  feed.push({ sequence: index + 1, previousDigest, body, digest: digestOf(previousDigest, index + 1, body) });
}

/** The problems of a whole feed, by the position in the list. */
function problemsOf(events: readonly LinkedEvent[]) {
  return events.map((event, index) => problemOf(events[index - 1] ?? feedStart, event));
}

test('digests as documented', () => {
  const sha = (text: string) => createHash('sha256').update(Buffer.from(text)).digest('hex');
  expect(feed[0]?.digest).toBe(sha(`${noDigest}.1.${sha('{"name":"Café"}')}`));
  expect(feed[1]?.digest).toBe(sha(`${feed[0]?.digest}.2.${sha('{"name":"a.1.b"}')}`));
  expect(problemsOf(feed)).toEqual([undefined, undefined, undefined, undefined]);
});

test('finds a removed event, at any position but the end', () => {
  for (const removed of [0, 1, 2]) {
    const problems = problemsOf(feed.filter((_, index) => index !== removed));
    expect(problems[removed]).toBe(`event ${removed + 1} is missing; event ${removed + 2} follows`);
  }
});

test('finds an altered body, sequence and digest', () => {
  const [first, second, third] = feed as [LinkedEvent, LinkedEvent, LinkedEvent];
  expect(problemOf(first, { ...second, body: '{"name":"a.1.c"}' })).toBe('event 2 was altered');
  expect(problemOf(first, { ...second, digest: third.digest })).toBe('event 2 was altered');
  expect(problemOf(second, { ...third, previousDigest: first.digest })).toBe(
    'event 3 does not continue the previous event',
  );
  expect(problemOf(first, { ...third, sequence: 2 })).toBe('event 2 does not continue the previous event');
});

test('finds an event that was altered together with its digest, by the next event', () => {
  const [first, second, third] = feed as [LinkedEvent, LinkedEvent, LinkedEvent];
  const forged = { ...second, body: '{}', digest: digestOf(second.previousDigest, 2, '{}') };
  expect(problemOf(first, forged)).toBeUndefined();
  expect(problemOf(forged, third)).toBe('event 3 does not continue the previous event');
});
