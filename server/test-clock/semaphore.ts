/**
 * Limits the clocks that advance concurrently. An advance works as fast as the machine allows, on connections that checkouts
 * need as well.
 */
export interface Semaphore {
  /** Waits for a slot, first come, first served; undefined if the signal aborts first. */
  take(signal: AbortSignal): Promise<Slot | undefined>;
}

export interface Slot {
  /** Yields to waiting advances and waits like them. Called between moments, so that a short advance passes a long one. */
  yield(): Promise<void>;
  release(): void;
}

const maxAdvances = 2;

/** A semaphore with `max` slots. */
export function newSemaphore(max: number): Semaphore {
  let usedSlots = 0;
  const waiting = new Set<() => void>();
  const release = () => {
    const [next] = waiting;
    // A slot that is handed on stays taken.
    if (next) next();
    else usedSlots -= 1;
  };
  const wait = (signal?: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const leave = (hasSlot: boolean) => {
        waiting.delete(start);
        signal?.removeEventListener('abort', giveUp);
        resolve(hasSlot);
      };
      const start = () => leave(true);
      const giveUp = () => leave(false);
      waiting.add(start);
      signal?.addEventListener('abort', giveUp);
      if (signal?.aborted) giveUp();
    });
  const slot: Slot = {
    async yield() {
      if (waiting.size === 0) return;
      const again = wait();
      release();
      await again;
    },
    release,
  };
  return {
    async take(signal) {
      if (usedSlots >= max) return (await wait(signal)) ? slot : undefined;
      usedSlots += 1;
      return slot;
    },
  };
}

const globals = globalThis as typeof globalThis & { counterfoilClockSemaphore?: Semaphore };

/** This process's semaphore. On `globalThis`, so that the API and Next's bundle share it. */
export function processSemaphore(): Semaphore {
  globals.counterfoilClockSemaphore ??= newSemaphore(maxAdvances);
  return globals.counterfoilClockSemaphore;
}
