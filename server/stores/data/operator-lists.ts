/** Accounts and stores for operators, without any data about sales. */
import { and, count, desc, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { dashboardSessions, merchants, orders, stores } from '#db/schema/index.ts';
import { everyMerchant, inStore, type StoreScope, scopeOfStore } from '#server/platform/data/merchant-scope.ts';

/** The limit up to which a store's orders are counted. */
export const maxCountedOrders = 1000;

const containing = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Accounts that match part of a name or address, newest first. */
export async function listAccounts(tx: Tx, { search, limit }: { search: string; limit: number }) {
  const accounts = await tx
    .select()
    .from(merchants)
    .where(
      search ? or(ilike(merchants.name, containing(search)), ilike(merchants.email, containing(search))) : undefined,
    )
    .orderBy(desc(merchants.id))
    .limit(limit);
  const ids = accounts.map(({ id }) => id);
  if (ids.length === 0) return [];
  const owned = await tx
    .select({ ownerId: stores.ownerId, count: count() })
    .from(stores)
    .where(and(everyMerchant, inArray(stores.ownerId, ids), isNull(stores.deletedAt)))
    .groupBy(stores.ownerId);
  const sessions = await tx
    .select({
      merchantId: dashboardSessions.merchantId,
      lastAt: sql<string>`max(${dashboardSessions.updatedAt})`,
    })
    .from(dashboardSessions)
    .where(inArray(dashboardSessions.merchantId, ids))
    .groupBy(dashboardSessions.merchantId);
  const storesOf = new Map(owned.map(({ ownerId, count: found }) => [ownerId, found]));
  const lastSeen = new Map(sessions.map(({ merchantId, lastAt }) => [merchantId, new Date(lastAt)]));
  return accounts.map((account) => ({
    ...account,
    storeCount: storesOf.get(account.id) ?? 0,
    lastSeenAt: lastSeen.get(account.id) ?? null,
  }));
}

/** Existing stores that match part of a name, slug or the owner's address, newest first. */
export async function listAllStores(tx: Tx, { search, limit }: { search: string; limit: number }) {
  const pattern = containing(search);
  const found = await tx
    .select({ store: stores, owner: merchants })
    .from(stores)
    .innerJoin(merchants, eq(merchants.id, stores.ownerId))
    .where(
      and(
        everyMerchant,
        isNull(stores.deletedAt),
        search
          ? or(ilike(stores.name, pattern), ilike(stores.slug, pattern), ilike(merchants.email, pattern))
          : undefined,
      ),
    )
    .orderBy(desc(stores.createdAt), desc(stores.id))
    .limit(limit);
  const counts = await Promise.all(found.map(({ store }) => countProdOrders(tx, scopeOfStore(store))));
  return found.map(({ store, owner }, index) => ({ store, owner, orderCount: counts[index] ?? 0 }));
}

/** The number of a store's prod orders, up to {@link maxCountedOrders}. */
async function countProdOrders(tx: Tx, scope: StoreScope): Promise<number> {
  const countable = tx
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(and(inStore(orders, scope), eq(orders.environment, 'prod')))
    .limit(maxCountedOrders)
    .as('some');
  const [counted] = await tx.select({ count: count() }).from(countable);
  return counted?.count ?? 0;
}
