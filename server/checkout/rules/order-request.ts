/** The request of both create-order endpoints, and the refusals of a session. (commerce-api.md, "Orders".) */

import { z } from 'zod';
import { closedRefusals } from '#server/billing/orders/rules/checkout-session.ts';
import { billingDetail } from '#server/domain/billing-detail.ts';
import { errors } from '#server/domain/errors.ts';
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
  ...closedRefusals,
  errors.storeNotActive().when('the store’s status is not active'),
  ...prodRefusals,
  errors
    .productNotActive('<id>', '<environment>')
    .when('there is no order yet, and the product is not on sale any more'),
  errors.noPaymentProvider().when('in prod, where no payment provider is set up'),
  errors.sessionNotFound().when('there is none, or it is another environment’s'),
] as const;
