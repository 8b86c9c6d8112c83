/**
 * A steady rate with a reserve, exactly: the generic cell rate algorithm. Of each caller one moment is kept, that at which
 * their reserve is whole again. A call moves it by what the call costs, and passes where that is no further ahead than the
 * whole reserve. rate-limiter-flexible has windows only, which let through up to twice their rate around their ends.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import { readClock } from '../clock.ts';

export interface BucketSize {
  readonly perSecond: number;
  readonly burst: number;
}

/** What a call takes, in microseconds of the clock. */
export interface Taking {
  readonly now: number;
  readonly cost: number;
  readonly depth: number;
}

export interface Taken {
  readonly isTaken: boolean;
  /** When the caller's reserve is whole again, in microseconds; no later than the truth where nothing was taken. */
  readonly wholeAt: number;
}

/** Takes where all processes count, in one atomic step; undefined where that does not answer. */
export type TakeElsewhere = (name: string, taking: Taking) => Promise<Taken | undefined>;

/** A moment further ahead than the reserve and this was written by a clock that has been put back: it does not count. */
export const putBackMicros = 60_000_000;

const firstSweep = 1000;

/** `consume` resolves and rejects as rate-limiter-flexible's limiters do. */
export class TokenBucket {
  readonly #interval: number;
  readonly #depth: number;
  readonly #takeElsewhere: TakeElsewhere | undefined;
  /** What this process knows: all there is to know where it counts alone, otherwise the least that it can be. */
  readonly #known = new Map<string, number>();
  #nextSweep = firstSweep;

  constructor({ perSecond, burst }: BucketSize, takeElsewhere?: TakeElsewhere) {
    this.#interval = Math.round(1_000_000 / perSecond);
    this.#depth = Math.max(burst, 1) * this.#interval;
    this.#takeElsewhere = takeElsewhere;
  }

  /** Takes so many points; a call that costs more than the whole reserve takes the whole reserve. */
  async consume(name: string, points = 1): Promise<RateLimiterRes> {
    const now = readClock().getTime() * 1000;
    const taking: Taking = { now, cost: Math.min(points * this.#interval, this.#depth), depth: this.#depth };
    // What is certainly too much is refused from memory: a flood costs the counters nothing.
    const elsewhere = this.#takeHere(name, taking).isTaken ? await this.#takeElsewhere?.(name, taking) : undefined;
    const { isTaken, wholeAt } = elsewhere ?? this.#takeHere(name, taking);
    this.#remember(name, wholeAt, now);
    const ahead = Math.max(wholeAt - now, 0);
    const remaining = Math.max(Math.floor((this.#depth - ahead) / this.#interval), 0);
    const waitMs = Math.ceil((isTaken ? ahead : ahead + taking.cost - this.#depth) / 1000);
    const standing = new RateLimiterRes(remaining, Math.max(waitMs, 0));
    if (!isTaken) throw standing;
    return standing;
  }

  #takeHere(name: string, { now, cost, depth }: Taking): Taken {
    const known = this.#known.get(name) ?? now;
    const from = known > now + depth + putBackMicros ? now : Math.max(known, now);
    return from + cost > now + depth ? { isTaken: false, wholeAt: from } : { isTaken: true, wholeAt: from + cost };
  }

  /** Nothing but what is not over. */
  #remember(name: string, wholeAt: number, now: number): void {
    this.#known.set(name, wholeAt);
    if (this.#known.size < this.#nextSweep) return;
    for (const [other, moment] of this.#known) if (moment <= now) this.#known.delete(other);
    this.#nextSweep = Math.max(2 * this.#known.size, firstSweep);
  }
}
