import { z } from 'zod';
import { changeStatus } from '#server/catalog/product-changes.ts';
import { lockMemberProduct } from '#server/catalog/products.ts';
import { noSuchVersion, productStatuses } from '#server/catalog/rules/product.ts';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { onetimeProductObject, onetimeProductOutput } from './product-object.ts';

/**
 * `onetime-product/update-status`: puts a one-time product on sale in the caller's environment (`active`), or takes
 * it off (`inactive`); orders that there are stay as they are. Takes `id` and `status`; gives `data.product`. 400 for
 * bad fields and for a product without a version there, 404 for a product that is not the merchant's.
 * (commerce-api.md, "Product status per environment".)
 */
export const updateStatus = defineAction({
  callers: ['apiKey', 'dashboard'],
  reach: 'environment',
  layer: 'product',
  input: z.object({ id: shortId('PROD'), status: z.enum(productStatuses) }),
  output: onetimeProductOutput,
  docs: {
    summary: 'Put a one-time product on sale, or take it off',
    refusals: noSuchVersion,
    example: { id: '$productId', status: 'inactive' },
  },
  async run(context, { id, status }) {
    const product = await lockMemberProduct(context.tx, context.caller.merchantId, id, 'onetime');
    const changed = await changeStatus(context.tx, product, status, context);
    return { product: onetimeProductObject(changed.product, changed.version, context.environment) };
  },
});
