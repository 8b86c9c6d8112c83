import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { deleteOldCounts } from '#server/api/data/rate-limits.ts';
import { handleRequest } from '#server/api/handle.ts';
import { type DatabaseProxy, openDatabaseProxy } from '#server/testing/databases/database-proxy.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { findRedis, startTestRedis, type TestRedis } from '#server/testing/databases/redis.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';
import type { Caller } from '../action.ts';
import { readSettings, type Settings } from '../settings.ts';
import {
  countAnonymousCall,
  countCall,
  countPaymentAttempt,
  countPortalEntry,
  type LimitStatus,
  mayCheck,
  mayDiagnose,
} from './rate-limit.ts';

const redisProgram = await findRedis();
const warn = vi.fn();
Object.assign(globalThis, { counterfoilLog: { warn, error: vi.fn(), debug: vi.fn() } });
let own: TestDatabase;
let line: DatabaseProxy;
let direct: OpenDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  own = await newDatabase();
  direct = openDatabase(own.url, { max: 1, applicationName: 'watching' });
  sql = postgres(own.url, { max: 1, onnotice: () => {} });
  line = await openDatabaseProxy(own.url);
});

afterAll(async () => {
  await line.close();
  await Promise.all([direct.close(), sql.end()]);
  await own.close();
});

/** The default limits with the given store. The test servers run with raised limits. */
function countedIn(where: Readonly<Record<string, string>>): Settings {
  const environment = { APP_SECRET: 'x'.repeat(32), DATABASE_URL: line.url, DATABASE_POOL: '4', ...where };
  const settings = readSettings(environment, { serving: true });
  startAnew(settings);
  return settings;
}

/** Simulates another process: forgets the in-memory counters. */
const startAnew = (settings: Settings) =>
  Object.assign(globalThis, {
    counterfoilRateLimits: undefined,
    counterfoilRateLimitStore: undefined,
    counterfoilSettings: settings,
  });

const times = async (count: number, take: () => Promise<LimitStatus>) =>
  await Promise.all(Array.from({ length: count }, take));
/** Repeats the work with fresh counters until it fits into one second, the duration of the limits. */
async function inOneSecond<Done>(work: () => Promise<Done>): Promise<Done> {
  const began = performance.now();
  const done = await work();
  if (performance.now() - began < 900) return done;
  await sleep(1000);
  return await inOneSecond(work);
}

const refused = (standings: LimitStatus[]) => standings.filter(({ refusal }) => refusal);

const stores = [
  { place: 'memory', isShared: false, isHere: true },
  { place: 'PostgreSQL', isShared: true, isHere: true },
  { place: 'Redis', isShared: true, isHere: redisProgram !== undefined },
].filter(({ isHere }) => isHere);

