import type { ProductVersion } from '#server/catalog/products.ts';
import { presentContent } from '#server/catalog/rules/product-object.ts';

/** A version's whole content as the body of `update-product`. */
export const updateBodyOf = (version: ProductVersion) => ({
  ...presentContent(version),
  ...(version.billingPeriod && { billingPeriod: version.billingPeriod }),
});
