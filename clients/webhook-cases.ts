/** Which webhook requests the Python and PHP clients accept. */
import { expect, test } from 'vitest';
import { baseUrl, db } from '#server/testing/api.ts';
import { testSecret } from '#server/testing/test-secret.ts';
import { messageFor } from '#server/webhooks/message.ts';
import { webhookSigner } from '#server/webhooks/sign.ts';
import { startFailing } from './failing-server.ts';
import type { TestClient } from './testing.ts';

/** Declares the tests of one client. */
export function testWebhooks({ language, run, merchant }: TestClient): void {
  const now = new Date();
  const seconds = now.getTime() / 1000;
  const refused = language.name === 'PHP' ? 'WebhookException' : 'WebhookVerificationError';
  const defaultSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  interface Variation {
    readonly environment?: 'test' | 'prod';
    readonly storeId?: string;
    readonly secret?: string;
  }
  function deliver({ environment = 'test', storeId = merchant().storeId, secret = defaultSecret }: Variation = {}) {
    const data = { orderId: 'ORD_1', productName: 'Crème 🫖' };
    const body = JSON.stringify({ id: 'x', eventType: 'order.completed', storeId, mode: environment, data });
    const delivery = { id: 'x', eventType: 'order.completed' as const, sequence: 1, environment, body };
    return messageFor(delivery, { channel: 'http', url: '', secret }, webhookSigner(db, testSecret), now);
  }
  type Received = { readonly headers: object; readonly body: string };
  /** The event's product, or the name of the error's class. */
  async function outcome(command: object) {
    const { result, error } = await run(command);
    return result ? result.data.productName : error.type.replace(/.*\\/, '');
  }
  const verify = ({ headers, body }: Received, more: object = {}) =>
    outcome({ do: 'verify', baseUrl, storeId: merchant().storeId, headers, body, times: [seconds], ...more });
  const verifyStandard = ({ headers, body }: Received, more: object = {}) =>
    outcome({ do: 'verifyStandard', secret: defaultSecret, headers, body, now: seconds, ...more });

  test('accepts genuine webhook requests and rejects all others', async () => {
    const good = await deliver();
    const check = async (received: Received, afterSeconds = 0) => [
      await verify(received, { times: [seconds + afterSeconds] }),
      await verifyStandard(received, { now: seconds + afterSeconds }),
    ];
    const verified = ['Crème 🫖', 'Crème 🫖'];
    const rejected = [refused, refused];
    const lower = Object.fromEntries(Object.entries(good.headers).map(([name, value]) => [name.toLowerCase(), value]));
    expect(await check(good)).toEqual(verified);
    expect(await check({ ...good, headers: lower })).toEqual(verified);
    expect(await check(good, 299)).toEqual(verified);
    expect(await check(good, 301)).toEqual(rejected);
    expect(await check(good, -301)).toEqual(rejected);
    expect(await check({ ...good, body: good.body.replace('ORD_1', 'ORD_2') })).toEqual(rejected);
    expect(await check({ ...good, headers: {} })).toEqual(rejected);
    const cut = (value: string) => value.slice(0, -8);
    const damaged = {
      ...good.headers,
      'X-Webhook-Signature': cut(good.headers['X-Webhook-Signature'] ?? ''),
      'webhook-signature': cut(good.headers['webhook-signature'] ?? ''),
    };
    expect(await check({ ...good, headers: damaged })).toEqual(rejected);
    // A secret belongs to one webhook, the keys to all stores of the environment.
    expect(await verify(await deliver({ storeId: 'STO_0000000000000000000002' }))).toBe(refused);
    expect(await verify(await deliver({ environment: 'prod' }))).toBe(refused);
  });

  test('an empty secret is an error of the caller, also for a request signed with it', async () => {
    const forged = await deliver({ secret: '' });
    const misuse = language.name === 'PHP' ? 'CounterfoilException' : 'ValueError';
    expect(await verifyStandard(forged, { secret: '' })).toBe(misuse);
  });

  // The server's rule: only padded Base64 after the prefix is decoded.
  const key = Buffer.alloc(25, 0xfb).toString('base64');
  test.each([
    `whsec_${key}`,
    'whsec_secret',
    'whsec_YQ',
    'whsec_YR==',
    'whsec_abcd==',
    'whsec_',
    'whsec_ключ',
    'plain',
  ])('accepts what the server signs with the secret %s', async (secret) => {
    expect(await verifyStandard(await deliver({ secret }), { secret })).toBe('Crème 🫖');
    expect(await verifyStandard(await deliver(), { secret })).toBe(refused);
  });

  test('rejects unsigned requests without loading the keys', async () => {
    const keys = await startFailing([500]);
    const good = await deliver();
    const without = (name: string) => Object.fromEntries(Object.entries(good.headers).filter(([one]) => one !== name));
    const unsigned = [
      {},
      without('X-Webhook-Signature'),
      without('X-Webhook-Key-Id'),
      { ...good.headers, 'X-Webhook-Signature': 'v1' },
    ];
    for (const headers of unsigned) expect(await verify({ ...good, headers }, { baseUrl: keys.url })).toBe(refused);
    keys.close();
    expect(keys.requests).toEqual([]);
  });

  test.each([
    ['object', {}],
    ['file', { cacheFile: `webhook-keys-${language.name}.json` }],
  ])('loads the published keys again after five minutes, with a cache in the %s', async (_, more) => {
    const published = await (await fetch(`${baseUrl}/v1/webhook-keys?environment=test`)).json();
    const withdrawn = { data: { test: { keys: [] } } };
    const keys = await startFailing([
      { status: 200, body: published },
      { status: 200, body: withdrawn },
    ]);
    const good = await deliver();
    const at = (...offsets: number[]) =>
      verify(good, { baseUrl: keys.url, times: offsets.map((offset) => seconds + offset), ...more });
    expect(await at(-200, 50)).toBe('Crème 🫖');
    expect(keys.requests).toHaveLength(1);
    expect(await at(...('cacheFile' in more ? [50, 150] : [-200, 50, 150]))).toBe(refused);
    keys.close();
    expect(keys.requests).toHaveLength(2);
  });
}
