/** Portal sessions of buyers. */
import { and, eq, gt, lte } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { portalLinks, portalSessions } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { newId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { checkedInStore, everyMerchant, isRow, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { Store } from '#server/stores/stores.ts';
import { linkDaySeconds } from '../rules/portal.ts';

export type PortalSession = typeof portalSessions.$inferSelect;

/** The store and environment of a portal. */
export interface PortalEntry {
  readonly store: Pick<Store, 'id' | 'merchantId'>;
  readonly environment: Environment;
}

/** Inserts a session and records the event, with how the buyer authenticated. */
export async function insertPortalSession(
  tx: Tx,
  { store, environment }: PortalEntry,
  session: Pick<PortalSession, 'tokenHash' | 'buyerIdentity' | 'expiresAt'>,
  by: 'emailed link' | 'session token',
  now: Date,
): Promise<void> {
  const [id, scope] = [newId(), { merchantId: store.merchantId, storeId: store.id, environment }];
  await tx.insert(portalSessions).values({ id, ...scope, ...session, createdAt: now });
  const actor = { kind: 'portal', by: session.buyerIdentity } as const;
  const event = { type: 'portal.entered', objectId: id, data: { by } } as const;
  await recordEvent(tx, { ...scope, actor, ...event }, now);
}

/** An unexpired session in the store. */
export const findPortalSession = async (
  tx: Tx,
  scope: StoreScope,
  tokenHash: string,
  now: Date,
): Promise<PortalSession | undefined> =>
  (
    await tx
      .select()
      .from(portalSessions)
      .where(
        and(
          eq(portalSessions.tokenHash, tokenHash),
          checkedInStore(portalSessions, scope),
          gt(portalSessions.expiresAt, now),
        ),
      )
  )[0];

export const savePortalSessionEnd = (tx: Tx, session: PortalSession, expiresAt: Date) =>
  tx.update(portalSessions).set({ expiresAt }).where(isRow(portalSessions, session));

export const deletePortalSession = (tx: Tx, scope: StoreScope, tokenHash: string) =>
  tx.delete(portalSessions).where(and(eq(portalSessions.tokenHash, tokenHash), checkedInStore(portalSessions, scope)));

/** Deletes expired sessions, and links that no longer count towards the daily limit. Returns their number. */
export async function deleteOldPortalRows(tx: Tx, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - linkDaySeconds * 1000);
  const sessions = await tx
    .delete(portalSessions)
    .where(and(everyMerchant, lte(portalSessions.expiresAt, now)))
    .returning({ id: portalSessions.id });
  // A link expires within a day, so the index on `expires_at` finds it.
  const links = await tx
    .delete(portalLinks)
    .where(and(everyMerchant, lte(portalLinks.expiresAt, now), lte(portalLinks.createdAt, dayAgo)))
    .returning({ id: portalLinks.id });
  return sessions.length + links.length;
}
