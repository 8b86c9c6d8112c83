import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { relayEvents } from '#server/events/relay-events.ts';
import {
  db,
  newMember,
  newMerchant,
  newSession,
  pay,
  send,
  signedHeaders,
  type TestMerchant,
} from '#server/testing/api.ts';
import { httpHeaders } from '#server/webhooks/channels/http.ts';
import { publishEvents } from '#server/webhooks/feed/publish-events.ts';
import { feedStart, type LinkedEvent, problemOf } from '#server/webhooks/feed/rules/feed-chain.ts';
import { consumers } from '#server/worker/consumers.ts';

interface FeedAnswer extends LinkedEvent {
  readonly id: string;
  readonly eventType: string;
  readonly publishedAt: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Does what the worker does after a sale. */
async function publish() {
  await relayEvents(db, new Date(), { consumers });
  await publishEvents(db, new Date());
}

async function sell(merchant: TestMerchant, count: number) {
  for (let index = 0; index < count; index += 1) await pay(merchant, (await newSession(merchant)).sessionId);
}

const pathOf = ({ storeId }: TestMerchant, query = '') => `/v1/events?storeId=${storeId}${query}`;
const eventsIn = (body: { data: { events: FeedAnswer[] } }) => body.data.events;

test('gives all events in order, page by page, as an unbroken chain', async () => {
  const merchant = await newMerchant('Paged');
  await sell(merchant, 3);
  await publish();
  const first = await merchant.read(pathOf(merchant, '&limit=2'));
  expect(first).toMatchObject({ status: 200, body: { data: { cursor: 2, lastSequence: 3 } } });
  const rest = await merchant.read(pathOf(merchant, '&after=2'));
  expect(rest.body.data).toMatchObject({ cursor: 3, lastSequence: 3 });
  const events = [...eventsIn(first.body), ...eventsIn(rest.body)];
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  expect(events.map((event, index) => problemOf(events[index - 1] ?? feedStart, event))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  for (const { id, eventType, body } of events) {
    expect(eventType).toBe('order.completed');
    expect(JSON.parse(body)).toMatchObject({
      id,
      eventType,
      storeId: merchant.storeId,
      storeName: 'Paged',
      mode: 'test',
    });
  }
  const end = await merchant.read(pathOf(merchant, '&after=3'));
  expect(end.body).toEqual({ data: { environment: 'test', events: [], cursor: 3, lastSequence: 3 } });
});

test('a prod key reads the feed of prod', async () => {
  const merchant = await newMerchant();
  await sell(merchant, 1);
  await publish();
  const { body } = await merchant.read(pathOf(merchant), 'prod');
  expect(body).toEqual({ data: { environment: 'prod', events: [], cursor: 0, lastSequence: 0 } });
});

test('a foreign store and an unknown one are not found; members read', async () => {
  const merchant = await newMerchant();
  const stranger = await newMerchant();
  await sell(merchant, 1);
  await publish();
  const notFound = { status: 404, body: { data: null, errors: [{ message: 'Store not found', layer: 'store' }] } };
  expect(await stranger.read(pathOf(merchant))).toMatchObject(notFound);
  expect(await stranger.read('/v1/events?storeId=STO_0123456789abcdefABCDEF')).toMatchObject(notFound);
  const member = await newMember(merchant, 'member');
  expect(eventsIn((await member.read(pathOf(merchant))).body)).toHaveLength(1);
  expect(await member.read(pathOf(stranger))).toMatchObject(notFound);
});

test.each([
  ['', 'Missing required field: storeId'],
  ['storeId=STO_1', 'Expected format: STO_xxx, got STO_1'],
  ['storeId=$&after=abc', 'Invalid after: must be a whole number from 0 to 9007199254740991, got abc'],
  ['storeId=$&after=-1', 'Invalid after: must be a whole number from 0 to 9007199254740991, got -1'],
  ['storeId=$&after=7', 'Invalid after: the last event is 0, got 7'],
  ['storeId=$&limit=0', 'Invalid limit: must be a whole number from 1 to 100, got 0'],
  ['storeId=$&limit=101', 'Invalid limit: must be a whole number from 1 to 100, got 101'],
  ['storeId=$&limit=26&signed=true', 'Invalid limit: at most 25 with signed'],
  ['storeId=$&wait=26', 'Invalid wait: must be a whole number from 0 to 25, got 26'],
  ['storeId=$&signed=yes', 'Invalid signed: must be true or false, got yes'],
])('rejects the query "%s"', async (query, message) => {
  const merchant = await newMerchant();
  const { status, body } = await merchant.read(`/v1/events?${query.replace('$', merchant.storeId)}`);
  expect([status, body.errors[0].message, body.errors[0].layer]).toEqual([400, message, 'gateway']);
});

test('the signature covers the query; the diagnosis names a query that was left out', async () => {
  const merchant = await newMerchant();
  const path = pathOf(merchant);
  const signing = { merchantId: merchant.merchantId, key: merchant.keys.test };
  const changed = await send('GET', `${path}&after=1`, undefined, signedHeaders('GET', path, '', signing));
  expect([changed.status, changed.body.errors[0].message]).toEqual([401, 'Invalid signature']);
  const bare = await send('GET', path, undefined, signedHeaders('GET', '/v1/events', '', signing));
  expect(bare.body.errors[0]).toMatchObject({
    message: 'Invalid signature',
    aiHint: 'The signed path of a GET lacks the query string; sign path and query as they are sent.',
  });
});

test('accepts GET with an API key only', async () => {
  const merchant = await newMerchant();
  const slug = { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
  expect(await send('GET', pathOf(merchant), undefined, slug)).toMatchObject({ status: 403 });
  expect(await send('GET', pathOf(merchant), undefined)).toMatchObject({ status: 400 });
  const posted = await send('POST', pathOf(merchant), '{}');
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
});

test('a waiting call returns the next event as soon as it is published', async () => {
  const merchant = await newMerchant();
  const started = performance.now();
  const waiting = merchant.read(pathOf(merchant, '&wait=25'));
  await sell(merchant, 1);
  await publish();
  const { body } = await waiting;
  expect(eventsIn(body).map(({ sequence }) => sequence)).toEqual([1]);
  expect(body.data).toMatchObject({ cursor: 1, lastSequence: 1 });
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('a waiting call returns no event once the time is over', async () => {
  const merchant = await newMerchant();
  const { status, body } = await merchant.read(pathOf(merchant, '&wait=1'));
  expect([status, body]).toEqual([200, { data: { environment: 'test', events: [], cursor: 0, lastSequence: 0 } }]);
});

test('limits the waiting calls of a key, which end when an event comes', async () => {
  const merchant = await newMerchant();
  const calls = Array.from({ length: 9 }, () => merchant.read(pathOf(merchant, '&wait=20')));
  const refused = await Promise.race(calls);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '20']);
  await sell(merchant, 1);
  await publish();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([...Array<number>(8).fill(200), 429]);
});

test('signed events carry the headers of a delivery, which receivers verify', async () => {
  const merchant = await newMerchant();
  await sell(merchant, 1);
  await publish();
  const { body } = await merchant.read(pathOf(merchant, '&signed=true'));
  const [event] = eventsIn(body);
  const { 'X-Webhook-Signature': signature = '', 'X-Webhook-Key-Id': keyId, ...headers } = event?.headers ?? {};
  expect(headers).toMatchObject({ 'X-Webhook-Id': event?.id, 'X-Webhook-Event': 'order.completed' });
  const keys = (await send('GET', `/v1/webhook-keys?id=${keyId}`, undefined)).body.data.test.keys;
  const [, time, value = ''] = /^t=(\d+),v1=(.+)$/.exec(signature) ?? [];
  const text = Buffer.from(`${time}.${event?.body}`);
  expect(verify('RSA-SHA256', text, createPublicKey(keys[0].publicKey), Buffer.from(value, 'base64'))).toBe(true);
  // The headers of a delivery.
  const at = new Date(Number(time));
  const delivery = {
    id: event?.id ?? '',
    eventType: 'order.completed',
    sequence: Number(headers['X-Webhook-Sequence']),
  };
  const own = { ...delivery, body: event?.body ?? '', at, signature: { keyId: String(keyId), value } };
  expect(event?.headers).toMatchObject(httpHeaders({ ...own, secret: null, headerAliases: true }));
});
