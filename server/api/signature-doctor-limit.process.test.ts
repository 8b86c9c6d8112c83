/** The signature doctor in this process, with a server's settings and tight limits. */
import { createHash, sign } from 'node:crypto';
import type { RateLimiterMemory } from 'rate-limiter-flexible';
import { expect, test } from 'vitest';
import { newMerchant } from '#server/testing/api.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { handleRequest } from './handle.ts';

Object.assign(process.env, {
  DATABASE_URL: databaseUrl,
  APP_SECRET: 'x'.repeat(32),
  RATE_LIMIT_COUNTERS: 'memory',
  RATE_LIMIT_API_KEY_PER_SECOND: '2',
  RATE_LIMIT_API_KEY_BURST: '2',
});

test('answers 429 without a diagnosis beyond an address’s limit', async () => {
  const merchant = await newMerchant();
  const [url, body] = ['/v1/actions/store/create-store', Buffer.from('{"name":"Signed"}')];
  const timestamp = String(Math.floor(Date.now() / 1000));
  // A mistake that the doctor knows: the body's hash in hex.
  const text = `POST\n${url}\n${timestamp}\n${createHash('sha256').update(body).digest('hex')}`;
  const signature = sign('RSA-SHA256', Buffer.from(text), merchant.keys.test).toString('base64');
  const headers = { 'x-merchant-id': merchant.merchantId, 'x-timestamp': timestamp, 'x-signature': signature };
  const call = () => handleRequest({ method: 'POST', url, headers, body, address: '192.0.2.9' });
  const answers = await Promise.all(Array.from({ length: 30 }, call));
  const of = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([of(401) >= 2, of(429) >= 20, of(401) + of(429)]).toEqual([true, true, 30]);
  const { counterfoilRateLimits: counted } = globalThis as unknown as {
    counterfoilRateLimits: Promise<{ diagnoses: { limiter: RateLimiterMemory } }>;
  };
  const points = await (await counted).diagnoses.limiter.get(merchant.id);
  expect(points?.consumedPoints ?? 0).toBeLessThanOrEqual(of(401));
});
