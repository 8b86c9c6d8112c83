import { z } from 'zod';
import type { Product, ProductVersion } from '#server/catalog/products.ts';
import { presentProduct, shownProduct } from '#server/catalog/rules/product-object.ts';
import type { Environment } from '#server/domain/environments.ts';

/** One-time products, and `data` of the endpoints that return one. (commerce-api.md, "One-time product") */
export const onetimeKind = {
  type: 'onetime',
  exampleId: '$productId',
  output: z.object({ product: z.object(shownProduct).meta({ schemaName: 'OnetimeProduct' }) }),
  answer: (product: Product, version: ProductVersion, environment: Environment) => ({
    product: presentProduct(product, version, environment),
  }),
} as const;
