import { z } from 'zod';
import { changeStatus } from '#server/catalog/product-changes.ts';
import { lockMemberProduct } from '#server/catalog/products.ts';
import { noSuchVersion, productStatuses } from '#server/catalog/rules/product.ts';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { subscriptionProductObject, subscriptionProductOutput } from './product-object.ts';

/**
 * `subscription-product/update-status`: takes new signups in the caller's environment (`active`), or no more
 * (`inactive`); subscriptions that there are stay as they are. Takes `id` and `status`; gives `data.product`. 400 for
 * bad fields and for a product without a version there, 404 for a product that is not the merchant's.
 * (commerce-api.md, "Product status per environment".)
 */
export const updateStatus = defineAction({
  callers: ['apiKey', 'dashboard'],
  reach: 'environment',
  layer: 'product',
  input: z.object({ id: shortId('PROD'), status: z.enum(productStatuses) }),
  output: subscriptionProductOutput,
  docs: {
    summary: 'Open a subscription product for new signups, or close it',
    refusals: noSuchVersion,
    example: { id: '$subscriptionProductId', status: 'inactive' },
  },
  async run(context, { id, status }) {
    const product = await lockMemberProduct(context.tx, context.caller.merchantId, id, 'subscription');
    const changed = await changeStatus(context.tx, product, status, context);
    return { product: subscriptionProductObject(changed.product, changed.version, context.environment) };
  },
});
