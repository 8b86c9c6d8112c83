import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { defineAction } from '#server/platform/action.ts';

const notImplemented = () =>
  errors.notImplemented('order', 'Not implemented; use checkout/create-session with originOrderId');

/**
 * `subscription-order/change-product`: reserved. Ignores its fields and always answers 501, naming the way to change a plan.
 * (commerce-api.md, "POST /v1/actions/subscription-order/change-product")
 */
export const changeProduct = defineAction({
  callers: ['apiKey'],
  scope: 'environment',
  keyScope: 'sell',
  layer: 'order',
  input: z.object({
    orderId: z.unknown().optional().meta({ description: 'The subscription, `ORD_xxx`; ignored for now' }),
    targetProductId: z.unknown().optional().meta({ description: 'The new product, `PROD_xxx`; ignored for now' }),
  }),
  output: z.object({}),
  docs: {
    summary: 'Reserved for changing a subscription’s product',
    refusals: [notImplemented().when('always')],
    example: { orderId: '$orderId', targetProductId: '$subscriptionProductId' },
  },
  run: () => Promise.reject(notImplemented()),
});
