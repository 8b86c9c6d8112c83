/**
 * Extends a lease periodically while work runs. Extending it only between steps would lose the lease during a long
 * step.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { logFailure } from './outage.ts';

/** A sixth of the lease duration, so that a few heartbeats may fail or come late. */
const defaultMs = 10_000;

export interface Heartbeat {
  /** Extends the lease; false if another process holds it. */
  readonly beat: () => Promise<boolean>;
  readonly everyMs?: number;
}

/**
 * Runs the work while extending its lease with separate statements. The signal passed to the work aborts when the lease
 * is lost; the work must then stop. No heartbeat is in progress after this returns.
 */
export async function withHeartbeat<Result>(
  { beat, everyMs = defaultMs }: Heartbeat,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const [lost, over] = [new AbortController(), new AbortController()];
  const beating = beatUntil(over.signal, beat, everyMs, lost);
  try {
    return await work(lost.signal);
  } finally {
    over.abort();
    await beating;
  }
}

async function beatUntil(
  over: AbortSignal,
  beat: () => Promise<boolean>,
  everyMs: number,
  lost: AbortController,
): Promise<void> {
  for (;;) {
    await sleep(everyMs, undefined, { signal: over, ref: false }).catch(() => {});
    if (over.aborted) return;
    try {
      if (await beat()) continue;
      lost.abort(new Error('the lease is lost'));
      return;
    } catch (error) {
      // A failed heartbeat is ignored; the next one is in time.
      logFailure(error, 'heartbeat failed');
    }
  }
}
