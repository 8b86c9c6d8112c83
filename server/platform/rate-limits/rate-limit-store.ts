/**
 * Where calls are counted: in this process, or in a PostgreSQL or a Redis that every process counts in, so that a limit
 * holds over all of them together. Fixed windows are rate-limiter-flexible's, token buckets are our own. What is over its limit is refused
 * from memory until its time is over, so that a flood costs its counters nothing.
 *
 * Counters that do not answer must not stop anybody: for so long each process counts by itself.
 */

import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible';
import { database } from '#db/client.ts';
import { statementName } from '#db/hot-statement.ts';
import { describeFailure, log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { withTimeout } from '../with-timeout.ts';
import { type BucketSize, maxClockStepMicros, TokenBucket } from './token-bucket.ts';

/** So many calls of one name in so many seconds. */
interface Allowance {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
  /** The count can be deleted early, by any process: no process refuses from memory. */
  readonly isResettable?: boolean;
}

export interface RateLimitStore {
  /** Points per fixed window. */
  limiter(allowance: Allowance): RateLimiterMemory | RateLimiterPostgres | RateLimiterRedis;
  /** A steady rate with a burst. */
  bucket(keyPrefix: string, size: BucketSize): TokenBucket;
  /** A caller's name as it is counted under. */
  nameFor(caller: string): string;
  close(): void;
}

/** A counted call waits no longer than that for what is counted elsewhere. */
const patienceMs = 1000;
/** After a failure PostgreSQL is left alone for so long, so that nobody queues behind who waits already. */
const restMs = 1000;
/** An outage is over once nothing has failed for so long; the next failure is told of again. */
const quietMs = 60_000;
const maxRetryMs = 2000;
const maxNameLength = 100;

const kept = globalThis as typeof globalThis & { counterfoilRateLimitStore?: Promise<RateLimitStore> };

/** The store of this process. On `globalThis`: the production server and Next's bundle are two copies of this module. */
export function rateLimitStore(settings: Settings): Promise<RateLimitStore> {
  kept.counterfoilRateLimitStore ??= openRateLimitStore(settings);
  return kept.counterfoilRateLimitStore;
}

/** Opens what the settings name. Never throws: what does not answer now may do so later. */
async function openRateLimitStore(settings: Settings): Promise<RateLimitStore> {
  if (settings.redisUrl) return await countInRedis(settings, settings.redisUrl);
  return settings.rateLimits.counters === 'database' ? countInDatabase(settings) : countInMemory(settings);
}

/** In this process alone. */
export function countInMemory(settings: Settings): RateLimitStore {
  const hashed = hashedWith(settings);
  return {
    limiter: (allowance) => new RateLimiterMemory(allowance),
    bucket: (_, size) => new TokenBucket(size),
    // What anybody claims to be called takes no more room than another's name.
    nameFor: (caller) => (caller.length > maxNameLength ? hashed(caller) : caller),
    close() {},
  };
}

/**
 * In the table `rate_limits`, which the worker clears of what is over. Its clock is this process's: two whose clocks differ
 * disagree by as much on when a second is over.
 */
function countInDatabase(settings: Settings): RateLimitStore {
  const { query } = database(settings);
  const noteFailure = outageLog('PostgreSQL');
  let restsUntil = 0;
  const storeClient = {
    async query({ text, values }: { text: string; values: string[] }) {
      if (performance.now() < restsUntil) throw new Error('The counters do not answer');
      try {
        return await withTimeout(query({ name: statementName(text), text, values }), patienceMs);
      } catch (error) {
        restsUntil = performance.now() + restMs;
        noteFailure(error);
        throw error;
      }
    },
  };
  const table = { tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false };
  const ask = async (text: string, values: string[]) => (await storeClient.query({ text, values })).rows[0];
  return {
    limiter: (allowance) =>
      new RateLimiterPostgres({ ...insured(allowance), ...table, storeClient, storeType: 'client' }),
    bucket: (keyPrefix, size) =>
      new TokenBucket(size, async (name, { now, cost, capacity }) => {
        const key = `${keyPrefix}:${name}`;
        try {
          const taken = await ask(takeInDatabase, [key, String(now), String(cost), String(capacity)]);
          const held = taken ?? (await ask(readInDatabase, [key]));
          return { isAllowed: taken !== undefined, fullAt: Number(held?.full_at ?? now + capacity) };
        } catch {
          return undefined;
        }
      }),
    nameFor: hashedWith(settings),
    close() {},
  };
}

/** A bucket's `fullAt` in microseconds: `expire` has the milliseconds, `points` the rest. */
const storedFullAt = 'held.expire * 1000 + held.points';
/** `fullAt` after this call. $2: now, $3: cost, $4: capacity. */
const fullAfter = `(case when ${storedFullAt} > $2::bigint + $4::bigint + ${maxClockStepMicros} then $2::bigint
  else greatest(${storedFullAt}, $2::bigint) end + $3::bigint)`;
/** Returns no row for a refused call. */
const takeInDatabase = `
  insert into rate_limits as held (key, points, expire)
  values ($1, ($2::bigint + $3::bigint) % 1000, ($2::bigint + $3::bigint) / 1000)
  on conflict (key) do update set points = ${fullAfter} % 1000, expire = ${fullAfter} / 1000
  where ${fullAfter} <= $2::bigint + $4::bigint
  returning ${storedFullAt} as full_at`;
const readInDatabase = `select ${storedFullAt} as full_at from rate_limits held where key = $1`;

/** The same in Redis, where a script is atomic. Numbers are returned as text: Lua prints 14 digits by default. */
const takeInRedis = `
  local now, cost, capacity = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local held = tonumber(redis.call('GET', KEYS[1]) or '0')
  if held > now + capacity + ${maxClockStepMicros} then held = now end
  local full = math.max(held, now) + cost
  if full > now + capacity then return {0, string.format('%.0f', held)} end
  redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
  return {1, string.format('%.0f', full)}`;

async function countInRedis(settings: Settings, url: string): Promise<RateLimitStore> {
  const { Redis } = await import('ioredis');
  const storeClient = new Redis(url, {
    connectionName: 'counterfoil',
    lazyConnect: true,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs / 2,
    socketTimeout: patienceMs,
    // Nobody waits until it is back; nor is a call counted then that was answered long ago.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(times * 100, maxRetryMs),
    // One that has become another's copy takes no counts: the address may lead to its successor.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
  const noteFailure = outageLog('Redis');
  storeClient.on('error', noteFailure);
  await untilConnected(storeClient);
  return {
    limiter: (allowance) =>
      new RateLimiterRedis({
        ...insured({ ...allowance, keyPrefix: `counterfoil:${allowance.keyPrefix}` }, noteFailure),
        storeClient,
        rejectIfRedisNotReady: true,
      }),
    bucket: (keyPrefix, size) =>
      new TokenBucket(size, async (name, { now, cost, capacity }) => {
        try {
          const asked = storeClient.eval(takeInRedis, 1, `counterfoil:${keyPrefix}:${name}`, now, cost, capacity);
          const [isAllowed, fullAt] = (await asked) as [number, string];
          return { isAllowed: isAllowed === 1, fullAt: Number(fullAt) };
        } catch (error) {
          noteFailure(error);
          return undefined;
        }
      }),
    nameFor: hashedWith(settings),
    close: () => storeClient.disconnect(),
  };
}

/** The first calls wait for the connection; one that cannot be had is tried for again by the client itself. */
async function untilConnected(redis: Redis): Promise<void> {
  await withTimeout(redis.connect(), patienceMs).catch(() => {});
}

/** With what is done where nobody else counts, and for whoever has had their share. */
function insured(allowance: Allowance, noteFailure = () => {}) {
  const insuranceLimiter = new CountedHere(allowance, noteFailure);
  if (allowance.isResettable) return { ...allowance, insuranceLimiter };
  // From the first that is one too many; where nothing is allowed at all, that is the first.
  return { ...allowance, insuranceLimiter, inMemoryBlockOnConsumed: Math.max(allowance.points, 1) };
}

/** Is asked only when nobody else can be. */
class CountedHere extends RateLimiterMemory {
  readonly #noteFailure: () => void;

  constructor(allowance: Allowance, noteFailure: () => void) {
    super(allowance);
    this.#noteFailure = noteFailure;
  }

  override consume(...call: Parameters<RateLimiterMemory['consume']>) {
    this.#noteFailure();
    return super.consume(...call);
  }
}

/** Says once in an outage that there is one. */
function outageLog(where: string): (error?: unknown) => void {
  let failedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    const isNew = now - failedAt > quietMs;
    failedAt = now;
    if (!isNew) return;
    const failure = error === undefined ? {} : describeFailure(error);
    log().warn(
      { where, ...failure },
      'rate limits are counted in each process by itself: their counters do not answer',
    );
  };
}

/**
 * A name of a length of its own, which does not say whose it is: addresses and buyers' identities are nobody's business
 * in a database's backup. With the secret that all processes have, as addresses are few enough to try them all.
 */
const hashedWith =
  ({ appSecret = '' }: Settings) =>
  (caller: string): string =>
    createHmac('sha256', appSecret).update(`rate limit ${caller}`).digest('base64url').slice(0, 22);
