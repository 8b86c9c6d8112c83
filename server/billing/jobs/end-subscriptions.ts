/** Canceling subscriptions become `canceled` at the end of their period. (commerce-api.md, "Subscription order status".) */
import type { Database } from '#db/client.ts';
import { changeOf } from '#server/domain/changes.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { JobScope } from '#server/platform/data/job-scope.ts';
import { runDueOrders } from '../orders/data/due-orders.ts';
import { orderEvent, saveOrderStatus } from '../orders/orders.ts';
import { nextSubscriptionOrderStatus } from '../subscriptions/rules/subscription-order.ts';
import { endedSubscriptions } from '../subscriptions/subscriptions.ts';

const actor = { kind: 'worker', by: 'end-subscriptions' } as const;

/** Ends every canceling subscription whose period is over at `now`. Returns their number. */
export const endSubscriptions = (db: Database, now: Date, scope: JobScope = 'everywhere'): Promise<number> =>
  runDueOrders(db, now, scope, endedSubscriptions, async (tx, orders) => {
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
