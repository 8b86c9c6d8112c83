/** Resumes paused subscriptions at their planned time. */
import type { Database } from '#db/client.ts';
import { type BatchScope, type JobScope, mayTake } from '#server/platform/data/job-scope.ts';
import { runByMerchant } from '#server/platform/data/merchant-round.ts';
import { resumeSubscription } from '../subscriptions/pause.ts';
import { listMerchantsOfResumptions, lockDueResumptions } from '../subscriptions/subscriptions.ts';

const batch = 100;
const actor = { kind: 'worker', by: 'resume-subscriptions' } as const;

/** Resumes every subscription whose pause is over at `now`, in batches. Returns their number. */
export async function resumeSubscriptions(db: Database, now: Date, scope: JobScope = 'everywhere'): Promise<number> {
  return await runByMerchant(scope, {
    listDue: (search) => listMerchantsOfResumptions(db, now, search),
    runBatch: async (batchScope) => {
      const done = await resumeBatch(db, batchScope, now);
      return { done, isLast: done < batch };
    },
  });
}

const resumeBatch = (db: Database, scope: BatchScope, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    if (!(await mayTake(tx, scope))) return 0;
    const orders = await lockDueResumptions(tx, scope, now, batch);
    for (const order of orders) await resumeSubscription(tx, order, actor, now);
    return orders.length;
  });
