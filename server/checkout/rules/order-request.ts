/** What both create-order endpoints take, and how they refuse a session. (commerce-api.md, "Orders".) */

import { z } from 'zod';
import { billingDetail } from '#server/domain/billing-detail.ts';
import { emailAddress, successUrl, uuid } from '#server/domain/fields.ts';
import { prodRefusals } from '#server/stores/rules/prod-sales.ts';

export const orderRequest = z.object({
  checkoutSessionId: uuid(),
  billingDetail: billingDetail(),
  buyerEmail: emailAddress('buyerEmail').optional().meta({ description: 'Filled in on the page' }),
  buyerIp: z
    .union([z.ipv4(), z.ipv6()], { error: 'Invalid buyerIp: must be an IP address' })
    .optional()
    .meta({ description: 'The buyer’s IP address, v4 or v6' }),
  successUrl: successUrl()
    .optional()
    .meta({ description: 'Where the buyer goes after paying; null or an empty string: where the session says' }),
});
export type OrderRequest = z.output<typeof orderRequest>;

export const orderRequestRefusals = [
  { status: 400, message: 'Checkout session has already been paid', when: 'the session is paid' },
  { status: 400, message: 'The order of this checkout session was canceled', when: 'its order was canceled' },
  { status: 400, message: 'Checkout session has expired', when: 'its time is over' },
  { status: 400, layer: 'store', message: 'Store is not active', when: 'the store’s status is not active' },
  ...prodRefusals,
  {
    status: 400,
    layer: 'product',
    message: 'Product <id> is not active in environment <environment>',
    when: 'there is no order yet, and the product is not on sale any more',
  },
  {
    status: 400,
    layer: 'payment',
    message: 'No payment provider is configured for prod',
    when: 'in prod, where no payment provider is set up',
  },
  { status: 404, message: 'Checkout session not found', when: 'there is none, or it is another environment’s' },
] as const;
