/**
 * How many clocks go on at the same time. An advance is work as fast as the machine can do it, on connections that
 * checkouts need as well: however many merchants let a year go by at once, buyers are served meanwhile.
 */
export interface Semaphore {
  /** Waits for a turn, first come, first served. Undefined where none came before the signal did. */
  take(impatience: AbortSignal): Promise<Turn | undefined>;
}

export interface Turn {
  /** Lets those that wait go first, and waits like them. Called between moments: a short advance overtakes a long one. */
  pass(): Promise<void>;
  end(): void;
}

const atOnce = 2;

/** So many turns at the same time. */
export function newSemaphore(most: number): Semaphore {
  let taken = 0;
  const waiting = new Set<() => void>();
  const end = () => {
    const [next] = waiting;
    // Handed on, it stays taken.
    if (next) next();
    else taken -= 1;
  };
  const wait = (impatience?: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const leave = (isOurs: boolean) => {
        waiting.delete(begin);
        impatience?.removeEventListener('abort', giveUp);
        resolve(isOurs);
      };
      const begin = () => leave(true);
      const giveUp = () => leave(false);
      waiting.add(begin);
      impatience?.addEventListener('abort', giveUp);
      if (impatience?.aborted) giveUp();
    });
  const turn: Turn = {
    async pass() {
      if (waiting.size === 0) return;
      const again = wait();
      end();
      await again;
    },
    end,
  };
  return {
    async take(impatience) {
      if (taken >= most) return (await wait(impatience)) ? turn : undefined;
      taken += 1;
      return turn;
    },
  };
}

const kept = globalThis as typeof globalThis & { counterfoilClockTurns?: Semaphore };

/** This process's turns. On `globalThis`, so that the API and Next's bundle share them. */
export function processSemaphore(): Semaphore {
  kept.counterfoilClockTurns ??= newSemaphore(atOnce);
  return kept.counterfoilClockTurns;
}
