/** The bounds of the stores' history. */
import { and, asc, eq, max, min, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, stores } from '#db/schema/index.ts';
import { among, type ReadScope } from '#server/platform/data/listing.ts';
import type { History } from '../rules/full-range.ts';

/** The first order of the stores in scope, and the latest of their test clocks. */
export async function readHistory(tx: Tx, { environment, storeIds }: ReadScope): Promise<History> {
  // One index entry per store: a minimum over several stores would read all their orders.
  const first = tx
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(and(eq(orders.storeId, stores.id), eq(orders.environment, environment)))
    .orderBy(asc(orders.createdAt))
    .limit(1)
    .as('first');
  const [row] = await tx
    .select({ firstOrderAt: min(first.createdAt), testClockAt: max(stores.testClockAt) })
    .from(stores)
    .leftJoinLateral(first, sql`true`)
    .where(among(stores.id, storeIds));
  const { firstOrderAt = null, testClockAt = null } = row ?? {};
  return { firstOrderAt, testClockAt: environment === 'test' ? testClockAt : null };
}
