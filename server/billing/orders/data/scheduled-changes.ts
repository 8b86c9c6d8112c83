/** Orders of plan changes that wait for the end of another subscription's period. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { orders } from '#db/schema/index.ts';
import { liveStatuses } from '../../subscriptions/rules/subscription-order.ts';

/**
 * Whether an order waits for the end of another subscription's period. It ends with that subscription instead of its own
 * expiry, because a pause may last longer.
 */
export const isScheduledChange = (): SQL => {
  const origins = alias(orders, 'origins');
  return sql`exists (
    select 1 from ${orders} as ${sql.identifier('origins')}
    where ${origins.id} = ${orders.changeOriginOrderId} and ${origins.merchantId} = ${orders.merchantId}
      and ${origins.changeOrderId} = ${orders.id} and ${inArray(origins.status, [...liveStatuses])})`;
};
