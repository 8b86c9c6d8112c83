import { z } from 'zod';
import { defineAction } from '../../action.ts';
import { untaxed } from '../../domain/amounts.ts';
import { billingDetail } from '../../domain/billing-detail.ts';
import { requireOpen, sessionState } from '../../domain/checkout-session.ts';
import { emailAddress, successUrl, uuid } from '../../domain/fields.ts';
import { ApiError } from '../../errors.ts';
import { lockMemberSession } from '../../queries/checkout-sessions.ts';
import { recordEvent } from '../../queries/events.ts';
import { insertOrder, lockSessionOrder } from '../../queries/orders.ts';
import { requireMemberStore } from '../../queries/stores.ts';

/**
 * `onetime-order/create-order`: makes the pending order of a checkout session before its buyer arrives. Takes
 * `checkoutSessionId`, `billingDetail`, and optionally `buyerEmail`, `buyerIp`, `successUrl`; gives `checkoutUrl`.
 * A session makes at most one order: while that is pending, a repeat gives the same address and changes nothing.
 * 400 for bad fields and for a session that is paid, canceled, expired or a subscription's; 404 for one that is not
 * the merchant's in this environment. (commerce-api.md, "Orders"; decisions.md, "Checkout sessions".)
 */
export const createOrder = defineAction({
  callers: ['apiKey', 'dashboard'],
  layer: 'order',
  input: z.object({
    checkoutSessionId: uuid(),
    billingDetail: billingDetail(),
    buyerEmail: emailAddress('buyerEmail').optional(),
    buyerIp: z.union([z.ipv4(), z.ipv6()], { error: 'Invalid buyerIp: must be an IP address' }).optional(),
    successUrl: successUrl().optional(),
  }),
  async run({ tx, caller, environment, actor, now, settings }, given) {
    const scope = { merchantId: caller.merchantId, environment };
    const session = await lockMemberSession(tx, scope, given.checkoutSessionId);
    if (session.productType !== 'onetime') {
      throw new ApiError(
        400,
        'The checkout session is for a subscription; use subscription-order/create-order',
        'order',
      );
    }
    const existing = await lockSessionOrder(tx, session);
    requireOpen(sessionState(session, existing?.status, now));
    const store = await requireMemberStore(tx, caller.merchantId, session.storeId);
    if (!existing) {
      const buyer = {
        email: given.buyerEmail ?? session.buyerEmail,
        billingDetail: given.billingDetail,
        successUrl: given.successUrl ?? session.successUrl,
      };
      const order = await insertOrder(tx, session, buyer, untaxed(session.price), now);
      const event = { type: 'order.created', objectType: 'order', objectId: order.id } as const;
      await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    }
    return { checkoutUrl: `${settings.checkoutUrl}/${store.slug}/checkout/${session.id}` };
  },
});
