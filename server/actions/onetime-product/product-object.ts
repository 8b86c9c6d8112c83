import { z } from 'zod';
import type { Product, ProductVersion } from '#server/catalog/products.ts';
import { presentProduct, shownProduct } from '#server/catalog/rules/product-object.ts';
import type { Environment } from '#server/domain/environments.ts';

/** `data` of the endpoints that answer with a one-time product. (commerce-api.md, "One-time product".) */
export const onetimeProductOutput = z.object({ product: z.object(shownProduct).meta({ id: 'OnetimeProduct' }) });

/** The one-time product object of a response, as it stands in one environment. */
export const onetimeProductObject = (product: Product, version: ProductVersion, environment: Environment) =>
  presentProduct(product, version, environment);
