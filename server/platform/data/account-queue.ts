/** Lines of work: each account's own, so that whoever asks for much waits for themselves and not others for them. */

/** So much waits in that line already that this is not added to it. */
class QueueIsFull extends Error {
  override name = 'QueueIsFull';
}

/** By name: the server and Next's bundle have a class each, and stand in one line. */
export const isFull = (error: unknown): boolean => error instanceof Error && error.name === 'QueueIsFull';

interface Standing {
  atWork: number;
  /** Those that wait, the first to come first; called when it is their turn. */
  readonly waiting: Set<() => void>;
}

/** How much of one account's is done at once, and how much may wait for it: in this process, not in all. */
export class AccountQueue {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #standings = new Map<string, Standing>();

  constructor(limits: { readonly atOnce: number; readonly maxWaiting: number }) {
    this.#atOnce = limits.atOnce;
    this.#maxWaiting = limits.maxWaiting;
  }

  /**
   * Does the work when it is that account's turn, and gives what it gives. Throws `QueueIsFull` where too much waits already,
   * and what `signal` was aborted with where that happens before it has begun: then it does not begin.
   */
  async run<Result>(accountId: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const standing = this.#standings.get(accountId) ?? { atWork: 0, waiting: new Set() };
    if (standing.atWork >= this.#atOnce) {
      if (standing.waiting.size >= this.#maxWaiting) throw new QueueIsFull();
      await turnIn(standing, signal);
    } else {
      this.#standings.set(accountId, standing);
      standing.atWork += 1;
    }
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.#leave(accountId, standing);
    }
  }

  /** The place of what is done goes to the next in line, so that nobody comes in between. */
  #leave(accountId: string, standing: Standing): void {
    const [next] = standing.waiting;
    if (next) next();
    else if (standing.atWork > 1) standing.atWork -= 1;
    else this.#standings.delete(accountId);
  }
}

/** Waits for the place that somebody leaves. */
function turnIn({ waiting }: Standing, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const goAway = () => {
      waiting.delete(begin);
      reject(signal?.reason);
    };
    const begin = () => {
      waiting.delete(begin);
      signal?.removeEventListener('abort', goAway);
      resolve();
    };
    if (signal?.aborted) return goAway();
    signal?.addEventListener('abort', goAway, { once: true });
    waiting.add(begin);
  });
}

const kept = globalThis as typeof globalThis & { counterfoilReads?: AccountQueue };

/**
 * Where everything stands that is read through the connections for reading, by the merchant, or by the store where anybody
 * may ask: nobody has more than a part of them.
 */
export function reads(): AccountQueue {
  kept.counterfoilReads ??= new AccountQueue({ atOnce: 4, maxWaiting: 1000 });
  return kept.counterfoilReads;
}
