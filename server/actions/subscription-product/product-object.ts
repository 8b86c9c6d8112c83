import { z } from 'zod';
import type { Product, ProductVersion, ProductWithVersion } from '#server/catalog/products.ts';
import { billingPeriods, productStatuses } from '#server/catalog/rules/product.ts';
import { requireBillingPeriod } from '#server/catalog/rules/product-content.ts';
import { presentContent, presentProduct, shownContent, shownProduct } from '#server/catalog/rules/product-object.ts';
import type { Environment } from '#server/domain/environments.ts';
import { shownId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';

const billingPeriod = z.enum(billingPeriods);

const product = z.object({ ...shownProduct, billingPeriod }).meta({ schemaName: 'SubscriptionProduct' });

/** `data` of creation: the product with its first version, and the product object. */
export const productWithVersionsOutput = z
  .object({
    id: shownId('PROD'),
    storeId: shownId('STO'),
    prodVersionId: shownUuid().nullable().meta({ description: 'null until published' }),
    testVersionId: shownUuid(),
    prodStatus: z.enum(productStatuses),
    testStatus: z.enum(productStatuses),
    createdAt: shownMoment(),
    updatedAt: shownMoment(),
    version: z
      .object({
        id: shownUuid(),
        productId: shownId('PROD'),
        versionNumber: z.int(),
        ...shownContent,
        billingPeriod,
        createdAt: shownMoment(),
      })
      .meta({ schemaName: 'SubscriptionProductVersion' }),
    product,
  })
  .meta({ schemaName: 'SubscriptionProductWithVersions' });

/** The subscription product object of a response, in one environment. */
const subscriptionProductObject = (row: Product, version: ProductVersion, environment: Environment) => ({
  ...presentProduct(row, version, environment),
  billingPeriod: requireBillingPeriod(version),
});

/** Subscription products, and `data` of the endpoints that return one. (commerce-api.md, "Subscription product") */
export const subscriptionKind = {
  type: 'subscription',
  exampleId: '$subscriptionProductId',
  output: z.object({ product }),
  answer: (row: Product, version: ProductVersion, environment: Environment) => ({
    product: subscriptionProductObject(row, version, environment),
  }),
} as const;

/** The product with its versions in a response. (commerce-api.md, "Product with versions") */
export const productWithVersions = ({ product: row, version }: ProductWithVersion) => ({
  id: toShortId('PROD', row.id),
  storeId: toShortId('STO', row.storeId),
  prodVersionId: row.prodVersionId,
  testVersionId: row.testVersionId,
  prodStatus: row.prodStatus,
  testStatus: row.testStatus,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  version: {
    id: version.id,
    productId: toShortId('PROD', version.productId),
    versionNumber: version.versionNumber,
    ...presentContent(version),
    billingPeriod: requireBillingPeriod(version),
    createdAt: version.createdAt.toISOString(),
  },
  product: subscriptionProductObject(row, version, version.environment),
});
