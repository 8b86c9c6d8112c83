/** The worker's job for test clocks: continues interrupted advances, and does due work of frozen stores. */
import type { Database, Tx } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { runAdvance, takeOverAdvance } from './advance.ts';
import { holdsClock, listBrokenAdvances, listFrozenStores } from './data/test-clocks.ts';
import { doDueWork } from './work.ts';

interface Options {
  /** Real time. */
  readonly readClock: () => Date;
  /** Limits the run to one store. */
  readonly storeId?: string;
  /** Once aborted, no further work starts; the next run continues. */
  readonly signal?: AbortSignal;
  /** The time per store before the next one's turn. */
  readonly sliceMs?: number;
}

const actor = { kind: 'worker', by: 'run-test-clocks' } as const;

/**
 * Continues interrupted advances, and does the work that is due in stores with a frozen clock at their time, such as a
 * requested refund. Other jobs skip stores with a clock. Works in slices, so that one store does not block others. Returns
 * the amount of work done.
 */
export async function runTestClocks(db: Database, now: Date, options: Options): Promise<number> {
  const { readClock, storeId, signal, sliceMs = 30_000 } = options;
  let total = 0;
  const abandoned = await listBrokenAdvances(db, now, storeId);
  do {
    total += await runFrozenStores(db, options);
    const [next] = abandoned.splice(0, 1);
    if (!next || signal?.aborted) break;
    const slice = AbortSignal.timeout(sliceMs);
    const until = AbortSignal.any([slice, ...(signal ? [signal] : [])]);
    total += await runStore(next.storeId, until, async () => {
      const advance = await takeOverAdvance(db, next, readClock());
      if (!advance) return 0;
      await runAdvance(db, advance, { actor, readClock, signal: until });
      return 1;
    });
    if (slice.aborted) abandoned.push(next);
  } while (abandoned.length > 0);
  return total;
}

/** Does the due work of stores with a frozen clock. */
async function runFrozenStores(
  db: Database,
  { readClock, storeId, signal, sliceMs = 30_000 }: Options,
): Promise<number> {
  let total = 0;
  for (const { id, merchantId, testClockAt: at } of await listFrozenStores(db, storeId)) {
    if (!at) continue;
    const startedMs = readClock().getTime();
    const isOver = () => signal?.aborted === true || readClock().getTime() - startedMs >= sliceMs;
    // After a reset or an advance, nothing is due at that time anymore.
    const mayTake = async (tx: Tx) => !isOver() && (await holdsClock(tx, { merchantId, storeId: id }, at));
    total += await runStore(
      id,
      signal,
      async () => (await doDueWork({ db, merchantId, storeId: id, mayTake, isOver }, at)).done,
    );
  }
  return total;
}

/** Runs one store's work. Its errors do not affect other stores; an ended slice is no error. */
async function runStore(id: string, until: AbortSignal | undefined, work: () => Promise<number>): Promise<number> {
  try {
    return until?.aborted ? 0 : await work();
  } catch (error) {
    if (!until?.aborted)
      log().error({ storeId: toShortId('STO', id), ...describeFailure(error) }, 'could not run a test clock');
    return 0;
  }
}
