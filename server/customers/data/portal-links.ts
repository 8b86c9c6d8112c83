/** The portal links that are emailed to buyers. */
import { and, count, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { portalLinks } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { checkedInStore, inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { PortalEntry } from './portal-sessions.ts';

export type PortalLink = typeof portalLinks.$inferSelect;

/** The number of link requests in a merchant's stores in an environment since a time. */
export async function countMerchantLinks(tx: Tx, { store, environment }: PortalEntry, since: Date): Promise<number> {
  const [row] = await tx
    .select({ rows: count() })
    .from(portalLinks)
    .where(
      and(
        // Implied by the next condition, but in a form that the index on `expires_at` supports.
        gt(portalLinks.expiresAt, since),
        gt(portalLinks.createdAt, since),
        eq(portalLinks.merchantId, store.merchantId),
        eq(portalLinks.environment, environment),
      ),
    );
  return row?.rows ?? 0;
}

export const insertPortalLink = (
  tx: Tx,
  { store, environment }: PortalEntry,
  link: Pick<PortalLink, 'tokenHash' | 'email' | 'expiresAt'>,
  now: Date,
) =>
  tx
    .insert(portalLinks)
    .values({ id: newId(), merchantId: store.merchantId, storeId: store.id, environment, ...link, createdAt: now });

/** Uses a link; of several concurrent callers, one receives it. Undefined for an unknown, used or expired link. */
export const usePortalLink = async (
  tx: Tx,
  scope: StoreScope,
  tokenHash: string,
  now: Date,
): Promise<PortalLink | undefined> =>
  (
    await tx
      .update(portalLinks)
      .set({ usedAt: now })
      .where(
        and(
          eq(portalLinks.tokenHash, tokenHash),
          inStore(portalLinks, scope),
          isNull(portalLinks.usedAt),
          gt(portalLinks.expiresAt, now),
        ),
      )
      .returning()
  )[0];

/** A link of the store, used and expired ones included. */
export const findPortalLink = async (tx: Tx, scope: StoreScope, tokenHash: string): Promise<PortalLink | undefined> =>
  (
    await tx
      .select()
      .from(portalLinks)
      .where(and(eq(portalLinks.tokenHash, tokenHash), checkedInStore(portalLinks, scope)))
  )[0];
