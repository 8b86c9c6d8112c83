/** The TypeScript client verifies what the server delivers, and nothing else. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  verifyStandardWebhook,
  verifyWebhook,
  WebhookVerificationError,
  webhookKeys,
} from '#clients/typescript/src/index.ts';
import { webhookKeys as keyTable } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { baseUrl, db } from '#server/testing/api.ts';
import { testSecret } from '#server/testing/test-secret.ts';
import { newQuietStore } from '#server/testing/webhooks/quiet-store.ts';
import { newReceiver, type ReceivedRequest } from '#server/testing/webhooks/receiver.ts';
import { messageFor } from '#server/webhooks/message.ts';
import { webhookSigner } from '#server/webhooks/sign.ts';
import { newWebhookSecret } from '#server/webhooks/webhooks.ts';

/** The outcome of a verification: the event's type, or the code of the refusal. */
const outcomeOf = (verified: ReturnType<typeof verifyWebhook>): Promise<string> =>
  verified.then(
    ({ eventType }) => eventType,
    (error) => (error instanceof WebhookVerificationError ? error.code : String(error)),
  );

const now = Date.parse('2026-11-21T09:30:00.000Z');
const minuteMs = 60_000;
const secret = newWebhookSecret();

/** One delivery of a real server, to a receiver on this machine. */
async function deliverOnce() {
  const store = await newQuietStore(1);
  const receiver = await newReceiver();
  await store.addWebhook(receiver.url, { secret });
  await store.recordEvents(store.orderIds[0] ?? '', ['subscription.canceling']);
  await store.relay();
  await store.deliver(new Date(now));
  const [delivered = {} as ReceivedRequest] = receiver.requests;
  const keys = await store.db.select().from(keyTable);
  const publicKeys = Object.fromEntries(keys.map(({ id, publicKey }) => [id, publicKey]));
  return { delivered, publicKeys, storeId: toShortId('STO', store.store.id) };
}

