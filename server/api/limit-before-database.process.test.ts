/** A buyer's call over the limit is refused before the database is queried, also during a database outage. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handleHosted } from '#server/storefront/routes/storefront-routes.ts';
import { type DatabaseProxy, openDatabaseProxy } from '#server/testing/databases/database-proxy.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { handleRequest } from './handle.ts';

Object.assign(globalThis, { counterfoilLog: { warn: vi.fn(), error: vi.fn(), debug: vi.fn(), info: vi.fn() } });
const host = 'localhost';
const sameOrigin = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
const [burst, tries] = [3, 6];
let line: DatabaseProxy;

beforeAll(async () => {
  line = await openDatabaseProxy(databaseUrl);
  const limits = { RATE_LIMIT_API_KEY_PER_SECOND: '1', RATE_LIMIT_API_KEY_BURST: String(burst) };
  const signIns = { RATE_LIMIT_SIGN_IN_PER_MINUTE: '2', RATE_LIMIT_PUBLIC_SESSIONS_PER_MINUTE: '2' };
  const settings = { DATABASE_URL: line.url, APP_URL: `http://${host}`, HOST: '127.0.0.1' };
  Object.assign(process.env, { ...settings, ...limits, ...signIns, RATE_LIMIT_COUNTERS: 'memory' });
  await line.cut();
});

afterAll(async () => {
  await line.close();
  Object.assign(globalThis, { counterfoilLog: undefined });
});

const slugged = { 'x-store-slug': 'any-store', 'x-environment': 'test' };
const checkout = `/any-store/checkout/${randomUUID()}`;
const portal = '/any-store/portal';

test.each([
  ['POST', `${checkout}/pay`],
  ['POST', `${checkout}/quote`],
  ['POST', `${checkout}/challenge/${randomUUID()}/finish`],
  ['POST', `${portal}/leave`],
  ['POST', `${portal}/fix`],
  ['POST', `${portal}/orders/ORD_1/cancel`],
  ['POST', `${portal}/enter`],
  ['POST', `${portal}/link`],
  ['GET', portal],
  ['POST', '/v1/actions/checkout/create-session'],
])('%s %s', async (method, url) => {
  const address = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
  const statuses: number[] = [];
  for (let time = 0; time < tries; time += 1) {
    const headers = { 'content-type': 'application/json', 'accept-language': 'de', ...sameOrigin };
    const body = Buffer.from('{"token":"a","email":"a@example.com","environment":"test"}');
    const handle = url.startsWith('/v1/') ? handleRequest : handleHosted;
    statuses.push((await handle({ method, url, headers: { ...headers, ...slugged }, body, address })).status);
  }
  // Calls within the limit reach the database query and fail there.
  expect([statuses[0], statuses.at(-1)]).toEqual([503, 429]);
});
