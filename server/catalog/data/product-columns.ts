/** The columns that a product has once per environment. */
import { products } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { ProductStatus } from '../rules/product.ts';

type Columns = Pick<typeof products.$inferSelect, 'prodStatus' | 'testStatus' | 'prodVersionId' | 'testVersionId'>;

/** The columns for an environment. */
export const columnsIn = (environment: Environment) =>
  environment === 'prod'
    ? { versionId: products.prodVersionId, status: products.prodStatus }
    : { versionId: products.testVersionId, status: products.testStatus };

/** The product's status in an environment. */
export const statusIn = (
  product: Pick<Columns, 'prodStatus' | 'testStatus'>,
  environment: Environment,
): ProductStatus => (environment === 'prod' ? product.prodStatus : product.testStatus);

/** The ID of the product's current version in an environment; null if it was never published there. */
export const versionIdIn = (product: Columns, environment: Environment): string | null =>
  environment === 'prod' ? product.prodVersionId : product.testVersionId;
