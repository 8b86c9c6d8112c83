/** Answers and log entries during a database outage, and recovery after it. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import type { GatewayRequest, GatewayResponse } from '#server/http/http.ts';
import { handleHosted } from '#server/storefront/routes/storefront-routes.ts';
import { newMerchant, signedHeaders, type TestMerchant } from '#server/testing/api.ts';
import { type DatabaseProxy, openDatabaseProxy } from '#server/testing/databases/database-proxy.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { handleDashboardAction, handleDashboardGraphql } from './dashboard-handler.ts';
import { handleRequest } from './handle.ts';
import { answerAccountCall } from './sign-in/merchant-auth.ts';

const [warn, error, debug, info] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
const globals = globalThis as typeof globalThis & { counterfoilOutage?: unknown };
Object.assign(globals, { counterfoilLog: { warn, error, debug, info } });

const host = 'localhost';
const sameOrigin = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
const unavailable = {
  data: null,
  errors: [{ message: 'Service temporarily unavailable', layer: 'gateway', code: 'unavailable' }],
};
let line: DatabaseProxy;
let direct: OpenDatabase;
let merchant: TestMerchant;

beforeAll(async () => {
  line = await openDatabaseProxy(databaseUrl);
  direct = openDatabase(databaseUrl, { max: 2, applicationName: 'watching' });
  merchant = await newMerchant();
  Object.assign(process.env, {
    DATABASE_URL: line.url,
    APP_URL: `http://${host}`,
    HOST: '127.0.0.1',
    RATE_LIMIT_COUNTERS: 'database',
  });
});

beforeEach(async () => {
  await line.restore();
  globals.counterfoilOutage = undefined;
  vi.clearAllMocks();
});

afterAll(async () => {
  await line.close();
  await direct.close();
  Object.assign(globals, { counterfoilLog: undefined });
});

const newRequest = (method: string, url: string, body: object | string = '', headers: object = {}): GatewayRequest => ({
  method,
  url,
  headers: { 'content-type': 'application/json', ...headers } as GatewayRequest['headers'],
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  address: '192.0.2.1',
});

function signed(path: string, body: object, more: object = {}): GatewayRequest {
  const text = JSON.stringify(body);
  const given = signedHeaders('POST', path, text, { merchantId: merchant.merchantId, key: merchant.keys.test });
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  return newRequest('POST', path, text, { ...headers, ...more });
}

const rename = (name: string, key: string) =>
  handleRequest(signed('/v1/actions/store/update-store', { id: merchant.storeId, name }, { 'x-idempotency-key': key }));

const slugged = { 'x-store-slug': 'any-store', 'x-environment': 'test' };
const checkout = `/any-store/checkout/${randomUUID()}`;

const jsonHandlers: Readonly<Record<string, () => Promise<GatewayResponse>>> = {
  'a signed call': () => rename('Away', 'away'),
  'a call by slug': () => handleRequest(newRequest('POST', '/v1/actions/checkout/create-session', {}, slugged)),
  GraphQL: () => handleRequest(signed('/v1/graphql', { query: '{ stores { name } }' })),
  'the webhook keys': () => handleRequest(newRequest('GET', '/v1/webhook-keys')),
};

test.each(Object.keys(jsonHandlers))('answers %s with 503 and Retry-After', async (handler) => {
  await line.cut();
  const answer = await jsonHandlers[handler]?.();
  expect([answer?.status, answer?.headers['Retry-After']]).toEqual([503, '2']);
  expect(JSON.parse(String(answer?.body))).toEqual(unavailable);
});

test('the dashboard’s actions and GraphQL, the pay step and the quote give the same answer', async () => {
  const person = { name: 'Ada', email: `${randomUUID()}@example.com`, password: 'long enough 12' };
  const cookie = (await accountCall('sign-up/email', person)).headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  expect(cookie.length).toBeGreaterThan(0);
  await line.cut();
  const headers = { ...sameOrigin, cookie: cookie.join('; '), 'x-environment': 'test' };
  for (const answer of [
    await handleDashboardAction('store/update-store', newRequest('POST', '/', { id: merchant.storeId }, headers)),
    await handleDashboardGraphql(newRequest('POST', '/', { query: '{ stores { name } }' }, headers)),
    await handleHosted(newRequest('POST', `${checkout}/pay`, {}, sameOrigin)),
    await handleHosted(newRequest('POST', `${checkout}/quote`, {}, sameOrigin)),
  ]) {
    // Answers to our own pages carry the code.
    const errors = unavailable.errors.map((entry) => ({ ...entry, code: 'unavailable' }));
    const output = [answer.status, answer.headers['Retry-After'], JSON.parse(String(answer.body))];
    expect(output).toEqual([503, '2', { ...unavailable, errors }]);
  }
});

function accountCall(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: `http://${host}`, 'x-forwarded-for': '192.0.2.1' };
  const url = `http://${host}/api/auth/${path}`;
  return answerAccountCall(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

test.each([
  ['sign-in/email', { email: 'a@example.com', password: 'long enough 12' }],
  ['sign-up/email', { name: 'A', email: 'a@example.com', password: 'long enough 12' }],
  ['request-password-reset', { email: 'a@example.com' }],
])('the account service answers %s with 503 and Retry-After', async (path, body) => {
  await line.cut();
  const answer = await accountCall(path, body);
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '2',
    { code: 'SERVICE_UNAVAILABLE', message: 'Service temporarily unavailable' },
  ]);
});

test.each([
  ['de', 'Wir sind gleich wieder da'],
  ['ja', 'まもなく再開します'],
])('a buyer’s page says so in their language (%s), with 503 and Retry-After', async (language, title) => {
  await line.cut();
  const headers = { 'accept-language': language, host };
  for (const url of [checkout, '/any-store/portal']) {
    const answer = await handleHosted(newRequest('GET', url, '', headers));
    expect([answer.status, answer.headers['Retry-After']]).toEqual([503, '2']);
    expect(String(answer.body)).toContain(`<title>${title}`);
  }
});

test('answers 503 for a statement that PostgreSQL canceled, and the same key then succeeds once', async () => {
  const [name, key] = [`Renamed ${randomUUID()}`, randomUUID()];
  const renaming = await direct.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from stores where id = ${merchant.store.id} for update`);
    const answer = rename(name, key);
    const others = sql`datname = current_database() and application_name = 'counterfoil' and wait_event_type = 'Lock'`;
    const isWaiting = async () =>
      (await direct.db.execute(sql`select 1 from pg_stat_activity where ${others}`)).rowCount;
    await expect.poll(isWaiting).toBe(1);
    await direct.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
    return await answer;
  });
  expect([renaming.status, renaming.headers['Retry-After']]).toEqual([503, '2']);
  const repeated = await rename(name, key);
  expect([repeated.status, JSON.parse(String(repeated.body)).data.store.name]).toEqual([200, name]);
  expect((await rename(name, key)).headers['Idempotency-Replayed']).toBe('true');
});

test('calls succeed again once the database is back', async () => {
  const key = randomUUID();
  await line.cut();
  expect((await rename('Back again', key)).status).toBe(503);
  await line.restore();
  expect((await rename('Back again', key)).status).toBe(200);
});

test('logs one line per outage, whatever fails during it', async () => {
  await line.cut();
  for (let round = 0; round < 20; round += 1) await Promise.all(Object.values(jsonHandlers).map((ask) => ask()));
  const output = error.mock.calls.map(([, message]) => message);
  expect(output).toEqual(['the database is unavailable']);
  expect(warn.mock.calls.length).toBeLessThanOrEqual(2);
});
