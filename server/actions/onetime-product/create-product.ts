import { z } from 'zod';
import { createProduct as createOfType } from '#server/catalog/product-changes.ts';
import { onetimePriceWording, priceMap } from '#server/catalog/rules/prices.ts';
import {
  media,
  notBuiltInProd,
  productDescription,
  productFieldRefusals,
  productName,
  requireTestEnvironment,
} from '#server/catalog/rules/product.ts';
import { errors } from '#server/domain/errors.ts';
import { metadata, shortId, successUrl } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { requireMemberStore } from '#server/stores/stores.ts';
import { onetimeKind } from './product-object.ts';

/**
 * `onetime-product/create-product`: adds a one-time product to a store, in `test`. A prod key is rejected: products are
 * created in test, then published. (commerce-api.md, "One-time products"; decisions.md, "Products")
 */
export const createProduct = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
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
  output: onetimeKind.output,
  docs: {
    summary: 'Create a one-time product in test',
    refusals: [
      ...productFieldRefusals(onetimePriceWording),
      notBuiltInProd,
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
    ],
    example: {
      storeId: '$storeId',
      name: 'Espresso at Home: The Handbook',
      description: 'Two hundred pages on **grind, dose and water**.',
      prices: { USD: { amount: '29.00', taxCategory: 'ebook' }, JPY: { amount: 4500 } },
      successUrl: 'https://example.com/thanks',
      metadata: { sku: 'HB-1' },
    },
  },
  async run(context, { storeId, ...content }) {
    requireTestEnvironment(context.environment);
    const store = await requireMemberStore(context.tx, context.caller.merchantId, storeId);
    const created = await createOfType(context.tx, store, 'onetime', { ...content, billingPeriod: null }, context);
    return onetimeKind.answer(created.product, created.version, context.environment);
  },
});
