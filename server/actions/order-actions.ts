/** The endpoint that both order types share. */
import { z } from 'zod';
import { requestOrder, wrongType } from '#server/billing/orders/session-orders.ts';
import { requireProvider } from '#server/billing/store-provider.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { orderRequest, orderRequestRefusals } from '#server/checkout/rules/order-request.ts';
import { defineAction } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';

const sessions = { onetime: 'a one-time checkout session', subscription: 'a subscription’s checkout session' };
const otherProducts = { onetime: 'a subscription', subscription: 'a one-time product' };

/**
 * Creates the pending order of a checkout session before its buyer arrives, with the locked version, price and
 * currency. Amounts (for a subscription, of one period) include the tax at the buyer's address. A session has at most
 * one order: while it is pending, a repeat returns the same URL and changes nothing. (commerce-api.md, "Orders";
 * decisions.md, "Checkout sessions")
 */
export const createOrderOf = (type: ProductType) =>
  defineAction({
    callers: ['apiKey', 'dashboard'],
    scope: 'environment',
    keyScope: 'sell',
    layer: 'order',
    input: orderRequest,
    output: z.object({ checkoutUrl: z.url() }),
    docs: {
      summary: `Create the pending order of ${sessions[type]} and get its checkout page`,
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
    async run({ tx, caller, environment, actor, timeIn, settings, taxes }, fields) {
      const scope = { merchantId: caller.merchantId, environment };
      const { session, store } = await requestOrder(tx, scope, type, fields, actor, timeIn, taxes);
      await requireProvider(tx, { ...scopeOfStore(store), environment }, settings);
      return { checkoutUrl: `${settings.checkoutUrl}/${store.slug}/checkout/${session.id}` };
    },
  });