describe.each(stores)('the limits of decisions.md, counted in $place', ({ place, isShared }) => {
  let settings: Settings;
  let redis: TestRedis | undefined;

  beforeAll(async () => {
    if (place === 'Redis' && redisProgram) redis = await startTestRedis(redisProgram);
    const counters = place === 'memory' ? { RATE_LIMIT_COUNTERS: 'memory' } : {};
    settings = countedIn({ ...counters, ...(redis && { REDIS_URL: redis.url }) });
  });

  afterAll(async () => await redis?.kill());

  test('an API key has a burst of 200, then exactly 100 a second', async () => {
    const caller: Caller = { kind: 'apiKey', merchantId: randomUUID(), keyId: randomUUID(), environment: 'test' };
    const began = performance.now();
    const standings = await times(1000, () => countCall(caller, '', settings));
    const maxPassed = 200 + Math.ceil((performance.now() - began) / 10) + 1;
    const passed = standings.length - refused(standings).length;
    expect(passed).toBeGreaterThanOrEqual(200);
    expect(passed).toBeLessThanOrEqual(maxPassed);
    expect(standings[0]?.headers).toEqual({
      RateLimit: expect.stringMatching(/^"api-key";r=\d+;t=\d+$/),
      'RateLimit-Policy': '"api-key";q=100;w=1',
    });
  });

  test('RateLimit never reports fewer calls than would pass', async () => {
    const caller: Caller = { kind: 'apiKey', merchantId: randomUUID(), keyId: randomUUID(), environment: 'test' };
    const standings = await times(150, () => countCall(caller, '', settings));
    expect(refused(standings)).toHaveLength(0);
    for (const { headers } of standings)
      expect(Number(/;r=(\d+);/.exec(headers.RateLimit ?? '')?.[1])).toBeGreaterThan(49);
  });

  test('a store slug has 20 a second per client address', async () => {
    const counts = await inOneSecond(async () => {
      const store = { merchantId: randomUUID(), storeId: randomUUID() };
      const identity = { ...store, store, environment: 'test' } as const;
      const count = (address: string) => countCall({ kind: 'storeSlug', ...identity }, address, settings);
      return [await times(21, () => count('192.0.2.1')), await times(1, () => count('192.0.2.2'))].map(refused);
    });
    expect(counts.map(({ length }) => length)).toEqual([1, 0]);
  });

  test('a customer has 20 a second, independent of other customers at the same address', async () => {
    const counts = await inOneSecond(async () => {
      const store = { merchantId: randomUUID(), storeId: randomUUID() };
      const identity = { ...store, store, environment: 'test' } as const;
      const count = (caller: Caller) => countCall(caller, '192.0.2.3', settings);
      const ana: Caller = { kind: 'sessionToken', buyerIdentity: 'ana', ...identity };
      const bea: Caller = { kind: 'sessionToken', buyerIdentity: 'bea', ...identity };
      await times(20, () => count({ kind: 'storeSlug', ...identity }));
      const calls = [
        await times(20, () => count(ana)),
        await times(1, () => count(bea)),
        await times(1, () => count(ana)),
      ];
      return calls.map(refused);
    });
    expect(counts.map(({ length }) => length)).toEqual([0, 0, 1]);
  });

  test('a checkout session has 6 payment attempts a minute', async () => {
    const session = randomUUID();
    const standings = await times(7, () => countPaymentAttempt(session, settings));
    const [refusal] = refused(standings);
    expect(refusal?.refusal?.status).toBe(429);
    expect(Number(refusal?.refusal?.headers['Retry-After'])).toBeGreaterThan(50);
  });

  test('the signature doctor answers a merchant 5 times a second, and all of them 20 times', async () => {
    const allowed = async (merchantId: string) =>
      (await Promise.all(Array.from({ length: 8 }, () => mayDiagnose(merchantId, settings)))).filter(Boolean).length;
    const counts = await inOneSecond(async () => {
      const found: number[] = [];
      for (let merchant = 0; merchant < 6; merchant += 1) found.push(await allowed(randomUUID()));
      return found;
    });
    expect(counts).toEqual([5, 5, 5, 5, 0, 0]);
  });

  test('checks a payment once a second, and makes returning buyers wait for the next check', async () => {
    const id = randomUUID();
    expect(await mayCheck(id, settings)).toBe(true);
    expect(await Promise.all([mayCheck(id, settings), mayCheck(id, settings, true)])).toEqual([false, true]);
  });

  test('counts an IPv6 network as one address', async () => {
    const network = `2001:db8:${randomUUID().slice(0, 4)}:1`;
    const machines = Array.from({ length: 11 }, (_, machine) => `${network}::${machine}`);
    const standings = await Promise.all(machines.map((address) => countPortalEntry(address, settings)));
    expect(refused(standings)).toHaveLength(1);
    expect(refused([await countPortalEntry(`${network.slice(0, -1)}2::1`, settings)])).toHaveLength(0);
  });

  test(`another process ${isShared ? 'shares the count' : 'counts on its own'}`, async () => {
    const session = randomUUID();
    expect(refused(await times(4, () => countPaymentAttempt(session, settings)))).toHaveLength(0);
    startAnew(settings);
    expect(refused(await times(4, () => countPaymentAttempt(session, settings)))).toHaveLength(isShared ? 2 : 0);
  });
});

