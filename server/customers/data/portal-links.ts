/** The portal links that are emailed to buyers. */
import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { portalLinks } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { everyMerchant, inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { PortalEntry } from './portal-sessions.ts';

export type PortalLink = typeof portalLinks.$inferSelect;

/** Serializes link requests for an address until the transaction ends. */
export const lockLinkRequests = (tx: Tx, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`portal links of ${email.toLowerCase()}`}, 0))`);

/** The link requests for an address since a time, in any store, newest first. */
export const listLinkRequests = (
  tx: Tx,
  email: string,
  since: Date,
  limit: number,
): Promise<Pick<PortalLink, 'storeId' | 'environment' | 'createdAt'>[]> =>
  tx
    .select({ storeId: portalLinks.storeId, environment: portalLinks.environment, createdAt: portalLinks.createdAt })
    .from(portalLinks)
    // The limit is the address's, in the stores of all merchants.
    .where(
      and(everyMerchant, sql`lower(${portalLinks.email}) = ${email.toLowerCase()}`, gt(portalLinks.createdAt, since)),
    )
    .orderBy(desc(portalLinks.createdAt))
    .limit(limit);

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
      .where(and(eq(portalLinks.tokenHash, tokenHash), inStore(portalLinks, scope)))
  )[0];
