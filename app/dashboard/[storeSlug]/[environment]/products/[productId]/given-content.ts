import type { ProductVersion } from '#server/catalog/products.ts';
import { presentContent } from '#server/catalog/rules/product-object.ts';

/** All of a version, as `update-product` takes it. */
export const givenContent = (version: ProductVersion) => ({
  ...presentContent(version),
  ...(version.billingPeriod && { billingPeriod: version.billingPeriod }),
});
