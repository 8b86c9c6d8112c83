/** Resumes paused subscriptions at their planned time. */
import type { Database } from '#db/client.ts';
import type { JobScope } from '#server/platform/data/job-scope.ts';
import { runDueOrders } from '../orders/data/due-orders.ts';
import { resumeSubscription } from '../subscriptions/pause.ts';
import { isPaused } from '../subscriptions/rules/pause.ts';
import { dueResumptions } from '../subscriptions/subscriptions.ts';

const actor = { kind: 'worker', by: 'resume-subscriptions' } as const;

/** Resumes every subscription whose pause is over at `now`. Returns their number. */
export const resumeSubscriptions = (db: Database, now: Date, scope: JobScope = 'everywhere'): Promise<number> =>
  runDueOrders(db, now, scope, dueResumptions, async (tx, orders) => {
    const paused = orders.filter(isPaused);
    for (const order of paused) await resumeSubscription(tx, order, actor, now);
    return paused.length;
  });
