/** A work queue per account, so that a busy account delays only itself. */

/** Thrown when too much work of the account is waiting already. */
class QueueIsFull extends Error {
  override name = 'QueueIsFull';
}

/** Compared by name: the server and Next's bundle share one queue but have a copy of the class each. */
export const isQueueFull = (error: unknown): boolean => error instanceof Error && error.name === 'QueueIsFull';

interface AccountLoad {
  running: number;
  /** Start functions of the waiting work, in order of arrival. */
  readonly waiting: Set<() => void>;
}

/** Limits how much work of one account runs at once and how much may wait, within this process. */
export class AccountQueue {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #loads = new Map<string, AccountLoad>();

  constructor(limits: { readonly maxRunning: number; readonly maxWaiting: number }) {
    this.#maxRunning = limits.maxRunning;
    this.#maxWaiting = limits.maxWaiting;
  }

  /**
   * Runs the work in the account's order and returns its result. Throws `QueueIsFull` if too much is waiting, or the
   * reason of `signal` if it aborts before the work starts.
   */
  async run<Result>(accountId: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const load = this.#loads.get(accountId) ?? { running: 0, waiting: new Set() };
    if (load.running >= this.#maxRunning) {
      if (load.waiting.size >= this.#maxWaiting) throw new QueueIsFull();
      await waitForSlot(load, signal);
    } else {
      this.#loads.set(accountId, load);
      load.running += 1;
    }
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.#leave(accountId, load);
    }
  }

  /** Passes a free slot to the next in the queue, so that new work cannot overtake. */
  #leave(accountId: string, load: AccountLoad): void {
    const [next] = load.waiting;
    if (next) next();
    else if (load.running > 1) load.running -= 1;
    else this.#loads.delete(accountId);
  }
}

/** Waits for a free slot. */
function waitForSlot({ waiting }: AccountLoad, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiting.delete(begin);
      reject(signal?.reason);
    };
    const begin = () => {
      waiting.delete(begin);
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    if (signal?.aborted) return giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    waiting.add(begin);
  });
}

const shared = globalThis as typeof globalThis & { counterfoilReads?: AccountQueue };

/**
 * The queue of all reads on the read connections, by merchant, or by store for public reads. No one can occupy all
 * connections.
 */
export function reads(): AccountQueue {
  shared.counterfoilReads ??= new AccountQueue({ maxRunning: 4, maxWaiting: 1000 });
  return shared.counterfoilReads;
}
