import { z } from 'zod';
import { defineAction } from '../../action.ts';
import { shortId } from '../../domain/fields.ts';
import { ApiError } from '../../errors.ts';
import { recordEvent } from '../../queries/events.ts';
import { insertVersion, lockMemberProduct, requireVersion, updateProduct } from '../../queries/products.ts';
import { onetimeProductObject } from './product-object.ts';

/**
 * `onetime-product/publish-product`: copies the current test version to prod and makes it `active` there; once only.
 * Takes `id`; gives `data.product` as it stands in prod. 400 when it was published before or the header
 * X-Environment is sent, 404 for a product that is not the merchant's. (commerce-api.md, "Product status per
 * environment"; decisions.md, "Products".)
 */
export const publishProduct = defineAction({
  callers: ['apiKey', 'dashboard'],
  layer: 'product',
  refusesEnvironmentHeader: true,
  input: z.object({ id: shortId('PROD') }),
  async run({ tx, caller, actor, now }, { id }) {
    const product = await lockMemberProduct(tx, caller.merchantId, id, 'onetime');
    if (product.prodVersionId) throw new ApiError(400, 'Product has already been published', 'product');
    const tested = await requireVersion(tx, product.storeId, product.testVersionId);
    const version = await insertVersion(tx, product, 'prod', tested, now);
    const published = await updateProduct(tx, product, { prodVersionId: version.id, prodStatus: 'active' }, now);
    const event = {
      type: 'product.published',
      objectType: 'product',
      objectId: product.id,
      data: { name: version.name },
    } as const;
    const { merchantId, storeId } = product;
    await recordEvent(tx, { merchantId, storeId, environment: 'prod', actor, ...event }, now);
    return { product: onetimeProductObject(published, version, 'prod') };
  },
});
