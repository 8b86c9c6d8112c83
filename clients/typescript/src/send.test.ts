/** Retries, timeouts and errors, against a local server with prepared answers. */

import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConnectionError, CounterfoilError, createClient } from './index.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const epoch = Date.parse('2026-11-21T09:30:00.000Z');
interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}
const success: Answer = { status: 200, body: JSON.stringify({ data: { orderId: 'ORD_x', status: 'canceled' } }) };
const refusal = (status: number, headers = {}, entry = {}) => ({
  status,
  headers,
  body: JSON.stringify({ data: null, errors: [{ message: 'Refused', layer: 'order', ...entry }] }),
});

type Step = Answer | ((response: ServerResponse) => void);

/** A server that takes one step for each request, and a client whose clock moves only when it sleeps. */
async function newFaultyServer(steps: readonly Step[], options = {}) {
  const requests: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const step = steps[requests.length] ?? success;
      requests.push(request.headers);
      if (typeof step === 'function') step(response);
      else response.writeHead(step.status, step.headers).end(step.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const pauses: number[] = [];
  let now = epoch;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      pauses.push(ms);
      now += ms;
    },
  };
  const connection = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    clock,
    fillRandom: (bytes: Uint8Array<ArrayBuffer>) => bytes.fill(255),
    ...options,
  };
  const client = createClient({ ...connection, merchantId: 'MER_x', privateKey });
  return { requests, pauses, connection, client, cancel: () => client.onetimeOrder.cancelOrder({ orderId: 'ORD_x' }) };
}

const hangUp: Step = (response) => response.socket?.destroy();
const catchError = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable(),
    (error) => error,
  );

test('repeats a failed call with the same idempotency key and a signature of its own time', async () => {
  const { requests, pauses, cancel } = await newFaultyServer([hangUp, refusal(503)]);
  await expect(cancel()).resolves.toEqual({ orderId: 'ORD_x', status: 'canceled' });
  expect(pauses).toEqual([1000, 2000]);
  expect(new Set(requests.map((headers) => headers['x-idempotency-key']))).toEqual(new Set(['f'.repeat(32)]));
  const seconds = epoch / 1000;
  expect(requests.map((headers) => Number(headers['x-timestamp']))).toEqual([seconds, seconds + 1, seconds + 3]);
  expect(new Set(requests.map((headers) => headers['x-signature'])).size).toBe(3);
});

test('gives each call an idempotency key of its own, and takes the caller’s', async () => {
  const { requests, client } = await newFaultyServer([], { fillRandom: undefined });
  for (const options of [{}, {}, { idempotencyKey: 'mine' }]) {
    await client.onetimeOrder.cancelOrder({ orderId: 'ORD_x' }, options);
  }
  const [first, second, third] = requests.map((headers) => headers['x-idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(first).not.toBe(second);
  expect(third).toBe('mine');
});

test('an error has the idempotency key, with which a repeat is the same call', async () => {
  const { requests, client, cancel } = await newFaultyServer([hangUp, hangUp, hangUp, refusal(400)]);
  const lost = (await catchError(cancel())) as ConnectionError;
  expect(lost).toMatchObject({ name: 'ConnectionError', idempotencyKey: 'f'.repeat(32) });
  const { idempotencyKey } = lost;
  const refused = await catchError(client.onetimeOrder.cancelOrder({ orderId: 'ORD_x' }, { idempotencyKey }));
  expect(refused).toMatchObject({ name: 'CounterfoilError', idempotencyKey });
  expect(new Set(requests.map((headers) => headers['x-idempotency-key'])).size).toBe(1);
});

test.each([301, 302, 307, 308])('does not follow a redirect (%i) with a signed call', async (status) => {
  const other = await newFaultyServer([]);
  const { requests, cancel } = await newFaultyServer([
    { status, body: '', headers: { Location: other.connection.baseUrl } },
  ]);
  expect(await catchError(cancel())).toMatchObject({ name: 'CounterfoilError', status });
  expect([requests.length, other.requests.length]).toEqual([1, 0]);
});

test.each([408, 429, 500, 502, 503, 504])('repeats a call after %i', async (status) => {
  const { requests, cancel } = await newFaultyServer([refusal(status)]);
  await cancel();
  expect(requests).toHaveLength(2);
});

test.each([400, 401, 403, 404, 409, 501])('does not repeat a call after %i', async (status) => {
  const { requests, cancel } = await newFaultyServer([refusal(status)]);
  expect(await catchError(cancel())).toMatchObject({ name: 'CounterfoilError', status });
  expect(requests).toHaveLength(1);
});

test('repeats a conflict for which the server names a time', async () => {
  const { pauses, cancel } = await newFaultyServer([refusal(409, { 'Retry-After': '1' })]);
  await cancel();
  expect(pauses).toEqual([1500]);
});

describe('Retry-After', () => {
  test.each([
    ['seconds', '7', 7500],
    ['a date', new Date(epoch + 9000).toUTCString(), 9500],
    ['a date in the past', new Date(epoch - 9000).toUTCString(), 500],
    ['nonsense', 'soon', 1000],
  ])('as %s delays the next attempt', async (_, value, pause) => {
    const { pauses, cancel } = await newFaultyServer([refusal(429, { 'Retry-After': value })]);
    await cancel();
    expect(pauses).toEqual([pause]);
  });

  test('of more than a minute ends the call', async () => {
    const { pauses, cancel } = await newFaultyServer([refusal(429, { 'Retry-After': '61' })]);
    expect(await catchError(cancel())).toMatchObject({ status: 429, retryAfterMs: 61_000 });
    expect(pauses).toEqual([]);
  });
});

test('stops after the last attempt, with its error', async () => {
  const { requests, cancel } = await newFaultyServer([hangUp, hangUp, refusal(502)]);
  expect(await catchError(cancel())).toMatchObject({ status: 502 });
  expect(requests).toHaveLength(3);
  const { client } = await newFaultyServer([hangUp]);
  const error = await catchError(client.onetimeOrder.cancelOrder({ orderId: 'ORD_x' }, { maxAttempts: 1 }));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ isTimeout: false, cause: expect.any(TypeError) });
});

