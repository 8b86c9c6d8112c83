import { z } from 'zod';
import { requestOrder, wrongType } from '#server/billing/orders/session-orders.ts';
import { requireProvider } from '#server/billing/store-provider.ts';
import { orderRequest, orderRequestRefusals } from '#server/checkout/rules/order-request.ts';
import { defineAction } from '#server/platform/action.ts';

/**
 * `onetime-order/create-order`: makes the pending order of a checkout session before its buyer arrives. Takes
 * `checkoutSessionId`, `billingDetail`, and optionally `buyerEmail`, `buyerIp`, `successUrl`; gives `checkoutUrl`.
 * The order's amounts carry the tax where the buyer is.
 * A session makes at most one order: while that is pending, a repeat gives the same address and changes nothing.
 * 400 for bad fields and for a session that is paid, canceled, expired or a subscription's; 404 for one that is not
 * the merchant's in this environment. (commerce-api.md, "Orders"; decisions.md, "Checkout sessions".)
 */
export const createOrder = defineAction({
  callers: ['apiKey', 'dashboard'],
  reach: 'environment',
  layer: 'order',
  input: orderRequest,
  output: z.object({ checkoutUrl: z.url() }),
  docs: {
    summary: 'Make the pending order of a one-time checkout session, and get the page to send the buyer to',
    refusals: [
      {
        status: 400,
        message: wrongType.onetime,
        when: 'the session sells a subscription',
      },
      ...orderRequestRefusals,
    ],
    example: {
      checkoutSessionId: '$checkoutSessionId',
      billingDetail: { country: 'DE', isBusiness: false },
      buyerEmail: 'buyer@example.com',
    },
  },
  async run({ tx, caller, environment, actor, timeIn, settings, taxes }, given) {
    const scope = { merchantId: caller.merchantId, environment };
    const { session, store } = await requestOrder(tx, scope, 'onetime', given, actor, timeIn, taxes);
    await requireProvider(tx, { storeId: store.id, environment }, settings);
    return { checkoutUrl: `${settings.checkoutUrl}/${store.slug}/checkout/${session.id}` };
  },
});
