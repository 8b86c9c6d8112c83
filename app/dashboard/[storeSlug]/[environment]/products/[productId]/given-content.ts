import { presentContent } from '../../../../../../server/domain/product-object.ts';
import type { ProductVersion } from '../../../../../../server/queries/products.ts';

/** All of a version, as `update-product` takes it. */
export const givenContent = (version: ProductVersion) => ({
  ...presentContent(version),
  ...(version.billingPeriod && { billingPeriod: version.billingPeriod }),
});
