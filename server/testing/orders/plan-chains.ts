/** Links sold subscriptions as plan changes do, for tests of analytics. */
import { and, eq } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';
import { db, type TestMerchant } from '../api.ts';

/** Makes each buyer's subscription replace the one of the buyer before. `buyers` are the buyers of `sell`. */
export async function linkChain({ store }: TestMerchant, buyers: readonly string[]): Promise<void> {
  const ids: string[] = [];
  for (const buyer of buyers) {
    const isBuyer = and(eq(orders.storeId, store.id), eq(orders.buyerIdentity, buyer));
    const [row] = await db.select({ id: orders.id }).from(orders).where(isBuyer);
    if (!row) throw new Error(`no order of ${buyer}`);
    ids.push(row.id);
  }
  for (const [index, id] of ids.entries()) {
    const links = { changeOriginOrderId: ids[index - 1] ?? null, changeOrderId: ids[index + 1] ?? null };
    await db.update(orders).set(links).where(eq(orders.id, id));
  }
}
