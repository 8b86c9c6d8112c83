/**
 * Work that is wanted within milliseconds and whose table is its own queue. It runs when it is woken, and by itself every
 * so often, because a wake-up is lost where the line to the database was down. Any number of workers may pump at one table:
 * who takes what is settled there.
 */
import { log } from '#server/platform/log.ts';
import { observed } from '#server/platform/observe.ts';
import { logFailure } from '#server/platform/outage.ts';

export interface Pump {
  /** Runs now, or once more after the run that is going on. */
  wake(): void;
  /** Lets the run that is going on finish what it has taken. */
  stop(): Promise<void>;
}

export interface PumpedWork {
  readonly name: string;
  /** Does what is there to do, and says how much that was. Takes nothing further once the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<number>;
  /** Default: a second. */
  readonly everyMs?: number;
}

/** So long after a run that failed, at least. */
const pauseAfterFailureMs = 1000;

/** Begins at once. A run that fails is logged, and the next one comes when it would have. */
export function startPump({ name, run, everyMs = 1000 }: PumpedWork): Pump {
  const stopping = new AbortController();
  let isWoken = false;
  let endPause = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function pumpOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false;
      let pauseMs = everyMs;
      try {
        const done = await observed('pump', name, () => run(stopping.signal));
        if (done > 0) log().debug({ pump: name, done }, 'pump');
      } catch (error) {
        logFailure(error, 'pump failed', { pump: name });
        // What fails at once is not to be tried as fast as it fails.
        isWoken = false;
        pauseMs = Math.max(everyMs, pauseAfterFailureMs);
      }
      if (!isWoken && !stopping.signal.aborted) await pause(pauseMs);
    }
  }

  const ended = pumpOn();
  const wake = () => {
    isWoken = true;
    endPause();
  };
  return {
    wake,
    async stop() {
      stopping.abort();
      endPause();
      await ended;
    },
  };
}
