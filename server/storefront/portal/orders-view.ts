/** The list of a buyer's orders: plain values, formatted for the reader. */
import type { Tx } from '#db/client.ts';
import { type BuyerScope, countBuyerOrders, listBuyerOrders } from '#server/billing/orders/data/buyer-orders.ts';
import type { Order, OrderWithProduct } from '#server/billing/orders/orders.ts';
import { isLive } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { ordersPerPage } from '#server/customers/rules/portal.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { Voice } from '#server/i18n/say.ts';
import { describeOrder, type OrderWords } from './order-words.ts';
import { describePlanChange, findChangeOrders, type PlanChangeWords } from './plan-words.ts';

export interface OrderLine extends OrderWords {
  readonly id: string;
  readonly productName: string;
  /** With the billing period of a subscription: "$18.00 every month". */
  readonly price: string;
}

export interface OrdersView {
  /** Live subscriptions come first, so they are on the first page. */
  readonly subscriptions: readonly OrderLine[];
  readonly others: readonly OrderLine[];
  readonly page: number;
  readonly pages: number;
}

const isLiveSubscription = ({ productType, status }: Order): boolean =>
  productType === 'subscription' && isLive(status);

/** One page of a buyer's orders. A page past the end returns the last one. */
export async function readOrders(
  db: Tx,
  scope: BuyerScope,
  requestedPage: number,
  voice: Voice,
  now: Date,
): Promise<OrdersView> {
  const pages = Math.max(Math.ceil((await countBuyerOrders(db, scope, now)) / ordersPerPage), 1);
  const page = Math.min(Math.max(Number.isSafeInteger(requestedPage) ? requestedPage : 1, 1), pages);
  const rows = await listBuyerOrders(db, scope, { limit: ordersPerPage, offset: (page - 1) * ordersPerPage }, now);
  const changeOrders = await findChangeOrders(
    db,
    scope,
    rows.map(({ order }) => order),
  );
  const lineOf = (row: OrderWithProduct) => ({
    ...describeLine(row, voice, now),
    ...pickNext(describePlanChange(row.order, changeOrders, voice)),
  });
  return {
    subscriptions: rows.filter(({ order }) => isLiveSubscription(order)).map(lineOf),
    others: rows.filter(({ order }) => !isLiveSubscription(order)).map(lineOf),
    page,
    pages,
  };
}

const pickNext = (change: PlanChangeWords | undefined) => (change?.next ? { next: change.next } : {});

function describeLine({ order, productName }: OrderWithProduct, voice: Voice, now: Date): OrderLine {
  return {
    id: toShortId('ORD', order.id),
    productName,
    price: priceOf(order, voice),
    ...describeOrder(order, voice, now),
  };
}

/** The price, with the billing period of a subscription. */
export function priceOf(
  { totalMinor, currency, billingPeriod }: Pick<Order, 'totalMinor' | 'currency' | 'billingPeriod'>,
  { say, locale }: Voice,
): string {
  const total = formatMoney(totalMinor, currency, locale);
  return billingPeriod ? say('portal.order.priceEvery', { total, every: say(`due.every.${billingPeriod}`) }) : total;
}
