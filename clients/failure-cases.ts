/** How the Python and PHP clients treat failures, on a server that fails as each test asks. */
import { createHash, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { startFailing } from './failing-server.ts';
import { keyOf, type TestClient } from './testing.ts';

/** Declares the tests of one client. */
export function testFailures({ run, merchant }: TestClient): void {
  const issueToken = (baseUrl: string, more: object = {}) =>
    run({
      do: 'call',
      baseUrl,
      credential: keyOf(merchant()),
      resource: 'auth',
      action: 'issueSessionToken',
      body: { buyerIdentity: 'ana' },
      ...more,
    });
  const queryStores = (baseUrl: string) =>
    run({ do: 'graphql', baseUrl, credential: keyOf(merchant()), query: '{ stores { id } }', variables: {} });

  test('repeats a failed call with the same key and body, signed for each attempt', async () => {
    const failing = await startFailing([503, 'hang up', 500, 200]);
    const { result } = await issueToken(failing.url);
    failing.close();
    expect(result).toEqual({ token: 't' });
    expect(failing.requests).toHaveLength(4);
    const keys = failing.requests.map(({ headers }) => headers['x-idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{32,}$/);
    for (const { headers, body } of failing.requests) {
      const hash = createHash('sha256').update(body).digest('base64');
      const text = `POST\n/v1/actions/auth/issue-session-token\n${String(headers['x-timestamp'])}\n${hash}`;
      const signature = Buffer.from(String(headers['x-signature']), 'base64');
      expect(verify('RSA-SHA256', Buffer.from(text), merchant().keys.test, signature)).toBe(true);
      expect([JSON.parse(body), headers['x-merchant-id']]).toEqual([{ buyerIdentity: 'ana' }, merchant().merchantId]);
    }
  });

  test.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 2000).toUTCString()],
  ])('waits as long as Retry-After says, as %s', async (_, retryAfter) => {
    const failing = await startFailing([{ status: 429, headers: { 'Retry-After': retryAfter() } }, 200]);
    const { result } = await issueToken(failing.url);
    failing.close();
    const [first, second] = failing.requests.map(({ at }) => at);
    expect(result).toEqual({ token: 't' });
    // A date has whole seconds, so that the wait is between one and two seconds.
    expect(Number(second) - Number(first)).toBeGreaterThan(800);
  });

  test.each([
    [429, 'unavailable', () => '61'],
    [503, 'unavailable', () => new Date(Date.now() + 120_000).toUTCString()],
    [409, 'idempotency_conflict', () => '61'],
  ])('fails at once if the Retry-After of a %i is longer than a minute', async (status, code, retryAfter) => {
    const body = { data: null, errors: [{ message: 'later', layer: 'gateway', code }] };
    const failing = await startFailing([{ status, body, headers: { 'Retry-After': retryAfter() } }, 200]);
    const { error } = await issueToken(failing.url);
    failing.close();
    expect(error).toMatchObject({ type: 'api', status, code });
    expect(error.retryAfter).toBeGreaterThan(60);
    expect(failing.requests).toHaveLength(1);
  });

  test('repeats a call whose first attempt still runs', async () => {
    const errors = [{ message: 'running', layer: 'gateway', code: 'idempotency_conflict' }];
    const failing = await startFailing([{ status: 409, body: { data: null, errors } }, 200]);
    expect((await issueToken(failing.url)).result).toEqual({ token: 't' });
    failing.close();
  });

  test.each([400, 401, 403, 404, 501])('does not repeat a call refused with %i', async (status) => {
    const failing = await startFailing([status]);
    expect((await issueToken(failing.url)).error).toMatchObject({ status, code: 'unavailable' });
    failing.close();
    expect(failing.requests).toHaveLength(1);
  });

  test('gives up after three repeats', async () => {
    const [refusing, dead] = [await startFailing([502]), await startFailing(['hang up'])];
    expect((await issueToken(refusing.url)).error).toMatchObject({ type: 'api', status: 502 });
    expect((await issueToken(dead.url)).error.type).toMatch(/Connection/);
    expect([refusing.requests.length, dead.requests.length]).toEqual([4, 4]);
    refusing.close();
    dead.close();
  });

  test('does not follow a redirect with its credentials', async () => {
    const other = await startFailing([200]);
    const failing = await startFailing([{ status: 307, headers: { Location: `${other.url}/v1/actions/x` } }]);
    expect((await issueToken(failing.url)).error).toMatchObject({ type: 'api', status: 307 });
    for (const server of [failing, other]) server.close();
    expect(other.requests).toEqual([]);
  });

  test.each(['hang up', 503] as const)('the error after %s has the key for a repeat', async (failure) => {
    const failing = await startFailing([failure, failure, failure, failure, 200]);
    const { error } = await issueToken(failing.url);
    const { result } = await issueToken(failing.url, { key: error.idempotencyKey });
    failing.close();
    expect(result).toEqual({ token: 't' });
    expect(failing.requests.map(({ headers }) => headers['x-idempotency-key'])).toEqual(
      Array.from({ length: 5 }, () => error.idempotencyKey),
    );
  });

  const html = '<!doctype html><title>Welcome to nginx!</title>';
  const errors = [{ message: 'no', layer: 'gateway', code: 'unavailable' }];
  const foreign = [
    ['an HTML page with 404', 404, html, null],
    ['an HTML page with 200', 200, html, null],
    ['JSON without data', 200, { token: 't' }, null],
    ['a list', 200, [{ data: 1 }], null],
    ['a refusal of another service', 400, { errors: [{ code: 7, path: 1, message: ['no'] }] }, null],
    ['data with errors', 200, { data: { token: 't' }, errors }, 'unavailable'],
  ] as const;
  test.each(foreign)('%s is an error of an action and of a query', async (_, status, body, code) => {
    const failing = await startFailing([{ status, body }]);
    const answers = [await issueToken(failing.url), await queryStores(failing.url)];
    failing.close();
    for (const { error } of answers) expect(error).toMatchObject({ type: 'api', status, code });
  });

  test('a query without a result is an error', async () => {
    const failing = await startFailing([{ status: 200, body: { data: null } }]);
    expect((await queryStores(failing.url)).error).toMatchObject({ type: 'api', status: 200 });
    failing.close();
  });

  test('the path of a GraphQL error is dotted, and its data is the partial result', async () => {
    const data = { stores: [{ id: null }] };
    const entry = { message: 'Too slow', layer: 'graphql' };
    const failing = await startFailing([
      { status: 200, body: { data, errors: [{ ...entry, path: ['stores', 0, 'id'] }, entry] } },
    ]);
    const { error } = await queryStores(failing.url);
    failing.close();
    expect(error).toMatchObject({ status: 200, message: 'Too slow', path: 'stores.0.id', data });
    expect(error.entries).toEqual([{ ...entry, path: 'stores.0.id' }, entry]);
  });
}
