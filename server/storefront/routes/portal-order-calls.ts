/** The actions on a customer's order: `orders/<ORD_…>/<step>`. */
import { actions } from '#server/actions/index.ts';
import { runAction } from '#server/api/run-action.ts';
import { findBuyerOrder } from '#server/billing/orders/data/buyer-orders.ts';
import type { Order, OrderWithProduct } from '#server/billing/orders/orders.ts';
import { undoScheduledChange } from '#server/billing/plan-changes/scheduled-order.ts';
import { portalRefusal } from '#server/customers/rules/portal.ts';
import { errors } from '#server/domain/errors.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { readTypedAmount } from '#server/domain/typed-amount.ts';
import type { GatewayRequest } from '#server/http/http.ts';
import { countCall } from '#server/platform/rate-limits/rate-limit.ts';
import type { Visit } from '../portal/visit.ts';
import type { Body, Call, Outcome } from './portal-call.ts';
import { cardCallOf } from './portal-card-calls.ts';
import { ownCardVisit } from './portal-card-visit.ts';
import { callerOf, scopeOf, type Visitor } from './portal-visit.ts';

/** The API actions behind the steps, by order type. */
const actionNames: Readonly<Record<string, string>> = {
  'cancel onetime': 'onetime-order/cancel-order',
  'cancel subscription': 'subscription-order/cancel-order',
  'reactivate subscription': 'subscription-order/reactivate-order',
  'refund onetime': 'refund-ticket/create-ticket',
  'refund subscription': 'refund-ticket/create-ticket',
  'ask-again onetime': 'refund-ticket/resubmit-ticket',
  'ask-again subscription': 'refund-ticket/resubmit-ticket',
};

/** Undefined for an unknown step. */
export function orderCallOf([orderId = '', step = '', ...more]: readonly string[]): Call | undefined {
  const cardCall = step === 'card' ? cardCallOf(more) : undefined;
  if (cardCall) {
    return forOwner(orderId, (visitor, visit, found, body, request) =>
      cardCall(ownCardVisit(visitor, visit, found), body, request),
    );
  }
  if (more.length > 0) return undefined;
  if (step === 'plan') return forOwner(orderId, choosePlan);
  if (step === 'keep-plan') return forOwner(orderId, keepPlan);
  if (step !== 'cancel' && step !== 'reactivate' && step !== 'refund') return undefined;
  return forOwner(orderId, (visitor, visit, { order }, body) => {
    if (step !== 'refund') return runStep(visitor, visit, order, step, {});
    return runStep(visitor, visit, order, body.ticketId === undefined ? 'refund' : 'ask-again', pickRefund(body));
  });
}

async function runStep(visitor: Visitor, visit: Visit, order: Order, step: string, input: Body): Promise<Outcome> {
  const name = actionNames[`${step} ${order.productType}`] ?? '';
  return { data: await runFor<object>(visitor, visit, name, { ...input, orderId: order.id }) };
}

/** Runs an API action as the visitor. */
async function runFor<Data>(visitor: Visitor, visit: Visit, name: string, body: Body): Promise<Data> {
  const action = actions.get(name);
  if (!action) throw errors.orderNotFound();
  const { db, settings, now } = visitor;
  const answer = await runAction(db, settings, { action, caller: callerOf(visitor, visit), body, now });
  return (JSON.parse(answer.body) as { data: Data }).data;
}

/** `{productId}`. Opens the change to that plan. Answers `{goTo}`, the page that shows its quote and confirms it. */
async function choosePlan(visitor: Visitor, visit: Visit, { order }: OrderWithProduct, { productId }: Body) {
  const input = { originOrderId: order.id, productId, currency: order.currency };
  const { sessionId } = await runFor<{ sessionId: string }>(visitor, visit, 'checkout/create-session', input);
  return { data: { goTo: `/${visitor.store.slug}/checkout/${sessionId}` } };
}

/** Undoes the scheduled plan change. */
async function keepPlan({ db, storeNow }: Visitor, visit: Visit, { order }: OrderWithProduct): Promise<Outcome> {
  const { id: orderId, merchantId, storeId } = order;
  const actor = { kind: 'sessionToken', by: visit.buyerIdentity } as const;
  await db.transaction((tx) => undoScheduledChange(tx, { merchantId, storeId, orderId }, actor, storeNow));
  return { data: {} };
}

/** The action's input from the page's request. Numbers are rejected: they would be minor units, which buyers do not type. */
const pickRefund = ({ paymentId, ticketId, amount, reason }: Body) => ({
  paymentId,
  ticketId,
  amount: typeof amount === 'object' ? '' : readTypedAmount(String(amount ?? '')),
  reason,
});

type OrderStep = (
  visitor: Visitor,
  visit: Visit,
  found: OrderWithProduct,
  body: Body,
  request: GatewayRequest,
) => Promise<Outcome>;

/** An action on the visitor's order: 401 when signed out, 404 for another customer's order. */
const forOwner =
  (orderId: string, step: OrderStep): Call =>
  async (visitor, body, request, reply) => {
    const { visit, db, settings } = visitor;
    if (!visit) throw portalRefusal('signed_out');
    reply.count(await countCall(callerOf(visitor, visit), '', settings));
    const id = fromShortId('ORD', orderId);
    const found = id && (await findBuyerOrder(db, scopeOf(visitor, visit), id));
    if (!found) throw errors.orderNotFound();
    return await step(visitor, visit, found, body, request);
  };
