/** The worker's part in test clocks: advances that broke off, and what falls due while a clock stands still. */
import type { Database } from '../../db/client.ts';
import { toShortId } from '../domain/ids.ts';
import { describeFailure, log } from '../log.ts';
import { findStore } from '../queries/stores.ts';
import { listBrokenAdvances, listFrozenStores } from '../queries/test-clocks.ts';
import { runAdvance, takeOver } from './advance.ts';
import { doDueWork } from './work.ts';

interface Options {
  /** Real time. */
  readonly readClock: () => Date;
  /** One store alone. */
  readonly storeId?: string;
  /** Aborted, it stops before its next piece of work; whoever comes next goes on from there. */
  readonly signal?: AbortSignal;
}

const actor = { kind: 'worker', by: 'run-test-clocks' } as const;

/**
 * Carries on what broke off, and does what is due in stores whose clock stands still at that very time: a refund that was
 * just asked for, say. Stores with a clock are left out of every other job. Says how much was done.
 */
export async function runTestClocks(db: Database, now: Date, { readClock, storeId, signal }: Options): Promise<number> {
  const stillAtIt = async () => signal?.throwIfAborted();
  /** One store's trouble holds up no other. */
  const held = async (id: string, work: () => Promise<number>): Promise<number> => {
    try {
      return signal?.aborted ? 0 : await work();
    } catch (error) {
      if (!signal?.aborted)
        log().error({ storeId: toShortId('STO', id), ...describeFailure(error) }, 'test clock not run');
      return 0;
    }
  };
  let total = 0;
  for (const broken of await listBrokenAdvances(db, now, storeId)) {
    total += await held(broken.storeId, async () => {
      const advance = await takeOver(db, broken, now);
      if (!advance) return 0;
      await runAdvance(db, advance, { actor, readClock, stillAtIt });
      return 1;
    });
  }
  for (const { id, testClockAt: at } of await listFrozenStores(db, storeId)) {
    if (!at) continue;
    const isThatTime = async () => {
      await stillAtIt();
      // Reset or moved on meanwhile: then nothing is due at that time any more.
      const store = await findStore(db, id);
      if (store?.testClockAt?.getTime() !== at.getTime()) throw new Error('the test clock was changed meanwhile');
    };
    total += await held(id, async () => (await doDueWork({ db, storeId: id, stillAtIt: isThatTime }, at)).done);
  }
  return total;
}
