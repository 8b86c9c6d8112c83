/** The page that offers the plans of a subscription's group. */
import type { Tx } from '#db/client.ts';
import { type BuyerScope, findBuyerOrder } from '#server/billing/orders/data/buyer-orders.ts';
import type { Order } from '#server/billing/orders/orders.ts';
import { listOfferedPlans, type OfferedPlan } from '#server/billing/plan-changes/offered-plans.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import type { Voice } from '#server/i18n/say.ts';
import { priceOf } from './orders-view.ts';
import { describePlanChange, findChangeOrders } from './plan-words.ts';

export interface PlanLine {
  /** Null for the current plan. */
  readonly productId: string | null;
  readonly name: string;
  /** "$18.00 every month". */
  readonly price: string;
  /** "Current plan", or when the plan starts; null otherwise. */
  readonly note: string | null;
}

export interface PlanView {
  readonly orderId: string;
  readonly productName: string;
  readonly plans: readonly PlanLine[];
}

/** Whether the customer can change to another plan of the group. */
export const canChangePlan = async (tx: Tx, order: Order, now: Date): Promise<boolean> =>
  ((await listOfferedPlans(tx, order, now)) ?? []).some(({ productId }) => productId !== order.productId);

/** The plans of a buyer's subscription; undefined if it is not theirs or cannot be changed by them. */
export async function readPlans(
  tx: Tx,
  scope: BuyerScope,
  orderId: string,
  voice: Voice,
  now: Date,
): Promise<PlanView | undefined> {
  const id = fromShortId('ORD', orderId);
  const found = id && (await findBuyerOrder(tx, scope, id));
  const offered = found && (await listOfferedPlans(tx, found.order, now));
  if (!found || !offered) return undefined;
  const { order, productName } = found;
  const changeOrders = await findChangeOrders(tx, scope, [order]);
  const scheduled = describePlanChange(order, changeOrders, voice);
  const scheduledId = scheduled && changeOrders.get(order.changeOrderId ?? '')?.order.productId;
  const current = { productId: null, name: productName, price: priceOf(order, voice) };
  const currentLine = { ...current, note: voice.say('portal.plan.current') };
  const lineOf = (plan: OfferedPlan): PlanLine =>
    plan.productId === order.productId
      ? currentLine
      : describePlan(plan, order, plan.productId === scheduledId ? (scheduled?.next ?? undefined) : undefined, voice);
  const lines = offered.map(lineOf);
  const plans = lines.includes(currentLine) ? lines : [currentLine, ...lines];
  return { orderId: toShortId('ORD', order.id), productName, plans };
}

const describePlan = (
  { productId, name, billingPeriod, amounts: { totalMinor } }: OfferedPlan,
  { currency }: Order,
  note: string | undefined,
  voice: Voice,
): PlanLine => ({
  productId: toShortId('PROD', productId),
  name,
  price: priceOf({ totalMinor, currency, billingPeriod }, voice),
  note: note ?? null,
});
