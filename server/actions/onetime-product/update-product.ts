import { z } from 'zod';
import { changeContent } from '#server/catalog/product-changes.ts';
import { lockMemberProduct } from '#server/catalog/products.ts';
import { onetimePriceWording, priceMap } from '#server/catalog/rules/prices.ts';
import {
  media,
  noSuchVersion,
  productDescription,
  productFieldRefusals,
  productName,
} from '#server/catalog/rules/product.ts';
import { metadata, shortId, successUrl } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { onetimeKind } from './product-object.ts';

const wrongId = 'Invalid ID format';

/**
 * `onetime-product/update-product`: changes a one-time product's content in the caller's environment. Absent fields
 * keep their value; `prices`, `media` and `metadata` are replaced entirely; null or empty clears `description` and
 * `successUrl`. Changed content becomes the next version, equal content creates none. (commerce-api.md, "one-time
 * update-product")
 */
export const updateProduct = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'product',
  input: z.object({
    id: shortId('PROD', { malformed: wrongId }),
    name: productName().optional(),
    description: productDescription().optional(),
    prices: priceMap(onetimePriceWording).optional(),
    media: media().optional(),
    successUrl: successUrl().optional(),
    metadata: metadata().optional(),
  }),
  isUpdate: true,
  output: onetimeKind.output,
  docs: {
    summary: 'Update a one-time product’s content as a new version',
    refusals: [
      { status: 400, message: wrongId, when: '`id` is not a product ID' },
      ...productFieldRefusals(onetimePriceWording),
      ...noSuchVersion,
    ],
    example: { id: '$productId', name: 'Espresso at Home, second edition', prices: { USD: { amount: '32.00' } } },
  },
  async run(context, { id, ...fields }) {
    const product = await lockMemberProduct(context.tx, context.caller.merchantId, id, 'onetime');
    const changed = await changeContent(context.tx, product, fields, context);
    return onetimeKind.answer(changed.product, changed.version, context.environment);
  },
});
