/** The worker's part in test clocks: advances that broke off, and what falls due while a clock stands still. */
import type { Database, Tx } from '#db/client.ts';
import { toShortId } from '#server/domain/ids.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { runAdvance, takeOver } from './advance.ts';
import { holdsClock, listBrokenAdvances, listFrozenStores } from './data/test-clocks.ts';
import { doDueWork } from './work.ts';

interface Options {
  /** Real time. */
  readonly readClock: () => Date;
  /** One store alone. */
  readonly storeId?: string;
  /** Aborted, it stops before its next piece of work; whoever comes next goes on from there. */
  readonly signal?: AbortSignal;
  /** How long one store is seen to before it is the next one's turn. */
  readonly sliceMs?: number;
}

const actor = { kind: 'worker', by: 'run-test-clocks' } as const;

/**
 * Carries on what broke off, and does what is due in stores whose clock stands still at that very time: a refund that was
 * just asked for, say. Stores with a clock are left out of every other job. However much there is to do for one of them,
 * the others have their turn in between. Says how much was done.
 */
export async function runTestClocks(db: Database, now: Date, options: Options): Promise<number> {
  const { readClock, storeId, signal, sliceMs = 30_000 } = options;
  let total = 0;
  const broken = await listBrokenAdvances(db, now, storeId);
  do {
    total += await seeToFrozen(db, options);
    const [next] = broken.splice(0, 1);
    if (!next || signal?.aborted) break;
    const slice = AbortSignal.timeout(sliceMs);
    const until = AbortSignal.any([slice, ...(signal ? [signal] : [])]);
    total += await held(next.storeId, until, async () => {
      const advance = await takeOver(db, next, readClock());
      if (!advance) return 0;
      await runAdvance(db, advance, { actor, readClock, signal: until });
      return 1;
    });
    if (slice.aborted) broken.push(next);
  } while (broken.length > 0);
  return total;
}

/** What is due in stores whose clock stands still. */
async function seeToFrozen(db: Database, { readClock, storeId, signal, sliceMs = 30_000 }: Options): Promise<number> {
  let total = 0;
  for (const { id, testClockAt: at } of await listFrozenStores(db, storeId)) {
    if (!at) continue;
    const beganAt = readClock().getTime();
    const isOver = () => signal?.aborted === true || readClock().getTime() - beganAt >= sliceMs;
    // Reset or moved on meanwhile: then nothing is due at that time any more.
    const mayTake = async (tx: Tx) => !isOver() && (await holdsClock(tx, id, at));
    total += await held(id, signal, async () => (await doDueWork({ db, storeId: id, mayTake, isOver }, at)).done);
  }
  return total;
}

/** One store's trouble holds up no other; that its time is over is none. */
async function held(id: string, until: AbortSignal | undefined, work: () => Promise<number>): Promise<number> {
  try {
    return until?.aborted ? 0 : await work();
  } catch (error) {
    if (!until?.aborted)
      log().error({ storeId: toShortId('STO', id), ...describeFailure(error) }, 'test clock not run');
    return 0;
  }
}
