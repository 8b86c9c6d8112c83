/** The customer portal: who is visiting, by which link they came, and what they have bought. */
import { and, count, desc, eq, gt, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { orders, portalLinks, portalSessions, productVersions } from '../../db/schema/index.ts';
import type { Environment } from '../domain/environments.ts';
import { newId } from '../domain/ids.ts';
import { linkDaySeconds } from '../domain/portal.ts';
import type { ReadScope } from './listing.ts';
import { type OrderWithProduct, visibleOrders } from './orders.ts';
import type { Store } from './stores.ts';

export type PortalLink = typeof portalLinks.$inferSelect;
export type PortalSession = typeof portalSessions.$inferSelect;

/** Whose orders a visit shows: one buyer's, in one store and environment. */
export interface BuyerScope {
  readonly storeId: string;
  readonly environment: Environment;
  readonly buyerIdentity: string;
}

/** Where somebody wants to come in. */
export interface PortalEntry {
  readonly store: Pick<Store, 'id' | 'merchantId'>;
  readonly environment: Environment;
}

const readScopeOf = ({ storeId, environment, buyerIdentity }: BuyerScope): ReadScope => ({
  environment,
  storeIds: [storeId],
  buyerIdentity,
  onSaleOnly: true,
});

/** Requests for links with one address take turns, until the transaction ends. */
export const lockLinkRequests = (tx: Tx, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`portal links of ${email.toLowerCase()}`}, 0))`);

/** When links were asked for with that address since then, in any store, newest first. */
export const listLinkRequests = (
  tx: Tx,
  email: string,
  since: Date,
  limit: number,
): Promise<Pick<PortalLink, 'storeId' | 'environment' | 'createdAt'>[]> =>
  tx
    .select({ storeId: portalLinks.storeId, environment: portalLinks.environment, createdAt: portalLinks.createdAt })
    .from(portalLinks)
    .where(and(sql`lower(${portalLinks.email}) = ${email.toLowerCase()}`, gt(portalLinks.createdAt, since)))
    .orderBy(desc(portalLinks.createdAt))
    .limit(limit);

/** How many links were asked for in a merchant's stores, in that environment, since then. */
export async function countMerchantLinks(tx: Tx, { store, environment }: PortalEntry, since: Date): Promise<number> {
  const [row] = await tx
    .select({ rows: count() })
    .from(portalLinks)
    .where(
      and(
        // Nothing that was asked for since then had ended before: found by the index on ends.
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

/** Uses a link up: of any number that try at once, one gets it. Undefined where it is none of the store's, used or old. */
export const usePortalLink = async (
  tx: Tx,
  storeId: string,
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
          eq(portalLinks.storeId, storeId),
          isNull(portalLinks.usedAt),
          gt(portalLinks.expiresAt, now),
        ),
      )
      .returning()
  )[0];

/** A link of the store's, whatever became of it. */
export const findPortalLink = async (tx: Tx, storeId: string, tokenHash: string): Promise<PortalLink | undefined> =>
  (
    await tx
      .select()
      .from(portalLinks)
      .where(and(eq(portalLinks.tokenHash, tokenHash), eq(portalLinks.storeId, storeId)))
  )[0];

export const insertPortalSession = (
  tx: Tx,
  { store, environment }: PortalEntry,
  session: Pick<PortalSession, 'tokenHash' | 'buyerIdentity' | 'expiresAt'>,
  now: Date,
) =>
  tx
    .insert(portalSessions)
    .values({ id: newId(), merchantId: store.merchantId, storeId: store.id, environment, ...session, createdAt: now });

/** A visit to that store that has not ended. */
export const findPortalSession = async (
  tx: Tx,
  storeId: string,
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
          eq(portalSessions.storeId, storeId),
          gt(portalSessions.expiresAt, now),
        ),
      )
  )[0];

export const savePortalSessionEnd = (tx: Tx, { id, storeId }: PortalSession, expiresAt: Date) =>
  tx
    .update(portalSessions)
    .set({ expiresAt })
    .where(and(eq(portalSessions.id, id), eq(portalSessions.storeId, storeId)));

export const deletePortalSession = (tx: Tx, storeId: string, tokenHash: string) =>
  tx.delete(portalSessions).where(and(eq(portalSessions.tokenHash, tokenHash), eq(portalSessions.storeId, storeId)));

/** Forgets visits that have ended, and links that no longer count towards a day's limit; says how many. */
export async function deleteOldVisits(tx: Tx, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - linkDaySeconds * 1000);
  const visits = await tx
    .delete(portalSessions)
    .where(lte(portalSessions.expiresAt, now))
    .returning({ id: portalSessions.id });
  // A link lives shorter than a day, so by its end it is found by the index.
  const links = await tx
    .delete(portalLinks)
    .where(and(lte(portalLinks.expiresAt, now), lte(portalLinks.createdAt, dayAgo)))
    .returning({ id: portalLinks.id });
  return visits.length + links.length;
}

/**
 * The address under which something was really bought (paid, or begun as a trial), as it is written there; undefined
 * where nothing was. What is emailed goes to that spelling, not to the one that was typed.
 */
export async function findBuyersAddress(tx: Tx, scope: BuyerScope): Promise<string | undefined> {
  const [found] = await tx
    .select({ address: sql<string>`coalesce(${orders.buyerIdentity}, ${orders.buyerEmail})` })
    .from(orders)
    .where(
      and(
        visibleOrders(readScopeOf(scope)),
        or(sql`${orders.completedAt} is not null`, sql`${orders.startedAt} is not null`),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return found?.address;
}

/** What lapsed before it was paid was never bought. */
const isShown = (scope: BuyerScope, now: Date): SQL | undefined =>
  and(
    visibleOrders(readScopeOf(scope)),
    ne(orders.status, 'expired'),
    not(sql`(${orders.status} = 'pending' and ${orders.expiresAt} <= ${now.toISOString()}::timestamptz)`),
  );

const isLive = sql`(${orders.productType} = 'subscription' and ${orders.status} in ('active', 'trialing', 'past_due', 'canceling'))`;

/** One page of a buyer's orders with their product's name: subscriptions that live first, then the newest. */
export const listBuyerOrders = (
  tx: Tx,
  scope: BuyerScope,
  page: { readonly limit: number; readonly offset: number },
  now: Date,
): Promise<OrderWithProduct[]> =>
  tx
    .select({ order: orders, productName: productVersions.name })
    .from(orders)
    .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
    .where(isShown(scope, now))
    .orderBy(desc(isLive), desc(orders.createdAt), desc(orders.id))
    .limit(page.limit)
    .offset(page.offset);

export async function countBuyerOrders(tx: Tx, scope: BuyerScope, now: Date): Promise<number> {
  const [row] = await tx.select({ rows: count() }).from(orders).where(isShown(scope, now));
  return row?.rows ?? 0;
}

/** A buyer's own order with its product's name; undefined where there is none. */
export const findBuyerOrder = async (
  tx: Tx,
  scope: BuyerScope,
  orderId: string,
): Promise<OrderWithProduct | undefined> =>
  (
    await tx
      .select({ order: orders, productName: productVersions.name })
      .from(orders)
      .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
      .where(and(visibleOrders(readScopeOf(scope)), eq(orders.id, orderId)))
  )[0];

/** The email address that a buyer used last; undefined where no order names one. */
export async function findBuyersEmail(tx: Tx, scope: BuyerScope): Promise<string | undefined> {
  const [found] = await tx
    .select({ email: orders.buyerEmail })
    .from(orders)
    .where(and(visibleOrders(readScopeOf(scope)), sql`${orders.buyerEmail} is not null`))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return found?.email ?? undefined;
}
