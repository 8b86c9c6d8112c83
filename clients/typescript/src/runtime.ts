/** What the client takes from its surroundings. Tests and unusual runtimes replace it. */

export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
  /** Resolves after a time. Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Runtime {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Fills an array with random bytes and returns it. */
  readonly fillRandom: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
}

const systemRuntime: Runtime = {
  // Called through the global object: browsers refuse a detached fetch.
  fetch: (input, init) => globalThis.fetch(input, init),
  clock: {
    now: () => Date.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const onAbort = () => {
          clearTimeout(timer);
          reject(signal?.reason);
        };
        const timer = setTimeout(() => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        }, ms);
        if (signal?.aborted) onAbort();
        else signal?.addEventListener('abort', onAbort, { once: true });
      }),
  },
  fillRandom: (bytes) => crypto.getRandomValues(bytes),
};

/** The system's runtime with replaced parts. */
export const runtimeWith = ({ fetch, clock, fillRandom }: Partial<Runtime>): Runtime => ({
  fetch: fetch ?? systemRuntime.fetch,
  clock: clock ?? systemRuntime.clock,
  fillRandom: fillRandom ?? systemRuntime.fillRandom,
});

/** An unguessable idempotency key. `crypto.randomUUID` is missing on pages without TLS. */
export const newIdempotencyKey = ({ fillRandom }: Runtime): string =>
  Array.from(fillRandom(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A random number from 0 to 1. */
export const randomFraction = ({ fillRandom }: Runtime): number => {
  const [first = 0, second = 0] = fillRandom(new Uint8Array(2));
  return (first * 256 + second) / 65_535;
};
