/** Resumes paused subscriptions at their planned time. */
import type { Database } from '#db/client.ts';
import { type JobScope, mayTake } from '#server/platform/data/job-scope.ts';
import { resumeSubscription } from '../subscriptions/pause.ts';
import { lockDueResumptions } from '../subscriptions/subscriptions.ts';

const batch = 100;
const actor = { kind: 'worker', by: 'resume-subscriptions' } as const;

/** Resumes every subscription whose pause is over at `now`, in batches. Returns their number. */
export async function resumeSubscriptions(db: Database, now: Date, scope: JobScope = 'everywhere'): Promise<number> {
  let total = 0;
  for (;;) {
    const resumedCount = await db.transaction(async (tx) => {
      if (!(await mayTake(tx, scope))) return 0;
      const orders = await lockDueResumptions(tx, scope, now, batch);
      for (const order of orders) await resumeSubscription(tx, order, actor, now);
      return orders.length;
    });
    total += resumedCount;
    if (resumedCount < batch) return total;
  }
}
