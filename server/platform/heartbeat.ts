/**
 * A lease that is kept for as long as its work takes, however long a single piece of that is. Work that only says now and
 * then that it is still at it is taken for dead in the middle of a long piece.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { logFailure } from './outage.ts';

/** A sixth of the leases that are kept so: a few beats may fail, or come late. */
const usualMs = 10_000;

export interface Beating {
  /** Extends the lease; false where it is another's by now. */
  readonly beat: () => Promise<boolean>;
  readonly everyMs?: number;
}

/**
 * Does the work and keeps its lease meanwhile, by statements of the heartbeat's own. The signal that the work is given is
 * aborted once the lease is lost; it is the work's part to stop then. No beat is on its way any more when this returns.
 */
export async function withHeartbeat<Result>(
  { beat, everyMs = usualMs }: Beating,
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
      // One that fails is none: the next one is in time.
      logFailure(error, 'heartbeat failed');
    }
  }
}
