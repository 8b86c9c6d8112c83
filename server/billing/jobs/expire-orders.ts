/**
 * Pending orders whose checkout session has ended become `expired`, unless an open payment holds them: `settle-payments`
 * decides that payment first. (decisions.md, "Checkout sessions".)
 */
import type { Database } from '#db/client.ts';
import { changeOf } from '#server/domain/changes.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { JobScope } from '#server/platform/data/job-scope.ts';
import { runDueOrders } from '../orders/data/due-orders.ts';
import { lapsedOrders, orderEvent, saveOrderStatus } from '../orders/orders.ts';
import { nextOrderStatus } from '../orders/rules/order.ts';
import { findHoldingPayment } from '../payments/payments.ts';
import { releaseOrigin } from '../plan-changes/scheduled-order.ts';

const expiredEvent = { onetime: 'order.expired', subscription: 'subscription.expired' } as const;
const actor = { kind: 'worker', by: 'expire-orders' } as const;

/** Expires all orders that are due at `now`. Returns their number. */
export const expireOrders = (db: Database, now: Date, scope: JobScope = 'everywhere'): Promise<number> =>
  runDueOrders(db, now, scope, lapsedOrders, async (tx, orders) => {
    let expired = 0;
    for (const order of orders) {
      // Checked again under the lock: the buyer may have started a payment since the search.
      if (await findHoldingPayment(tx, order)) continue;
      const saved = await saveOrderStatus(tx, order, nextOrderStatus(order, 'expire'), {}, now);
      const type = expiredEvent[order.productType];
      await recordEvent(tx, orderEvent(order, actor)(type, {}, changeOf('status', order.status, saved.status)), now);
      await releaseOrigin(tx, order, actor, now);
      expired += 1;
    }
    return expired;
  });
