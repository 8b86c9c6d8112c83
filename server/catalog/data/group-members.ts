/** The plan group of a product, and its plans. */
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { groupProducts, products, productVersions, subscriptionProductGroups } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { Group } from '../groups.ts';
import type { ProductVersion } from '../products.ts';
import { columnsIn } from './product-columns.ts';

/** The group that a product is in, in one environment; undefined without one. */
export async function findGroupOf(
  tx: Tx,
  { merchantId, storeId, environment }: { merchantId: string; storeId: string; environment: Environment },
  productId: string,
): Promise<Group | undefined> {
  const [row] = await tx
    .select({ group: subscriptionProductGroups })
    .from(groupProducts)
    .innerJoin(
      subscriptionProductGroups,
      and(
        eq(subscriptionProductGroups.id, groupProducts.groupId),
        eq(subscriptionProductGroups.merchantId, groupProducts.merchantId),
      ),
    )
    .where(
      and(
        eq(groupProducts.productId, productId),
        eq(groupProducts.environment, environment),
        eq(groupProducts.merchantId, merchantId),
        eq(subscriptionProductGroups.storeId, storeId),
      ),
    );
  return row?.group;
}

/** A group's products that are on sale, in order, with their current versions. */
export const listPlansOnSale = async (
  tx: Tx,
  { id, merchantId, storeId, environment }: Group,
): Promise<ProductVersion[]> => {
  const { versionId, status } = columnsIn(environment);
  const rows = await tx
    .select({ version: productVersions })
    .from(groupProducts)
    .innerJoin(
      products,
      and(
        eq(products.id, groupProducts.productId),
        eq(products.merchantId, groupProducts.merchantId),
        eq(products.storeId, storeId),
      ),
    )
    .innerJoin(
      productVersions,
      and(eq(productVersions.id, versionId), eq(productVersions.merchantId, products.merchantId)),
    )
    .where(and(eq(groupProducts.groupId, id), eq(groupProducts.merchantId, merchantId), eq(status, 'active')))
    .orderBy(asc(groupProducts.position));
  return rows.map(({ version }) => version);
};
