/** The endpoint that both types of order have alike. */
import { z } from 'zod';
import { requestOrder, wrongType } from '#server/billing/orders/session-orders.ts';
import { requireProvider } from '#server/billing/store-provider.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { orderRequest, orderRequestRefusals } from '#server/checkout/rules/order-request.ts';
import { defineAction } from '#server/platform/action.ts';

const sessions = { onetime: 'a one-time checkout session', subscription: 'a subscription’s checkout session' };
const otherProducts = { onetime: 'a subscription', subscription: 'a one-time product' };

/**
 * Makes the pending order of a checkout session before its buyer arrives, with the version, price and currency that the
 * session locked. Takes `checkoutSessionId`, `billingDetail`, and optionally `buyerEmail`, `buyerIp`, `successUrl`; gives
 * `checkoutUrl`. The order's amounts (for a subscription, the amounts of one period) carry the tax where the buyer is. A session
 * makes at most one order: while that is pending, a repeat gives the same address and changes nothing. 400 for bad fields
 * and for a session that is paid, canceled, expired or of the other type; 404 for one that is not the merchant's in this
 * environment. (commerce-api.md, "Orders"; decisions.md, "Checkout sessions".)
 */
export const createOrderOf = (type: ProductType) =>
  defineAction({
    callers: ['apiKey', 'dashboard'],
    scope: 'environment',
    layer: 'order',
    input: orderRequest,
    output: z.object({ checkoutUrl: z.url() }),
    docs: {
      summary: `Make the pending order of ${sessions[type]}, and get the page to send the buyer to`,
      refusals: [
        { status: 400, message: wrongType[type], when: `the session sells ${otherProducts[type]}` },
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
      const { session, store } = await requestOrder(tx, scope, type, given, actor, timeIn, taxes);
      await requireProvider(tx, { storeId: store.id, environment }, settings);
      return { checkoutUrl: `${settings.checkoutUrl}/${store.slug}/checkout/${session.id}` };
    },
  });