test('accepts a delivery by its RSA signature and by its secret', async () => {
  const { delivered, publicKeys, storeId } = await deliverOnce();
  const request = { headers: delivered.headers, body: delivered.text };
  const options = { publicKeys, storeId, now };
  const event = await verifyWebhook(request, options);
  expect(event).toEqual(delivered.body);
  expect(event.eventType === 'subscription.canceling' && event.data.canceledAt).toBe('2026-11-21T09:30:00.000Z');
  expect(await verifyStandardWebhook(request, { secret, now })).toEqual(delivered.body);

  const headers = new Headers(
    Object.entries(delivered.headers).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const forms = [
    { headers, body: delivered.text },
    { headers: delivered.headers, body: Buffer.from(delivered.text) },
    {
      headers: Object.fromEntries([...headers].map(([name, value]) => [name.toUpperCase(), value])),
      body: delivered.text,
    },
  ];
  for (const form of forms) {
    expect(await outcomeOf(verifyWebhook(form, options))).toBe('subscription.canceling');
    expect(await outcomeOf(verifyStandardWebhook(form, { secret, now }))).toBe('subscription.canceling');
  }

  const withHeader = (name: string, value: string | undefined) => ({
    ...request,
    headers: { ...delivered.headers, [name]: value },
  });
  const signature = String(delivered.headers['x-webhook-signature']);
  const keyId = String(delivered.headers['x-webhook-key-id']);
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = { [keyId]: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
  const cases: [string, typeof request, object, string][] = [
    ['four minutes old', request, { now: now + 4 * minuteMs }, 'subscription.canceling'],
    ['six minutes old', request, { now: now + 6 * minuteMs }, 'outside_tolerance'],
    ['from the future', request, { now: now - 6 * minuteMs }, 'outside_tolerance'],
    ['older than a tolerance of its own', request, { now: now + 2000, toleranceMs: 1000 }, 'outside_tolerance'],
    ['another body', { ...request, body: `${delivered.text} ` }, {}, 'wrong_signature'],
    ['another time', withHeader('x-webhook-signature', signature.replace('t=1', 't=2')), {}, 'wrong_signature'],
    ['another key', request, { publicKeys: foreign }, 'wrong_signature'],
    ['an unknown key', withHeader('x-webhook-key-id', 'mine'), {}, 'unknown_key'],
    ['a key that every object has', withHeader('x-webhook-key-id', 'constructor'), {}, 'unknown_key'],
    ['no key', withHeader('x-webhook-key-id', undefined), {}, 'unknown_key'],
    ['no signature', withHeader('x-webhook-signature', undefined), {}, 'missing_signature'],
    ['no Base64', withHeader('x-webhook-signature', `t=${now},v1=!`), {}, 'missing_signature'],
    ['another store', request, { storeId: 'STO_0000000000000000000001' }, 'other_store'],
    ['one of several stores', request, { storeId: ['STO_0000000000000000000001', storeId] }, 'subscription.canceling'],
    ['the other environment', request, { environment: 'prod' }, 'other_environment'],
    ['the same environment', request, { environment: 'test' }, 'subscription.canceling'],
  ];
  for (const [name, sent, changes, outcome] of cases) {
    expect([name, await outcomeOf(verifyWebhook(sent, { ...options, ...changes }))]).toEqual([name, outcome]);
  }

  const standard = String(delivered.headers['webhook-signature']);
  const standardCases: [string, typeof request, object, string][] = [
    [
      'beside the signature of another secret',
      withHeader('webhook-signature', `v1,${randomBytes(32).toString('base64')} ${standard}`),
      {},
      'subscription.canceling',
    ],
    ['six minutes old', request, { now: now + 6 * minuteMs }, 'outside_tolerance'],
    ['another body', { ...request, body: `${delivered.text} ` }, {}, 'wrong_signature'],
    ['another id', withHeader('webhook-id', 'mine'), {}, 'wrong_signature'],
    ['another secret', request, { secret: newWebhookSecret() }, 'wrong_signature'],
    ['another version', withHeader('webhook-signature', standard.replace('v1,', 'v2,')), {}, 'missing_signature'],
    ['no time', withHeader('webhook-timestamp', undefined), {}, 'missing_signature'],
    ['an empty secret', request, { secret: '' }, 'TypeError: secret is empty'],
  ];
  for (const [name, sent, changes, outcome] of standardCases) {
    expect([name, await outcomeOf(verifyStandardWebhook(sent, { secret, now, ...changes }))]).toEqual([name, outcome]);
  }
});

const sign = webhookSigner(db, testSecret);
const body = JSON.stringify({ id: 'any', eventType: 'order.completed', storeId: 'STO_x', mode: 'test', data: {} });

/** A signed delivery of a webhook with that secret. */
async function requestWith(own: string | null) {
  const delivery = { id: 'any', eventType: 'order.completed', sequence: 1, environment: 'test', body } as const;
  const { headers } = await messageFor(delivery, { channel: 'http', url: '', secret: own }, sign, new Date(now));
  return { headers, body };
}

test.each(['whsec_c2VjcmV0', 'whsec_secret', 'whsec_c2VjcmV0cw', 'any text'])(
  'reads the secret %s like the server',
  async (own) => {
    const request = await requestWith(own);
    expect(await outcomeOf(verifyStandardWebhook(request, { secret: own, now }))).toBe('order.completed');
  },
);

describe('the published keys', () => {
  let request: { headers: Readonly<Record<string, string>>; body: string };
  beforeAll(async () => {
    request = await requestWith(null);
  });

  test('verify a delivery, and are read once in five minutes', async () => {
    let [at, reads] = [now, 0];
    const clock = { now: () => at, sleep: async () => {} };
    const counted: typeof fetch = (...given) => {
      reads += 1;
      return fetch(...given);
    };
    const findKey = webhookKeys({ baseUrl, environment: 'test', clock, fetch: counted });
    const options = { publicKeys: findKey, storeId: 'STO_x', now };
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(verifyWebhook(request, options))));
    expect([...outcomes, reads]).toEqual(['order.completed', 'order.completed', 'order.completed', 1]);
    at += 6 * minuteMs;
    expect([await outcomeOf(verifyWebhook(request, options)), reads]).toEqual(['order.completed', 2]);
  });

  test('of the other environment do not verify it', async () => {
    const findKey = webhookKeys({ baseUrl, environment: 'prod' });
    expect(await outcomeOf(verifyWebhook(request, { publicKeys: findKey, storeId: 'STO_x', now }))).toBe('unknown_key');
  });

  test('are read again after a failure', async () => {
    let isDown = true;
    const flaky: typeof fetch = (...given) => (isDown ? Promise.reject(new TypeError('down')) : fetch(...given));
    const clock = { now: () => now, sleep: async () => {} };
    const findKey = webhookKeys({ baseUrl, environment: 'test', clock, fetch: flaky });
    const options = { publicKeys: findKey, storeId: 'STO_x', now };
    await expect(verifyWebhook(request, options)).rejects.toMatchObject({ name: 'ConnectionError' });
    isDown = false;
    expect(await outcomeOf(verifyWebhook(request, options))).toBe('order.completed');
  });
});
