/** The TypeScript client follows the event feed of a running server. */
import { expect, test } from 'vitest';
import { createClient, type FeedEntry, FeedError, type FollowOptions } from '#clients/typescript/src/index.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import { baseUrl, db, newMerchant, newSession, pay, type TestMerchant } from '#server/testing/api.ts';
import { publishEvents } from '#server/webhooks/feed/publish-events.ts';
import { consumers } from '#server/worker/consumers.ts';

async function sell(merchant: TestMerchant, count: number) {
  for (let index = 0; index < count; index += 1) await pay(merchant, (await newSession(merchant)).sessionId);
  await relayEvents(db, new Date(), { consumers });
  await publishEvents(db, new Date());
}

const clientOf = ({ merchantId, keys }: TestMerchant, options = {}) =>
  createClient({
    baseUrl,
    merchantId,
    privateKey: keys.test.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ...options,
  });

async function entriesOf(feed: AsyncGenerator<FeedEntry, void>): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = [];
  for await (const entry of feed) entries.push(entry);
  return entries;
}

test('reads all events in order, and continues after the last processed one', async () => {
  const merchant = await newMerchant();
  const client = clientOf(merchant);
  const options: FollowOptions = { storeId: merchant.storeId, isWaiting: false };
  await sell(merchant, 2);
  const first = await entriesOf(client.followEvents(options));
  expect(first.map(({ sequence, event }) => [sequence, event.eventType, event.storeId])).toEqual([
    [1, 'order.completed', merchant.storeId],
    [2, 'order.completed', merchant.storeId],
  ]);
  await sell(merchant, 1);
  const rest = await entriesOf(client.followEvents({ ...options, after: first[1] }));
  expect(rest.map(({ sequence }) => sequence)).toEqual([3]);
});

test('waits for the next event until the signal ends it', async () => {
  const merchant = await newMerchant();
  const end = new AbortController();
  const feed = clientOf(merchant).followEvents({ storeId: merchant.storeId, signal: end.signal });
  const next = feed.next();
  await sell(merchant, 1);
  expect((await next).value).toMatchObject({ sequence: 1, event: { eventType: 'order.completed' } });
  end.abort(new Error('done'));
  await expect(feed.next()).rejects.toThrow('done');
});

test.each([
  ['a missing event', 'missing_event', 2, (events: object[]) => events.splice(1, 1)],
  [
    'an altered body',
    'altered_event',
    2,
    (events: { body?: string }[]) => Object.assign(events[1] ?? {}, { body: '{}' }),
  ],
  [
    'an altered start',
    'altered_event',
    1,
    (events: object[]) => Object.assign(events[0] ?? {}, { previousDigest: '1' }),
  ],
])('refuses %s', async (_, code, sequence, alter) => {
  const merchant = await newMerchant();
  await sell(merchant, 3);
  const altered: typeof fetch = async (input, init) => {
    const answer = await (await fetch(input, init)).json();
    alter(answer.data.events);
    return Response.json(answer);
  };
  const feed = clientOf(merchant, { fetch: altered }).followEvents({ storeId: merchant.storeId, isWaiting: false });
  const error = await entriesOf(feed).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(FeedError);
  expect(error).toMatchObject({ code, sequence });
});
