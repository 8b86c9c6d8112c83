/** The plan group of a product. */
import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { groupProducts, subscriptionProductGroups } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { Group } from '../groups.ts';

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
