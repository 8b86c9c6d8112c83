import { z } from 'zod';
import { changeContent } from '#server/catalog/product-changes.ts';
import { lockMemberProduct } from '#server/catalog/products.ts';
import { priceMap, subscriptionPriceWording } from '#server/catalog/rules/prices.ts';
import {
  media,
  noSuchVersion,
  productDescription,
  productFieldRefusals,
  productName,
} from '#server/catalog/rules/product.ts';
import { billingPeriod, subscriptionMetadata, trialRefusal } from '#server/catalog/rules/product-content.ts';
import { ApiError } from '#server/domain/errors.ts';
import { shortId, successUrl } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { subscriptionProductObject, subscriptionProductOutput } from './product-object.ts';

/**
 * `subscription-product/update-product`: gives a subscription product new content in the caller's environment. Takes
 * `id` and any of `name` (1 to 64 characters), `billingPeriod`, `prices` (replaces the map), `description` and
 * `successUrl` (null or empty clears), `media` and `metadata` (replaced whole); what is left out stays. Gives
 * `data.product`. Content that differs by value becomes the next version, the same content none. 400 for bad fields,
 * a paid trial that is left without days, a product without a version there, and a caller without a merchant; 401
 * `Unauthorized`; 404 for a product that is not the merchant's, or whose current version is gone.
 * (commerce-api.md, "subscription update-product".)
 */
export const updateProduct = defineAction({
  callers: ['apiKey', 'dashboard'],
  reach: 'environment',
  layer: 'product',
  input: z.object({
    id: shortId('PROD'),
    name: productName().optional(),
    billingPeriod: billingPeriod().optional(),
    prices: priceMap(subscriptionPriceWording).optional(),
    description: productDescription().optional(),
    media: media().optional(),
    successUrl: successUrl().optional(),
    metadata: subscriptionMetadata().optional(),
  }),
  isUpdate: true,
  output: subscriptionProductOutput,
  docs: {
    summary: 'Change what is given of a subscription product’s content, as a new version',
    refusals: [
      { status: 400, message: 'Missing header: x-context-merchant-id', when: 'the caller is no merchant' },
      {
        status: 400,
        layer: 'gateway',
        message: 'Missing or invalid header: x-context-environment',
        when: '`X-Environment` is neither `test` nor `prod`',
      },
      { status: 400, message: 'Missing required field: id', when: 'it is absent or empty' },
      { status: 400, message: 'Expected format: PROD_xxx, got <value>', when: 'the id is none of a product' },
      ...productFieldRefusals(subscriptionPriceWording),
      { status: 400, message: 'Invalid billingPeriod', when: 'it is not weekly, monthly, quarterly or yearly' },
      trialRefusal,
      { status: 401, message: 'Unauthorized', when: 'the signature or the token does not hold' },
      ...noSuchVersion,
    ],
    example: { id: '$subscriptionProductId', billingPeriod: 'quarterly', prices: { USD: { amount: '48.00' } } },
  },
  refuseCaller: () => new ApiError(400, 'Missing header: x-context-merchant-id', 'product'),
  refuseCredential: (cause) => new ApiError(401, 'Unauthorized', 'product', { callers: cause.entries }),
  async run(context, { id, ...given }) {
    const product = await lockMemberProduct(context.tx, context.caller.merchantId, id, 'subscription');
    const changed = await changeContent(context.tx, product, given, context);
    return { product: subscriptionProductObject(changed.product, changed.version, context.environment) };
  },
});
