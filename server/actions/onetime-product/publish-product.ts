import { z } from 'zod';
import { publish } from '#server/catalog/product-changes.ts';
import { lockMemberProduct } from '#server/catalog/products.ts';
import { publishRefusals, testVersionId } from '#server/catalog/rules/product.ts';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { onetimeProductObject, onetimeProductOutput } from './product-object.ts';

/**
 * `onetime-product/publish-product`: copies the current test version to prod and makes it `active` there; once only.
 * Takes `id`, and `testVersionId` where no other version is meant; gives `data.product` as it stands in prod. 400 when
 * it was published before, when the version is not the current one, or the header X-Environment is sent, 404 for a
 * product that is not the merchant's. (commerce-api.md, "Product status per environment"; decisions.md, "Products".)
 */
export const publishProduct = defineAction({
  callers: ['apiKey', 'dashboard'],
  reach: 'open',
  layer: 'product',
  refusesEnvironmentHeader: true,
  input: z.object({ id: shortId('PROD'), testVersionId: testVersionId() }),
  output: onetimeProductOutput,
  docs: {
    summary: 'Copy a one-time product’s current test version to prod, once',
    refusals: publishRefusals,
    example: { id: '$productId' },
  },
  async run(context, { id, testVersionId: meant }) {
    const product = await lockMemberProduct(context.tx, context.caller.merchantId, id, 'onetime');
    const published = await publish(context.tx, product, meant, context);
    return { product: onetimeProductObject(published.product, published.version, 'prod') };
  },
});
