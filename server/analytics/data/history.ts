/** The bounds of the stores' history. */
import { and, asc, eq, max, min, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, stores } from '#db/schema/index.ts';
import { among, merchantsOf, type ReadScope } from '#server/platform/data/listing.ts';
import type { History } from '../rules/full-range.ts';

/** The first order of the stores in scope, and the latest of their test clocks. */
export async function readHistory(tx: Tx, scope: ReadScope): Promise<History> {
  const { environment } = scope;
  const parts = [];
  for (const ofMerchant of merchantsOf(scope)) parts.push(await readMerchantHistory(tx, ofMerchant));
  const extreme = (moments: (Date | null)[], choose: (...times: number[]) => number) => {
    const times = moments.flatMap((moment) => moment?.getTime() ?? []);
    return times.length > 0 ? new Date(choose(...times)) : null;
  };
  const firstOrderAt = extreme(
    parts.map((part) => part.firstOrderAt),
    Math.min,
  );
  const testClockAt = extreme(
    parts.map((part) => part.testClockAt),
    Math.max,
  );
  return { firstOrderAt, testClockAt: environment === 'test' ? testClockAt : null };
}

async function readMerchantHistory(tx: Tx, { environment, storeIds, merchantIds: [merchantId] }: ReadScope) {
  // One index entry per store: a minimum over several stores would read all their orders.
  const first = tx
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(
      and(eq(orders.merchantId, merchantId ?? ''), eq(orders.storeId, stores.id), eq(orders.environment, environment)),
    )
    .orderBy(asc(orders.createdAt))
    .limit(1)
    .as('first');
  const [row] = await tx
    .select({ firstOrderAt: min(first.createdAt), testClockAt: max(stores.testClockAt) })
    .from(stores)
    .leftJoinLateral(first, sql`true`)
    .where(and(eq(stores.merchantId, merchantId ?? ''), among(stores.id, storeIds)));
  return row ?? { firstOrderAt: null, testClockAt: null };
}
