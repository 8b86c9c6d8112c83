/**
 * Rate limit counters: in this process, or in a PostgreSQL or Redis that all processes share. Fixed windows come from
 * rate-limiter-flexible, token buckets are our own. A caller over its limit is refused from memory until the limit
 * resets, so that a flood costs the shared store nothing. If the store fails, each process counts on its own for a
 * while.
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

/** Points per duration for one name. */
interface Allowance {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
  /** The count can be deleted early by any process, so no process may refuse from memory. */
  readonly isResettable?: boolean;
}

export interface RateLimitStore {
  /** Points per fixed window. */
  limiter(allowance: Allowance): RateLimiterMemory | RateLimiterPostgres | RateLimiterRedis;
  /** A steady rate with a burst. */
  bucket(keyPrefix: string, size: BucketSize): TokenBucket;
  /** The name under which a caller is counted. */
  nameFor(caller: string): string;
  close(): void;
}

/** The longest wait for a shared counter. */
const timeoutMs = 1000;
/** After a failure PostgreSQL is not asked for this long, so that calls do not queue up. */
const restMs = 1000;
/** An outage ends after this time without a failure; the next failure is logged again. */
const quietMs = 60_000;
const maxRetryMs = 2000;
const maxNameLength = 100;

const shared = globalThis as typeof globalThis & { counterfoilRateLimitStore?: Promise<RateLimitStore> };

/**
 * The store of this process. On `globalThis`: the production server and Next's bundle are two copies of this module.
 */
export function rateLimitStore(settings: Settings): Promise<RateLimitStore> {
  shared.counterfoilRateLimitStore ??= openRateLimitStore(settings);
  return shared.counterfoilRateLimitStore;
}

/** Opens the configured store. Never throws: an unavailable store may recover later. */
async function openRateLimitStore(settings: Settings): Promise<RateLimitStore> {
  if (settings.redisUrl) return await countInRedis(settings, settings.redisUrl);
  return settings.rateLimits.counters === 'database' ? countInDatabase(settings) : countInMemory(settings);
}

/** Counts in this process only. */
export function countInMemory(settings: Settings): RateLimitStore {
  const hashed = hashedWith(settings);
  return {
    limiter: (allowance) => new RateLimiterMemory(allowance),
    bucket: (_, size) => new TokenBucket(size),
    // Long names, which any caller can send, take no more memory than others.
    nameFor: (caller) => (caller.length > maxNameLength ? hashed(caller) : caller),
    close() {},
  };
}

/**
 * Counts in the table `rate_limits`, whose expired rows the worker deletes. Uses this process's clock; clock
 * differences between processes shift their windows by as much.
 */
function countInDatabase(settings: Settings): RateLimitStore {
  const { query } = database(settings);
  const noteFailure = outageLog('PostgreSQL');
  let restsUntil = 0;
  const storeClient = {
    async query({ text, values }: { text: string; values: string[] }) {
      if (performance.now() < restsUntil) throw new Error('The counters do not answer');
      try {
        return await withTimeout(query({ name: statementName(text), text, values }), timeoutMs);
      } catch (error) {
        restsUntil = performance.now() + restMs;
        noteFailure(error);
        throw error;
      }
    },
  };
  const table = { tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false };
  const runQuery = async (text: string, values: string[]) => (await storeClient.query({ text, values })).rows[0];
  return {
    limiter: (allowance) =>
      new RateLimiterPostgres({ ...insured(allowance), ...table, storeClient, storeType: 'client' }),
    bucket: (keyPrefix, size) =>
      new TokenBucket(size, async (name, { now, cost, capacity }) => {
        const key = `${keyPrefix}:${name}`;
        try {
          const admitted = await runQuery(takeInDatabase, [key, String(now), String(cost), String(capacity)]);
          const held = admitted ?? (await runQuery(readInDatabase, [key]));
          return { isAllowed: admitted !== undefined, fullAt: Number(held?.full_at ?? now + capacity) };
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
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs,
    // Calls fail instead of waiting for a reconnect, and stale calls are not counted later.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(times * 100, maxRetryMs),
    // A former primary that became a replica accepts no writes. Reconnecting may lead to its successor.
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
          const reply = storeClient.eval(takeInRedis, 1, `counterfoil:${keyPrefix}:${name}`, now, cost, capacity);
          const [isAllowed, fullAt] = (await reply) as [number, string];
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

/** The first calls wait for the connection. The client retries a failed connection itself. */
async function untilConnected(redis: Redis): Promise<void> {
  await withTimeout(redis.connect(), timeoutMs).catch(() => {});
}

/** Adds the fallback for an unavailable store and the refusal from memory. */
function insured(allowance: Allowance, noteFailure = () => {}) {
  const insuranceLimiter = new CountedHere(allowance, noteFailure);
  if (allowance.isResettable) return { ...allowance, insuranceLimiter };
  // From the first refused call on; with an allowance of zero that is the first call.
  return { ...allowance, insuranceLimiter, inMemoryBlockOnConsumed: Math.max(allowance.points, 1) };
}

/** Used only while the shared store fails. */
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

/** Logs an outage once. */
function outageLog(where: string): (error?: unknown) => void {
  let failedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    const isNew = now - failedAt > quietMs;
    failedAt = now;
    if (!isNew) return;
    const failure = error === undefined ? {} : describeFailure(error);
    log().warn({ where, ...failure }, 'rate limit counters are unreachable; each process counts separately');
  };
}

/**
 * A hash of the caller's name with fixed length, so that a database backup reveals no addresses or buyer identities.
 * Keyed with the shared secret, since addresses are few enough to try them all.
 */
const hashedWith =
  ({ appSecret = '' }: Settings) =>
  (caller: string): string =>
    createHmac('sha256', appSecret).update(`rate limit ${caller}`).digest('base64url').slice(0, 22);
