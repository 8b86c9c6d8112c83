/**
 * Token bucket (generic cell rate algorithm): a steady rate with a burst. The state per caller is one timestamp, the time
 * at which the bucket is full again. A call moves that time by its cost and passes while the time is at most one full
 * bucket ahead of now. The windows of rate-limiter-flexible let up to twice the rate through around their ends.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import { readClock } from '../clock.ts';

export interface BucketSize {
  readonly perSecond: number;
  readonly burst: number;
}

/** In microseconds. */
export interface BucketCall {
  readonly now: number;
  readonly cost: number;
  /** What the full bucket holds. */
  readonly capacity: number;
}

export interface BucketResult {
  readonly isAllowed: boolean;
  /** When the bucket is full again, in microseconds. For a refused call this may be earlier than the truth. */
  readonly fullAt: number;
}

/** Takes points in the shared store, atomically; undefined when the store does not answer. */
export type TakeFromStore = (name: string, call: BucketCall) => Promise<BucketResult | undefined>;

/** A `fullAt` further ahead than capacity plus this was written before the clock was set back, and is ignored. */
export const maxClockStepMicros = 60_000_000;

const minSweepSize = 1000;

/** `consume` resolves and rejects like the limiters of rate-limiter-flexible. */
export class TokenBucket {
  readonly #interval: number;
  readonly #capacity: number;
  readonly #takeFromStore: TakeFromStore | undefined;
  /** The state without a shared store; with one, a lower bound of the shared state. */
  readonly #fullAt = new Map<string, number>();
  #nextSweepSize = minSweepSize;

  constructor({ perSecond, burst }: BucketSize, takeFromStore?: TakeFromStore) {
    this.#interval = Math.round(1_000_000 / perSecond);
    this.#capacity = Math.max(burst, 1) * this.#interval;
    this.#takeFromStore = takeFromStore;
  }

  /** Takes points; a call that costs more than a full bucket takes a full bucket. */
  async consume(name: string, points = 1): Promise<RateLimiterRes> {
    const now = readClock().getTime() * 1000;
    const cost = Math.min(points * this.#interval, this.#capacity);
    const call: BucketCall = { now, cost, capacity: this.#capacity };
    // A call over the lower bound is refused from memory: a flood does not reach the store.
    const stored = this.#takeFromMemory(name, call).isAllowed ? await this.#takeFromStore?.(name, call) : undefined;
    const { isAllowed, fullAt } = stored ?? this.#takeFromMemory(name, call);
    this.#remember(name, fullAt, now);
    const used = Math.max(fullAt - now, 0);
    const remainingPoints = Math.max(Math.floor((this.#capacity - used) / this.#interval), 0);
    const waitMs = Math.ceil((isAllowed ? used : used + cost - this.#capacity) / 1000);
    const result = new RateLimiterRes(remainingPoints, Math.max(waitMs, 0));
    if (!isAllowed) throw result;
    return result;
  }

  #takeFromMemory(name: string, { now, cost, capacity }: BucketCall): BucketResult {
    const known = this.#fullAt.get(name) ?? now;
    const from = known > now + capacity + maxClockStepMicros ? now : Math.max(known, now);
    return from + cost > now + capacity ? { isAllowed: false, fullAt: from } : { isAllowed: true, fullAt: from + cost };
  }

  /** Also removes full buckets, so that memory is bounded by the callers of the last seconds. */
  #remember(name: string, fullAt: number, now: number): void {
    this.#fullAt.set(name, fullAt);
    if (this.#fullAt.size < this.#nextSweepSize) return;
    for (const [other, time] of this.#fullAt) if (time <= now) this.#fullAt.delete(other);
    this.#nextSweepSize = Math.max(2 * this.#fullAt.size, minSweepSize);
  }
}
