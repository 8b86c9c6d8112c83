/** The pages of a customer's orders: the list, one order, its plans, and a refund request. */

import { readOrder } from '../portal/order-view.ts';
import { readOrders } from '../portal/orders-view.ts';
import { readPlans } from '../portal/plan-view.ts';
import { readRefund } from '../portal/refund-view.ts';
import type { Visit } from '../portal/visit.ts';
import type { PageContent } from '../rendering/page.ts';
import { describeCurrentVisitor } from './portal-page.ts';
import { scopeOf, type Visitor } from './portal-visit.ts';

/** One page of the list, by `?page=`. */
export async function ordersPage(visitor: Visitor, visit: Visit, query: URLSearchParams): Promise<PageContent> {
  const { db, voice, storeNow } = visitor;
  const view = await readOrders(db, scopeOf(visitor, visit), Number(query.get('page') ?? 1), voice, storeNow);
  return { kind: 'portal-orders', visitor: await describeCurrentVisitor(visitor, visit), view };
}

/** One order; `?done=` names the action just completed. Undefined if it is not the visitor's. */
export async function orderPage(
  visitor: Visitor,
  visit: Visit,
  orderId: string,
  query: URLSearchParams,
): Promise<PageContent | undefined> {
  const { db, voice, storeNow } = visitor;
  const view = await readOrder(db, scopeOf(visitor, visit), orderId, voice, storeNow);
  if (!view) return undefined;
  const done = query.get('done');
  const completed = done === 'card' || done === 'refund' ? done : null;
  return { kind: 'portal-order', visitor: await describeCurrentVisitor(visitor, visit), view, completed };
}

/** The plans that the subscription can change to. Undefined if the visitor cannot change its plan. */
export async function planPage(visitor: Visitor, visit: Visit, orderId: string): Promise<PageContent | undefined> {
  const { db, voice, storeNow } = visitor;
  const view = await readPlans(db, scopeOf(visitor, visit), orderId, voice, storeNow);
  return view && { kind: 'portal-plan', visitor: await describeCurrentVisitor(visitor, visit), view };
}

/**
 * The refund request form: `?payment=` names the payment, `?ticket=` a declined request to repeat. Undefined if no
 * refund can be requested.
 */
export async function refundPage(
  visitor: Visitor,
  visit: Visit,
  orderId: string,
  query: URLSearchParams,
): Promise<PageContent | undefined> {
  const { db, voice } = visitor;
  const address = { orderId, paymentId: query.get('payment') ?? '', ticketId: query.get('ticket') ?? '' };
  const view = await readRefund(db, scopeOf(visitor, visit), address, voice);
  return view && { kind: 'portal-refund', visitor: await describeCurrentVisitor(visitor, visit), view };
}
