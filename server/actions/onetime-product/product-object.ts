import type { Environment } from '../../domain/environments.ts';
import { toShortId } from '../../domain/ids.ts';
import { presentPrices } from '../../domain/prices.ts';
import { type Product, type ProductVersion, statusIn } from '../../queries/products.ts';

/** The one-time product object of a response, as it stands in one environment. (commerce-api.md, "One-time product".) */
export const onetimeProductObject = (product: Product, version: ProductVersion, environment: Environment) => ({
  id: toShortId('PROD', product.id),
  storeId: toShortId('STO', product.storeId),
  name: version.name,
  description: version.description,
  prices: presentPrices(version.prices),
  media: version.media,
  successUrl: version.successUrl,
  metadata: version.metadata,
  status: statusIn(product, environment),
  createdAt: product.createdAt.toISOString(),
  updatedAt: product.updatedAt.toISOString(),
});
