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
import {
  billingPeriod,
  periodRefusal,
  subscriptionMetadata,
  trialRefusal,
} from '#server/catalog/rules/product-content.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { notAnId, shortId, successUrl } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { subscriptionKind } from './product-object.ts';

const noMerchant = () => new ApiError(400, 'Missing header: x-context-merchant-id', 'product');
const unauthorized = (cause?: ApiError) =>
  new ApiError(401, 'Unauthorized', 'product', { callers: cause?.entries ?? [] });

/**
 * `subscription-product/update-product`: changes a subscription product's content in the caller's environment. Absent
 * fields keep their value; `prices`, `media` and `metadata` are replaced entirely; null or empty clears `description`
 * and `successUrl`. Changed content becomes the next version, equal content creates none. (commerce-api.md,
 * "subscription update-product")
 */
export const updateProduct = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
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
  output: subscriptionKind.output,
  docs: {
    summary: 'Update a subscription product’s content as a new version',
    refusals: [
      noMerchant().when('the caller is not a merchant'),
      errors.invalidEnvironmentHeader().when('`X-Environment` is neither `test` nor `prod`'),
      errors.missingField('id', 'product').when('`id` is absent or empty'),
      { status: 400, message: notAnId('PROD', '<value>'), when: '`id` is not a product ID' },
      ...productFieldRefusals(subscriptionPriceWording),
      periodRefusal,
      trialRefusal,
      unauthorized().when('the signature or the token is invalid'),
      ...noSuchVersion,
    ],
    example: { id: '$subscriptionProductId', billingPeriod: 'quarterly', prices: { USD: { amount: '48.00' } } },
  },
  refuseCaller: noMerchant,
  refuseCredential: unauthorized,
  async run(context, { id, ...fields }) {
    const product = await lockMemberProduct(context.tx, context.caller.merchantId, id, 'subscription');
    const changed = await changeContent(context.tx, product, fields, context);
    return subscriptionKind.answer(changed.product, changed.version, context.environment);
  },
});
