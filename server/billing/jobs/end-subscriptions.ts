/** Canceling subscriptions become `canceled` at the end of their period. (commerce-api.md, "Subscription order status".) */
import type { Database } from '#db/client.ts';
import { changeOf } from '#server/domain/changes.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { type BatchScope, type JobScope, mayTake } from '#server/platform/data/job-scope.ts';
import { runByMerchant } from '#server/platform/data/merchant-round.ts';
import { orderEvent, saveOrderStatus } from '../orders/orders.ts';
import { nextSubscriptionOrderStatus } from '../subscriptions/rules/subscription-order.ts';
import { listMerchantsOfEnded, lockEndedSubscriptions } from '../subscriptions/subscriptions.ts';

const batch = 100;
const actor = { kind: 'worker', by: 'end-subscriptions' } as const;

/** Ends every canceling subscription whose period is over at `now`, in batches. Returns their number. */
export async function endSubscriptions(db: Database, now: Date, scope: JobScope = 'everywhere'): Promise<number> {
  return await runByMerchant(scope, {
    listDue: (search) => listMerchantsOfEnded(db, now, search),
    runBatch: async (batchScope) => {
      const done = await endBatch(db, batchScope, now);
      return { done, isLast: done < batch };
    },
  });
}

async function endBatch(db: Database, scope: BatchScope, now: Date): Promise<number> {
  return await db.transaction(async (tx) => {
    if (!(await mayTake(tx, scope))) return 0;
    const orders = await lockEndedSubscriptions(tx, scope, now, batch);
    for (const order of orders) {
      const status = nextSubscriptionOrderStatus(order.status, 'end');
      // The subscription ended with its period, even if this job runs later.
      await saveOrderStatus(tx, order, status, { endedAt: order.currentPeriodEnd }, now);
      const { periodNumber } = order;
      const changes = changeOf('status', order.status, status);
      await recordEvent(tx, orderEvent(order, actor)('subscription.canceled', { periodNumber }, changes), now);
    }
    return orders.length;
  });
}
