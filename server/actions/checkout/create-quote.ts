import { z } from 'zod';
import { findMemberSession, findStoreSession } from '#server/billing/orders/checkout-sessions.ts';
import { isBoughtBy, orderScopeOf, requireOrderStore } from '#server/billing/orders/order-scopes.ts';
import { findSessionOrder } from '#server/billing/orders/orders.ts';
import { closedRefusals, requireOpen, sessionState } from '#server/billing/orders/rules/checkout-session.ts';
import { createChangeQuote } from '#server/billing/plan-changes/change-quote.ts';
import { findOrderQuote, findOrigin } from '#server/billing/plan-changes/data/origins.ts';
import { changeRefusals, isLiveSubscription } from '#server/billing/plan-changes/origin.ts';
import { createPurchaseQuote } from '#server/billing/quotes/purchase-quote.ts';
import { createRenewalQuote, noRenewal } from '#server/billing/quotes/renewal-quote.ts';
import { presentQuote, shownQuote } from '#server/billing/quotes/rules/present-quote.ts';
import { billingDetail } from '#server/domain/billing-detail.ts';
import { errors } from '#server/domain/errors.ts';
import { emailAddress, isLeftOut, optionalShortId, uuid } from '#server/domain/fields.ts';
import { type ActionContext, defineAction } from '#server/platform/action.ts';
import type { StoreScope } from '#server/platform/data/merchant-scope.ts';

const input = z.object({
  checkoutSessionId: z
    .preprocess((value) => (isLeftOut(value) ? undefined : value), uuid().optional())
    .meta({
      description: 'The session of a purchase or a plan change',
    }),
  orderId: optionalShortId('ORD').meta({ description: 'A subscription, for its next renewal' }),
  buyerEmail: emailAddress('buyerEmail').optional().meta({
    description: 'For a purchase with a trial: each buyer gets one. Defaults to the session’s',
  }),
  billingDetail: billingDetail().optional().meta({
    description: 'For a purchase; defaults to the session’s. Without one, the quote has no tax',
  }),
});

type Context = ActionContext<'apiKey' | 'storeSlug' | 'sessionToken' | 'dashboard'>;
type Input = z.output<typeof input>;

/**
 * `checkout/create-quote`: what a purchase, a plan change or the next renewal of a subscription costs, with tax, credit and
 * the derivation of the credit. The page of a session charges exactly the quote or answers 409. A quote that was paid is
 * kept for good. Public callers quote purchases only; customers their own plan changes and renewals too.
 */
export const createQuote = defineAction({
  callers: ['apiKey', 'storeSlug', 'sessionToken', 'dashboard'],
  scope: 'environment',
  keyScope: 'read',
  layer: 'order',
  input,
  missing: ({ checkoutSessionId, orderId }) =>
    isLeftOut(checkoutSessionId) && isLeftOut(orderId) ? 'checkoutSessionId' : undefined,
  output: shownQuote,
  docs: {
    summary: 'Quote a purchase, a plan change or the next renewal',
    refusals: [
      errors.missingField('checkoutSessionId', 'order').when('neither `checkoutSessionId` nor `orderId` is given'),
      ...closedRefusals,
      changeRefusals.notLive().when('the subscription of a plan change has ended'),
      changeRefusals.paused().when('the subscription of a plan change is paused'),
      noRenewal().when('no charge of the subscription is due'),
      errors.insufficientPermissions().when('a public caller quotes a plan change or a renewal'),
      errors.sessionNotFound().when('there is no such session, or it is not the caller’s'),
      errors.orderNotFound().when('there is no such subscription, or it is not the caller’s'),
    ],
    example: { checkoutSessionId: '$checkoutSessionId', billingDetail: { country: 'DE', isBusiness: false } },
  },
  async run(context, fields) {
    const { checkoutSessionId, orderId } = fields;
    if (checkoutSessionId !== undefined) return presentQuote(await quoteSession(context, checkoutSessionId, fields));
    if (orderId === undefined) throw errors.missingField('checkoutSessionId', 'order');
    return presentQuote(await quoteRenewal(context, orderId));
  },
});

async function quoteSession(context: Context, sessionId: string, fields: Input) {
  const { tx, caller, timeIn } = context;
  const session =
    caller.kind === 'storeSlug' || caller.kind === 'sessionToken'
      ? await findStoreSession(tx, caller.store, sessionId)
      : await findMemberSession(tx, caller, sessionId);
  if (session?.environment !== caller.environment) throw errors.sessionNotFound();
  const isOthers = session.buyerIdentity !== null && caller.kind === 'sessionToken';
  if (isOthers && session.buyerIdentity !== caller.buyerIdentity) throw errors.sessionNotFound();
  const now = await timeIn(session.storeId);
  const order = await findSessionOrder(tx, session);
  requireOpen(sessionState(session, order, now));
  if (session.originOrderId === null) {
    const buyer = {
      email: fields.buyerEmail ?? session.buyerEmail,
      billingDetail: fields.billingDetail ?? session.billingDetail,
    };
    return await createPurchaseQuote(tx, session, order, buyer, now);
  }
  if (caller.kind === 'storeSlug') throw errors.insufficientPermissions();
  if (caller.kind === 'sessionToken') await requireOwnOrder(context, session, session.originOrderId);
  return await createChangeQuote(tx, { session, order }, now);
}

async function quoteRenewal(context: Context, orderId: string) {
  const { tx, caller, timeIn } = context;
  if (caller.kind === 'storeSlug') throw errors.insufficientPermissions();
  const store = await requireOrderStore(tx, orderScopeOf(caller), orderId);
  const origin = await requireOwnOrder(context, store, orderId);
  if (!isLiveSubscription(origin.order)) throw noRenewal();
  const changeQuoteId = origin.order.changeOrderId ? await findOrderQuote(tx, origin.order) : null;
  return await createRenewalQuote(tx, { ...origin, order: origin.order }, changeQuoteId, await timeIn(store.storeId));
}

/** The subscription, unless it is another customer's. */
async function requireOwnOrder({ tx, caller }: Context, { merchantId, storeId }: StoreScope, orderId: string) {
  const origin = await findOrigin(tx, { merchantId, storeId, orderId });
  const isOwn = origin && (caller.kind !== 'sessionToken' || isBoughtBy(origin.order, caller.buyerIdentity));
  if (!isOwn || origin.order.environment !== caller.environment) throw errors.orderNotFound();
  return origin;
}
