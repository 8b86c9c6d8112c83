/** The order of a plan change that happens at the period's end. It is pending until then. */
import type { Tx } from '#db/client.ts';
import { changeOf } from '#server/domain/changes.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { type Order, orderEvent, saveOrderStatus } from '../orders/orders.ts';
import type { StartedSubscription } from '../orders/rules/order.ts';
import { isBeingPaid } from '../payments/payments.ts';
import { nextSubscriptionOrderStatus } from '../subscriptions/rules/subscription-order.ts';
import { findOrigin, lockOrder, type OriginKey } from './data/origins.ts';
import { isLiveSubscription } from './origin.ts';

export const nothingScheduled = () =>
  new ApiError(400, 'The subscription has no scheduled plan change', 'order', { code: 'nothing_scheduled' });

/** Cancels the pending order of a scheduled change. Does nothing if it has started or ended. */
export async function cancelScheduledOrder(tx: Tx, key: OriginKey, actor: Actor, now: Date): Promise<void> {
  const order = await lockOrder(tx, key);
  if (order?.productType !== 'subscription' || order.status !== 'pending') return;
  const status = nextSubscriptionOrderStatus(order.status, 'cancel');
  await saveOrderStatus(tx, order, status, { canceledAt: now }, now);
  await recordEvent(tx, orderEvent(order, actor)('order.canceled', {}, changeOf('status', order.status, status)), now);
}

/** Whether a locked subscription waits for a scheduled change. */
export const hasScheduledChange = (order: Order): order is StartedSubscription =>
  isLiveSubscription(order) && order.changeOrderId !== null;

/**
 * Takes a scheduled change back: the subscription renews with its current plan. Throws 400 if none is scheduled, and while
 * the change is being paid.
 */
export async function undoScheduledChange(tx: Tx, key: OriginKey, actor: Actor, now: Date): Promise<void> {
  const changeOrderId = (await findOrigin(tx, key))?.order.changeOrderId;
  if (!changeOrderId) throw nothingScheduled();
  // The change's order is locked first, as by the payment that starts it.
  const changeOrder = await lockOrder(tx, { ...key, orderId: changeOrderId });
  if (!changeOrder) throw nothingScheduled();
  if (await isBeingPaid(tx, changeOrder)) throw errors.paymentInFlight();
  const origin = await lockOrder(tx, key);
  if (!origin || !hasScheduledChange(origin) || origin.changeOrderId !== changeOrderId) throw nothingScheduled();
  await cancelScheduledOrder(tx, { ...key, orderId: changeOrderId }, actor, now);
  await unlink(tx, origin, actor, now);
}

/** Lets the subscription renew again when the order of its scheduled change is canceled or expires by itself. */
export async function releaseOrigin(tx: Tx, order: Order, actor: Actor, now: Date): Promise<void> {
  if (!order.changeOriginOrderId) return;
  const { merchantId, storeId } = order;
  const origin = await lockOrder(tx, { merchantId, storeId, orderId: order.changeOriginOrderId });
  if (origin && hasScheduledChange(origin) && origin.changeOrderId === order.id) await unlink(tx, origin, actor, now);
}

async function unlink(tx: Tx, origin: StartedSubscription, actor: Actor, now: Date): Promise<void> {
  await saveOrderStatus(tx, origin, origin.status, { changeOrderId: null }, now);
  const data = origin.changeOrderId ? { changeOrderId: toShortId('ORD', origin.changeOrderId) } : {};
  await recordEvent(tx, orderEvent(origin, actor)('subscription.plan_change_undone', data), now);
}
