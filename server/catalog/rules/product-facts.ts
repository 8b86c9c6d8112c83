/** The fields of a product in the audit log. */
import type { Facts } from '#server/domain/changes.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { ProductContent, ProductStatus } from './product.ts';
import { presentContent } from './product-object.ts';

interface ProductFields {
  readonly testStatus: ProductStatus;
  readonly prodStatus: ProductStatus;
}

/** A product's facts in one environment. */
export const productFacts = (
  product: ProductFields,
  version: ProductContent & { readonly versionNumber: number },
  environment: Environment,
): Facts => ({
  status: environment === 'prod' ? product.prodStatus : product.testStatus,
  version: version.versionNumber,
  billingPeriod: version.billingPeriod,
  ...presentContent(version),
});