test.each<[string, Step]>([
  ['no answer', () => {}],
  ['half an answer', (response) => void response.writeHead(200, { 'Content-Length': '100' }).write('{"data":')],
])('gives up on %s when the time is up', async (_, step) => {
  const { cancel } = await newFaultyServer([step], { timeoutMs: 100, maxAttempts: 1 });
  expect(await catchError(cancel())).toMatchObject({ name: 'ConnectionError', isTimeout: true });
});

test('ends a call whose signal is aborted: before it, during an attempt and during a pause', async () => {
  const reason = new Error('The user left');
  const before = await newFaultyServer([]);
  const call = (client: typeof before.client, signal: AbortSignal) =>
    client.onetimeOrder.cancelOrder({ orderId: 'ORD_x' }, { signal });
  expect(await catchError(call(before.client, AbortSignal.abort(reason)))).toBe(reason);
  expect(before.requests).toEqual([]);

  const during = new AbortController();
  const waiting = await newFaultyServer([() => during.abort(reason)]);
  expect(await catchError(call(waiting.client, during.signal))).toBe(reason);
  expect(waiting.requests).toHaveLength(1);

  const between = new AbortController();
  const failing = await newFaultyServer(
    [(response) => response.writeHead(503).end('', () => setImmediate(() => between.abort(reason)))],
    { clock: undefined },
  );
  expect(await catchError(call(failing.client, between.signal))).toBe(reason);
  expect(failing.requests).toHaveLength(1);
});

test('reports the entries of a refusal, with the code and path of the first', async () => {
  const { client } = await newFaultyServer([
    {
      status: 400,
      headers: { 'X-Request-Id': 'r-1' },
      body: JSON.stringify({
        data: null,
        errors: [
          { message: 'Invalid amount', layer: 'product', code: 'invalid_field', path: 'prices.USD.amount' },
          { message: 'Refused', layer: 'gateway' },
        ],
      }),
    },
  ]);
  const error = await catchError(client.onetimeOrder.cancelOrder({ orderId: 'ORD_x' }));
  expect(error).toBeInstanceOf(CounterfoilError);
  expect(error).toMatchObject({
    message: 'Invalid amount',
    status: 400,
    code: 'invalid_field',
    path: 'prices.USD.amount',
    requestId: 'r-1',
    errors: [{ layer: 'product' }, { layer: 'gateway' }],
  });
});

test.each(['<html>Bad gateway</html>', '', 'null', '[]', '{}'])(
  'reports an answer that is not the API’s: %j',
  async (body) => {
    for (const status of [200, 403]) {
      const { cancel } = await newFaultyServer([{ status, body }]);
      expect(await catchError(cancel())).toMatchObject({
        name: 'CounterfoilError',
        status,
        errors: [{ layer: 'client' }],
      });
    }
  },
);

test('throws for a query of which a part failed, with the rest', async () => {
  const body = JSON.stringify({
    data: { store: null, stores: [] },
    errors: [{ message: 'Too slow', layer: 'graphql', path: ['stores', 0, 'id'] }],
  });
  const { client } = await newFaultyServer([{ status: 200, body }]);
  const error = await catchError(client.graphql({ stores: { id: true } }));
  const rest = { store: null, stores: [] };
  expect(error).toMatchObject({ status: 200, message: 'Too slow', path: 'stores.0.id', data: rest });
});

test('passes on the warnings of a success', async () => {
  const warning = { message: 'Ignored', layer: 'order' };
  const seen: unknown[] = [];
  const { cancel } = await newFaultyServer([{ status: 200, body: JSON.stringify({ data: {}, warnings: [warning] }) }], {
    onWarning: (...given: unknown[]) => seen.push(given),
  });
  await cancel();
  expect(seen).toEqual([[warning, '/v1/actions/onetime-order/cancel-order']]);
});

test('asks for the session token with each attempt, because a token expires', async () => {
  const { requests, connection } = await newFaultyServer([refusal(503)]);
  const tokens = ['first', 'second'];
  const client = createClient({ ...connection, sessionToken: () => tokens.shift() ?? '', environment: 'test' });
  await client.onetimeOrder.cancelOrder({ orderId: 'ORD_x' });
  expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer first', 'Bearer second']);
});

test('refuses a base URL that is no URL', () => {
  expect(() => createClient({ baseUrl: 'pay', storeSlug: 'shop', environment: 'test' })).toThrow(TypeError);
});