describe('in PostgreSQL', () => {
  const readRows = async () =>
    await sql<{ key: string; points: number }[]>`select key, points from rate_limits order by key`;

  test('stores only a keyed hash of callers, and one row for a flood', async () => {
    const settings = countedIn({});
    await sql`truncate rate_limits`;
    const caller = `198.51.100.9 ${'x'.repeat(10_000)}`;
    await times(300, () => countAnonymousCall(caller, settings));
    expect(refused(await times(200, () => countAnonymousCall(caller, settings))).length).toBeGreaterThan(0);
    const rows = await readRows();
    expect(rows.map(({ key }) => key)).toEqual([expect.stringMatching(/^address:[\w-]{22}$/)]);
  });

  test('a caller over the limit costs no statement until it resets', async () => {
    const settings = countedIn({});
    const session = randomUUID();
    await sql`truncate rate_limits`;
    for (let attempt = 0; attempt < 50; attempt += 1) await countPaymentAttempt(session, settings);
    const ofPayments = (await readRows()).filter(({ key }) => key.startsWith('payments:'));
    expect(ofPayments.map(({ points }) => points)).toEqual([6]);
  });

  test('the worker deletes expired counts', async () => {
    const { db } = direct;
    await sql`truncate rate_limits`;
    const now = new Date();
    for (const [key, ago] of Object.entries({ over: 61_000, latest: 59_000, open: -30_000 })) {
      await sql`insert into rate_limits values (${key}, 1, ${now.getTime() - ago})`;
    }
    expect(await deleteOldCounts(db, now)).toBe(1);
    expect((await readRows()).map(({ key }) => key)).toEqual(['latest', 'open']);
  });

  test.each([
    { what: 'is cut', how: 'cut' },
    { what: 'says nothing', how: 'silence' },
  ] as const)('a line that $what stops nobody: each process counts by itself', async ({ how }) => {
    const settings = countedIn({});
    const session = randomUUID();
    await countPaymentAttempt(randomUUID(), settings);
    warn.mockClear();
    await line[how]();
    const began = performance.now();
    const standings = await times(7, () => countPaymentAttempt(session, settings));
    const later = await times(20, () => countPaymentAttempt(randomUUID(), settings));
    expect(performance.now() - began).toBeLessThan(2500);
    expect(refused([...standings, ...later])).toHaveLength(1);
    expect(warn).toHaveBeenCalledTimes(1);
    await line.cut();
    await line.restore();
    const isShared = async () => {
      const one = randomUUID();
      await countPaymentAttempt(one, settings);
      return (await readRows()).length > 0;
    };
    await sql`truncate rate_limits`;
    await expect.poll(isShared).toBe(true);
  });
});

describe.runIf(redisProgram)('a Redis that', () => {
  let redis: TestRedis;
  let settings: Settings;
  const refusedOf = async (count: number, session: string) =>
    refused(await times(count, () => countPaymentAttempt(session, settings))).length;
  /** Whether another process sees what one process counts. */
  async function isShared() {
    const session = randomUUID();
    await refusedOf(6, session);
    startAnew(settings);
    return (await refusedOf(1, session)) === 1;
  }
  async function isReady() {
    const request = { method: 'GET', url: '/v1/health/ready', headers: {}, body: new Uint8Array(), address: '' };
    return (await handleRequest(request)).status === 200;
  }

  beforeAll(async () => {
    redis = await startTestRedis(redisProgram ?? '');
    settings = countedIn({ REDIS_URL: redis.url });
  });

  afterAll(async () => await redis.kill());

  test('that disconnects blocks no one, is logged once without its password, and counts again after recovery', async () => {
    expect([await isShared(), await isReady()]).toEqual([true, true]);
    warn.mockClear();
    await redis.kill();
    expect(await refusedOf(7, randomUUID())).toBe(1);
    expect(await isReady()).toBe(true);
    expect(await refusedOf(7, randomUUID())).toBe(1);
    expect(warn).toHaveBeenCalledTimes(1);
    await redis.start();
    await expect.poll(isShared).toBe(true);
    expect(JSON.stringify(warn.mock.calls)).not.toContain(redis.password);
  });

  test('that hangs delays calls only briefly', async () => {
    expect(await isShared()).toBe(true);
    redis.freeze();
    const began = performance.now();
    expect(await refusedOf(7, randomUUID())).toBe(1);
    expect(performance.now() - began).toBeLessThan(2000);
    // The connection has been given up.
    await sleep(1000);
    const later = performance.now();
    expect(await refusedOf(7, randomUUID())).toBe(1);
    expect(performance.now() - later).toBeLessThan(200);
    redis.thaw();
    await expect.poll(isShared).toBe(true);
  });

  test('that rejects the password is logged without it and blocks no one', async () => {
    warn.mockClear();
    settings = countedIn({ REDIS_URL: redis.url.replace(redis.password, 'xyzzy') });
    expect(await refusedOf(7, randomUUID())).toBe(1);
    await expect.poll(() => warn.mock.calls.length).toBe(1);
    expect(JSON.stringify(warn.mock.calls)).not.toContain('xyzzy');
  });
});
