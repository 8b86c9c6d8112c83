/**
 * The counters behind the decline limits, on the store that all rate limits share. An attempt is counted before the
 * provider is asked and given back when it turns out well: attempts made at once cannot slip through together.
 */
import { createHmac } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Environment } from '#server/domain/environments.ts';
import { rateLimitStore } from '#server/platform/rate-limits/rate-limit-store.ts';
import type { Settings } from '#server/platform/settings.ts';
import { windowSeconds } from './rules/card-testing.ts';

/** `place`, `email`, `card`, `store`: attempts without a good end. */
const countedKinds = ['place', 'email', 'card', 'store'] as const;
/** Beside them, of a store: all attempts, known declines; and who waits since when. */
const kinds = [...countedKinds, 'attempts', 'declines', 'waiting', 'quiet'] as const;
type Kind = (typeof kinds)[number];

/** A counter's name in the store, as it is kept with an attempt that waits for its outcome. */
export type CounterName = `${Kind}:${string}`;

export interface Count {
  readonly count: number;
  /** Until the counter begins anew. */
  readonly msLeft: number;
}

/** How long a refused attempt waits for those in flight, which may yet turn out well. */
const patienceMs = 10_000;

export class CardCounters {
  readonly #limiters: Readonly<Record<string, RateLimiterAbstract>>;
  readonly #secret: string;
  readonly #inFlight = new Map<string, { count: number; readonly waiting: (() => void)[] }>();

  constructor(limiters: Readonly<Record<string, RateLimiterAbstract>>, secret: string) {
    this.#limiters = limiters;
    this.#secret = secret;
  }

  /** Holds nothing of whom or what is counted. Card numbers and addresses are few enough to try, hence the secret. */
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

  /** Starts the counter's time again. */
  async extend(name: CounterName, count: number, seconds: number): Promise<void> {
    const [limiter, key] = this.#find(name);
    await limiter.set(key, count, seconds);
  }

  async giveBack(name: CounterName, seconds: number): Promise<void> {
    const { count } = await this.add(name, seconds, -1);
    // The counter had begun anew meanwhile: nobody gets credit for it.
    if (count < 0) await this.add(name, seconds, -count);
  }

  /**
   * Counts an attempt for which `isAllowed` holds. Where only attempts in flight stand in the way, it waits for them: a
   * crowd of good buyers at one address, or with one test card, is let through one after the other.
   */
  async take(name: CounterName, seconds: number, isAllowed: (count: Count) => Promise<boolean>): Promise<Count | Full> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const counted = await this.add(name, seconds);
      if (await isAllowed(counted)) {
        this.#begin(name);
        return counted;
      }
      await this.giveBack(name, seconds);
      const isHopeless = !this.#inFlight.has(name) || performance.now() >= deadline;
      if (isHopeless) return { ...counted, isFull: true };
      await this.#nextEnd(name, deadline - performance.now());
    }
  }

  /** The provider has answered, or was not asked: whoever waits for this attempt looks again. */
  end(name: CounterName): void {
    const known = this.#inFlight.get(name);
    if (!known) return;
    known.count -= 1;
    if (known.count === 0) this.#inFlight.delete(name);
    for (const wake of known.waiting.splice(0, known.count === 0 ? known.waiting.length : 1)) wake();
  }

  #begin(name: CounterName): void {
    const known = this.#inFlight.get(name);
    if (known) known.count += 1;
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
    if (!limiter) throw new Error(`there is no counter '${kind}'`);
    return [limiter, key];
  }
}

/** Refused: as the counter stood. */
export interface Full extends Count {
  readonly isFull: true;
}

const kept = globalThis as typeof globalThis & { counterfoilCardCounters?: Promise<CardCounters> };

/** On `globalThis`, because the server and Next's bundle are two copies of this module in one process. */
export function cardCounters(settings: Settings): Promise<CardCounters> {
  kept.counterfoilCardCounters ??= openCounters(settings);
  return kept.counterfoilCardCounters;
}

async function openCounters(settings: Settings): Promise<CardCounters> {
  const store = await rateLimitStore(settings);
  const limiters = kinds.map((kind) => {
    // Whether a count is too high is judged here, by more than one number.
    const limiter = store.limiter({ keyPrefix: `cards-${kind}`, points: 1_000_000, duration: windowSeconds.prod });
    return [kind, limiter] as const;
  });
  return new CardCounters(
    Object.fromEntries(limiters) as Record<string, RateLimiterAbstract>,
    settings.appSecret ?? '',
  );
}

/** A buyer counts over all stores in prod. In test a store's developers are kept apart: they all use the same cards. */
export const scopeOf = (environment: Environment, storeId: string): string =>
  environment === 'prod' ? 'prod' : `test ${storeId}`;
