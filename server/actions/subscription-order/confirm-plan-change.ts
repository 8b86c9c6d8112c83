import { z } from 'zod';
import { orderScopeOf, requireOrderStore } from '#server/billing/orders/order-scopes.ts';
import { findSessionOrder } from '#server/billing/orders/orders.ts';
import { changeRefusals } from '#server/billing/plan-changes/origin.ts';
import { findQuote } from '#server/billing/quotes/data/quotes.ts';
import { type Checkout, findCheckout } from '#server/checkout/address.ts';
import { confirmChange, noSavedMethod } from '#server/checkout/confirm-change.ts';
import { merchantReason } from '#server/domain/declines.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shortId, shownId, uuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { defineAction, type SteppedContext } from '#server/platform/action.ts';
import { holdMemberStore } from '#server/stores/stores.ts';

const refusals = {
  quoteNotFound: () => new ApiError(404, 'Quote not found', 'order'),
  quoteChanged: () =>
    new ApiError(409, 'The amounts have changed. Nothing was charged. Preview the change again.', 'payment', {
      code: 'quote_changed',
    }),
  declined: (reason: string) =>
    new ApiError(400, `${reason} The subscription keeps its current plan.`, 'payment', { code: 'declined' }),
};

const states = ['paid', 'processing', 'scheduled'] as const;

/**
 * `subscription-order/confirm-plan-change`: confirms a previewed plan change. Charges the subscription's saved payment
 * method without the buyer, or schedules the change for the end of the period. A declined charge leaves the
 * subscription as it was. (docs/behavior/orders.md)
 */
export const confirmPlanChange = defineAction({
  callers: ['dashboard'],
  scope: 'environment',
  layer: 'order',
  input: z.object({ orderId: shortId('ORD'), quoteId: uuid() }),
  output: z.object({ state: z.enum(states), orderId: shownId('ORD') }),
  docs: {
    summary: 'Confirm a previewed plan change',
    refusals: [
      changeRefusals.notLive().when('the subscription has ended since'),
      changeRefusals.paused().when('the subscription was paused since'),
      refusals.declined('<reason>').when('the charge was declined'),
      refusals.quoteChanged().when('the quote has expired, or its amounts are no longer correct'),
      errors.orderNotFound().when('there is no such subscription, or it is not the merchant’s'),
      refusals.quoteNotFound().when('there is no such quote of this subscription'),
    ],
    example: { orderId: '$orderId', quoteId: '$quoteId' },
  },
  async runInSteps(context, { orderId, quoteId }) {
    const { db, actor, now, settings } = context;
    const checkout = await requireChangeCheckout(context, orderId, quoteId);
    const options = { actor, isOffSession: true, appUrl: settings.checkoutUrl };
    const { state } = await confirmChange(db, checkout, { quoteId, method: 'saved' }, now, options).catch(forMerchant);
    const order = await findSessionOrder(db, checkout.session);
    if (!order || state === 'challenge') throw new Error(`a plan change without the buyer ended as ${state}`);
    return { state, orderId: toShortId('ORD', order.id) };
  },
});

/** The checkout of the plan change that a quote of the subscription belongs to. */
async function requireChangeCheckout(
  { db, caller }: SteppedContext<'dashboard'>,
  orderId: string,
  quoteId: string,
): Promise<Checkout> {
  const { merchantId, storeId } = await requireOrderStore(db, orderScopeOf(caller), orderId);
  const store = await holdMemberStore(db, caller.merchantId, storeId);
  if (!store) throw errors.orderNotFound();
  const quote = await findQuote(db, { merchantId, storeId, quoteId });
  if (quote?.orderId !== orderId || !quote.checkoutSessionId) throw refusals.quoteNotFound();
  const checkout = await findCheckout(db, { storeSlug: store.slug, sessionId: quote.checkoutSessionId });
  if (!checkout) throw refusals.quoteNotFound();
  return checkout;
}

/** Throws a refusal that addresses the buyer in the merchant's words. */
function forMerchant(error: unknown): never {
  const isWithoutMethod = error instanceof ApiError && error.code === noSavedMethod;
  if (isWithoutMethod) throw refusals.declined('No payment method can be charged.');
  const reason = error instanceof ApiError ? error.details.reason : undefined;
  if (!(error instanceof ApiError) || reason === undefined) throw error;
  if (reason === 'total_changed') throw refusals.quoteChanged();
  throw refusals.declined(merchantReason(error.message, reason));
}
