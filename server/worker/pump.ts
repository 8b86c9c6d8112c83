/**
 * Runs work that should happen within milliseconds and whose table is its own queue. It runs on notification. Any number of
 * workers may pump one table; the claims in the table decide.
 */
import { log } from '#server/platform/log.ts';
import { observed } from '#server/platform/observe.ts';
import { logFailure } from '#server/platform/outage.ts';

export interface Pump {
  /** Runs now, or once more after the current run. */
  notify(): void;
  /** Stops after the current run has finished the work it has claimed. */
  stop(): Promise<void>;
}

export interface PumpedWork {
  readonly name: string;
  /** Processes the available work and returns how much. Claims nothing more once the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<number>;
  /** The pause between runs. Absent: only on notification. */
  readonly everyMs?: number;
  /** The pause between runs for some seconds after the last one that found work. Absent: none. */
  readonly busyEveryMs?: number;
}

/** The minimum pause after a failed run. */
const pauseAfterFailureMs = 1000;
/** For how long a pump counts as busy. */
const busyMs = 5000;

/** A stopwatch in milliseconds, not business time. */
const stopwatch = () => performance.now();

/** Starts immediately. A failed run is logged, and the next one follows as scheduled. */
export function startPump({ name, run, everyMs, busyEveryMs }: PumpedWork): Pump {
  const stopping = new AbortController();
  let isNotified = false;
  let endPause = () => {};
  let busyUntilMs = 0;
  const pause = (ms: number | undefined) =>
    new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function pumpOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      isNotified = false;
      let pauseMs: number | undefined;
      try {
        const done = await observed('pump', name, () => run(stopping.signal));
        if (done > 0) log().debug({ pump: name, done }, 'pump');
        if (done > 0) busyUntilMs = stopwatch() + busyMs;
        pauseMs = stopwatch() < busyUntilMs ? (busyEveryMs ?? everyMs) : everyMs;
      } catch (error) {
        logFailure(error, 'pump failed', { pump: name });
        // A run that fails immediately must not be repeated at once.
        isNotified = false;
        pauseMs = Math.max(everyMs ?? 0, pauseAfterFailureMs);
      }
      if (!isNotified && !stopping.signal.aborted) await pause(pauseMs);
    }
  }

  const ended = pumpOn();
  const notify = () => {
    isNotified = true;
    endPause();
  };
  return {
    notify,
    async stop() {
      stopping.abort();
      endPause();
      await ended;
    },
  };
}
