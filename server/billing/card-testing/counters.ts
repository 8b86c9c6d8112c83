/**
 * The counters behind the decline limits, in the rate limit store. An attempt is counted before the provider is asked and
 * given back when it succeeds, so that concurrent attempts cannot slip through together.
 */
import { createHmac } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Environment } from '#server/domain/environments.ts';
import { rateLimitStore } from '#server/platform/rate-limits/rate-limit-store.ts';
import type { Settings } from '#server/platform/settings.ts';
import { windowSeconds } from './rules/card-testing.ts';

/** Attempts that have not succeeded, by network (`place`), mailbox, card and store. */
const countedKinds = ['place', 'email', 'card', 'store'] as const;
/** Per store also: all attempts, known declines, and buyers waiting under the brake. */
const kinds = [...countedKinds, 'attempts', 'declines', 'waiting', 'quiet'] as const;
type Kind = (typeof kinds)[number];

/** A counter's name in the rate limit store. Held attempts store the names of their counters. */
export type CounterName = `${Kind}:${string}`;

export interface Count {
  readonly count: number;
  /** Time until the counter starts over. */
  readonly msLeft: number;
}

/** How long an attempt at its limit waits for attempts in flight, which may still succeed. */
const maxWaitMs = 10_000;

export class CardCounters {
  readonly #limiters: Readonly<Record<string, RateLimiterAbstract>>;
  readonly #secret: string;
  readonly #inFlight = new Map<string, { count: number; readonly waiting: (() => void)[] }>();

  constructor(limiters: Readonly<Record<string, RateLimiterAbstract>>, secret: string) {
    this.#limiters = limiters;
    this.#secret = secret;
  }

  /** Hashes its parts with a secret: there are few enough card numbers and addresses to guess an unkeyed hash. */
  name(kind: Kind, ...parts: readonly string[]): CounterName {
    const text = JSON.stringify(['card testing', kind, ...parts]);
    return `${kind}:${createHmac('sha256', this.#secret).update(text).digest('base64url').slice(0, 22)}`;
  }

  async add(name: CounterName, seconds: number, points = 1): Promise<Count> {
    const [limiter, key] = this.#find(name);
    const { consumedPoints, msBeforeNext } = await limiter.penalty(key, points, { customDuration: seconds });
    return { count: consumedPoints, msLeft: Math.max(msBeforeNext, 0) };
  }

  async read(name: CounterName): Promise<number> {
    const [limiter, key] = this.#find(name);
    return (await limiter.get(key))?.consumedPoints ?? 0;
  }

  /** Restarts the counter's window. */
  async extend(name: CounterName, count: number, seconds: number): Promise<void> {
    const [limiter, key] = this.#find(name);
    await limiter.set(key, count, seconds);
  }

  async giveBack(name: CounterName, seconds: number): Promise<void> {
    const { count } = await this.add(name, seconds, -1);
    // The counter had started over in the meantime: a count below zero would be a credit.
    if (count < 0) await this.add(name, seconds, -count);
  }

  /**
   * Counts an attempt if `isAllowed` accepts the count. While attempts in flight may still free a slot, waits for them: many
   * good buyers at one address, or with one test card, are admitted one after the other.
   */
  async take(name: CounterName, seconds: number, isAllowed: (count: Count) => Promise<boolean>): Promise<Count | Full> {
    const deadline = performance.now() + maxWaitMs;
    for (;;) {
      const counted = await this.add(name, seconds);
      if (await isAllowed(counted)) {
        this.#begin(name);
        return counted;
      }
      await this.giveBack(name, seconds);
      const hasGivenUp = !this.#inFlight.has(name) || performance.now() >= deadline;
      if (hasGivenUp) return { ...counted, isFull: true };
      await this.#nextEnd(name, deadline - performance.now());
    }
  }

  /** Marks an attempt as no longer in flight, and lets waiting attempts check again. */
  end(name: CounterName): void {
    const inFlight = this.#inFlight.get(name);
    if (!inFlight) return;
    inFlight.count -= 1;
    if (inFlight.count === 0) this.#inFlight.delete(name);
    for (const retry of inFlight.waiting.splice(0, inFlight.count === 0 ? inFlight.waiting.length : 1)) retry();
  }

  #begin(name: CounterName): void {
    const inFlight = this.#inFlight.get(name);
    if (inFlight) inFlight.count += 1;
    else this.#inFlight.set(name, { count: 1, waiting: [] });
  }

  async #nextEnd(name: CounterName, limitMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#inFlight.get(name)?.waiting.push(resolve);
    const timer = setTimeout(resolve, limitMs);
    await promise;
    clearTimeout(timer);
  }

  #find(name: CounterName): [RateLimiterAbstract, string] {
    const [kind = '', key = ''] = name.split(':');
    const limiter = this.#limiters[kind];
    if (!limiter) throw new Error(`unknown counter '${kind}'`);
    return [limiter, key];
  }
}

/** A refused attempt, with the count at that time. */
export interface Full extends Count {
  readonly isFull: true;
}

const globals = globalThis as typeof globalThis & { counterfoilCardCounters?: Promise<CardCounters> };

/** Stored on `globalThis`, because the server and Next's bundle are two copies of this module in one process. */
export function cardCounters(settings: Settings): Promise<CardCounters> {
  globals.counterfoilCardCounters ??= openCounters(settings);
  return globals.counterfoilCardCounters;
}

async function openCounters(settings: Settings): Promise<CardCounters> {
  const store = await rateLimitStore(settings);
  const limiters = kinds.map((kind) => {
    // The caller decides whether a count is too high, because the limit depends on several counts.
    const limiter = store.limiter({ keyPrefix: `cards-${kind}`, points: 1_000_000, duration: windowSeconds.prod });
    return [kind, limiter] as const;
  });
  return new CardCounters(
    Object.fromEntries(limiters) as Record<string, RateLimiterAbstract>,
    settings.appSecret ?? '',
  );
}

/** A buyer counts across all stores in prod. In test, stores count separately: all developers use the same test cards. */
export const scopeOf = (environment: Environment, storeId: string): string =>
  environment === 'prod' ? 'prod' : `test ${storeId}`;
