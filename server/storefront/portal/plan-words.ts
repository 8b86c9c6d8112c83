/** What the portal says about a subscription whose plan changes or has changed. */
import type { Tx } from '#db/client.ts';
import { type BuyerScope, findBuyerOrder } from '#server/billing/orders/data/buyer-orders.ts';
import { listOrdersById } from '#server/billing/orders/data/store-orders.ts';
import type { Order, OrderWithProduct } from '#server/billing/orders/orders.ts';
import { plannedPeriodEnd } from '#server/billing/subscriptions/rules/pause.ts';
import { isRenewing } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import type { Voice } from '#server/i18n/say.ts';

/** The plan change of a subscription. */
export interface PlanChangeWords {
  /** What happens next; null while a pause says it. */
  readonly next: string | null;
  /** The subscription that replaced this one; null for a change that is scheduled. */
  readonly newOrder: { readonly id: string; readonly productName: string } | null;
}

/** The orders that change or have changed these orders, by ID. */
export async function findChangeOrders(
  tx: Tx,
  scope: BuyerScope,
  orders: readonly Order[],
): Promise<Map<string, OrderWithProduct>> {
  const ids = orders.flatMap(({ changeOrderId }) => changeOrderId ?? []);
  const found = await listOrdersById(tx, scope, ids);
  return new Map(found.map((row) => [row.order.id, row]));
}

/** The change of a subscription in words; undefined without one, or if the subscription is canceled before it. */
export function describePlanChange(
  order: Order,
  changeOrders: ReadonlyMap<string, OrderWithProduct>,
  { say, locale }: Voice,
): PlanChangeWords | undefined {
  const change = order.changeOrderId ? changeOrders.get(order.changeOrderId) : undefined;
  if (!change) return undefined;
  const { order: changed, productName } = change;
  if (changed.startedAt) {
    return { next: say('portal.plan.replaced'), newOrder: { id: toShortId('ORD', changed.id), productName } };
  }
  if (!isRenewing(order.status) || !order.currentPeriodEnd) return undefined;
  if (order.pausedAt) return { next: null, newOrder: null };
  const date = formatDay(order.currentPeriodEnd, locale);
  return { next: say('portal.plan.scheduled', { plan: productName, date }), newOrder: null };
}

/** When the order of a scheduled change starts, in words; undefined for any other order. */
export async function describeScheduledStart(
  tx: Tx,
  scope: BuyerScope,
  { order, productName }: OrderWithProduct,
  { say, locale }: Voice,
): Promise<string | undefined> {
  if (order.status !== 'pending' || !order.changeOriginOrderId) return undefined;
  const origin = await findBuyerOrder(tx, scope, order.changeOriginOrderId);
  const startsAt = origin?.order.changeOrderId === order.id ? plannedPeriodEnd(origin.order) : null;
  if (!origin || !startsAt) return undefined;
  return say('change.startsOn', { to: productName, date: formatDay(startsAt, locale), from: origin.productName });
}
