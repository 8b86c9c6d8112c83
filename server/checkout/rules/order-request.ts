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
  buyerEmail: emailAddress('buyerEmail').optional().meta({ description: 'Prefilled on the page' }),
  buyerIp: z
    .union([z.ipv4(), z.ipv6()], { error: 'Invalid buyerIp: must be an IP address' })
    .optional()
    .meta({ description: 'The buyer’s IP address, v4 or v6' }),
  successUrl: successUrl().optional().meta({
    description: 'The page the buyer is sent to after paying. Null or an empty string means the session’s `successUrl`',
  }),
});
export type OrderRequest = z.output<typeof orderRequest>;

export const orderRequestRefusals = [
  ...closedRefusals,
  errors.storeNotActive().when('the store’s status is not active'),
  ...prodRefusals,
  errors.productNotActive('<id>', '<environment>').when('the session has no order yet, and the product is inactive'),
  errors.noPaymentProvider().when('the call is made in prod, and no payment provider is configured'),
  errors.sessionNotFound().when('the session does not exist, or belongs to another environment'),
] as const;
