import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { defineAction } from '#server/platform/action.ts';

/**
 * `subscription-order/change-product`: reserved. Ignores its fields and always answers 501 `Not implemented`.
 * (commerce-api.md, "POST /v1/actions/subscription-order/change-product")
 */
export const changeProduct = defineAction({
  callers: ['apiKey'],
  scope: 'environment',
  layer: 'order',
  input: z.object({
    orderId: z.unknown().optional().meta({ description: 'The subscription, `ORD_xxx`; ignored for now' }),
    targetProductId: z.unknown().optional().meta({ description: 'The new product, `PROD_xxx`; ignored for now' }),
  }),
  output: z.object({}),
  docs: {
    summary: 'Reserved for changing a subscription’s product',
    refusals: [errors.notImplemented('order').when('always')],
    example: { orderId: '$orderId', targetProductId: '$subscriptionProductId' },
  },
  run: () => Promise.reject(errors.notImplemented('order')),
});
