import { z } from 'zod';
import type { Environment } from '../../domain/environments.ts';
import { presentProduct, shownProduct } from '../../domain/product-object.ts';
import type { Product, ProductVersion } from '../../queries/products.ts';

/** `data` of the endpoints that answer with a one-time product. (commerce-api.md, "One-time product".) */
export const onetimeProductOutput = z.object({ product: z.object(shownProduct) });

/** The one-time product object of a response, as it stands in one environment. */
export const onetimeProductObject = (product: Product, version: ProductVersion, environment: Environment) =>
  presentProduct(product, version, environment);
