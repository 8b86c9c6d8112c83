import { z } from 'zod';
import { defineAction } from '../../action.ts';
import { metadata, shortId, successUrl } from '../../domain/fields.ts';
import { onetimePriceWording, priceMap } from '../../domain/prices.ts';
import { media, productDescription, productName } from '../../domain/product.ts';
import { ApiError } from '../../errors.ts';
import { recordEvent } from '../../queries/events.ts';
import { insertProduct } from '../../queries/products.ts';
import { requireMemberStore } from '../../queries/stores.ts';
import { onetimeProductObject } from './product-object.ts';

/**
 * `onetime-product/create-product`: adds a one-time product to a store, in `test`. Takes `storeId`, `name` (1 to 64
 * characters), `prices` (price map), and optionally `description`, `media`, `successUrl`, `metadata`; gives
 * `data.product`. 400 for bad fields and for a prod key (products are built in test, then published), 404 for a store
 * that is not the merchant's. (commerce-api.md, "One-time products"; decisions.md, "Products".)
 */
export const createProduct = defineAction({
  callers: ['apiKey', 'dashboard'],
  layer: 'product',
  input: z.object({
    storeId: shortId('STO'),
    name: productName(),
    prices: priceMap(onetimePriceWording),
    description: productDescription().default(null),
    media: media().default([]),
    successUrl: successUrl().default(null),
    metadata: metadata().default({}),
  }),
  async run({ tx, caller, environment, actor, now }, { storeId, ...content }) {
    if (environment === 'prod') {
      throw new ApiError(400, 'Products are created in the test environment and then published to prod', 'product');
    }
    const store = await requireMemberStore(tx, caller.merchantId, storeId);
    const { product, version } = await insertProduct(tx, store, 'onetime', content, now);
    const event = {
      type: 'product.created',
      objectType: 'product',
      objectId: product.id,
      data: { name: version.name },
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { product: onetimeProductObject(product, version, environment) };
  },
});
