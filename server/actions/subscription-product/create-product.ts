import { z } from 'zod';
import { createProduct as createOfType } from '#server/catalog/product-changes.ts';
import { priceMap, subscriptionPriceWording } from '#server/catalog/rules/prices.ts';
import {
  media,
  notBuiltInProd,
  productDescription,
  productFieldRefusals,
  productName,
  requireTestEnvironment,
} from '#server/catalog/rules/product.ts';
import {
  billingPeriod,
  periodRefusal,
  requireTrialDays,
  subscriptionMetadata,
  trialRefusal,
} from '#server/catalog/rules/product-content.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId, successUrl } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { requireMemberStore } from '#server/stores/stores.ts';
import { productWithVersions, productWithVersionsOutput } from './product-object.ts';

/**
 * `subscription-product/create-product`: adds a subscription product to a store, in `test`. A paid trial
 * (`trialAmount`) needs `metadata.trialDays` (1 to 730). A prod key is rejected: products are created in test, then
 * published. (commerce-api.md, "Subscription products"; decisions.md, "Products", "Money")
 */
export const createProduct = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'product',
  input: z.object({
    storeId: shortId('STO'),
    name: productName(),
    billingPeriod: billingPeriod(),
    prices: priceMap(subscriptionPriceWording),
    description: productDescription().default(null),
    media: media().default([]),
    successUrl: successUrl().default(null),
    metadata: subscriptionMetadata().default({}),
  }),
  output: productWithVersionsOutput,
  docs: {
    summary: 'Create a subscription product in test',
    refusals: [
      ...productFieldRefusals(subscriptionPriceWording),
      periodRefusal,
      trialRefusal,
      notBuiltInProd,
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
    ],
    example: {
      storeId: '$storeId',
      name: 'Beans by Post',
      billingPeriod: 'monthly',
      prices: { USD: { amount: '18.00', trialAmount: '1.00' }, JPY: { amount: 2700 } },
      description: 'A fresh bag **every month**.',
      metadata: { trialDays: 14 },
    },
  },
  async run(context, { storeId, ...content }) {
    requireTestEnvironment(context.environment);
    requireTrialDays(content);
    const store = await requireMemberStore(context.tx, context.caller.merchantId, storeId);
    return productWithVersions(await createOfType(context.tx, store, 'subscription', content, context));
  },
});
