/** A buyer's visit to the portal: who they are, for as long as they go on asking. */
import type { Tx } from '#db/client.ts';
import {
  deletePortalSession,
  findPortalSession,
  type PortalSession,
  savePortalSessionEnd,
} from '#server/customers/data/portal-sessions.ts';
import {
  isPortalSecret,
  maxVisitSeconds,
  visitRenewalSeconds,
  visitTtlSeconds,
} from '#server/customers/rules/portal.ts';
import { secretHashOf } from '#server/domain/secret-hash.ts';
import type { Store } from '#server/stores/stores.ts';

/** One store's visitor. Takes the place of a session token's claims. */
export type Visit = PortalSession;

/** The visit that a cookie's secret stands for, its end moved on; undefined where there is none, or it has ended. */
export async function continueVisit(
  db: Tx,
  store: Store,
  secret: string | undefined,
  now: Date,
): Promise<Visit | undefined> {
  if (!isPortalSecret(secret)) return undefined;
  const visit = await findPortalSession(db, store.id, secretHashOf(secret), now);
  if (!visit) return undefined;
  const last = visit.createdAt.getTime() + maxVisitSeconds * 1000;
  const expiresAt = new Date(Math.min(now.getTime() + visitTtlSeconds * 1000, last));
  if (expiresAt.getTime() - visit.expiresAt.getTime() < visitRenewalSeconds * 1000) return visit;
  await savePortalSessionEnd(db, visit, expiresAt);
  return { ...visit, expiresAt };
}

/** Ends a visit: the cookie opens nothing any more, wherever it is. */
export async function endVisit(db: Tx, store: Store, secret: string | undefined): Promise<void> {
  if (isPortalSecret(secret)) await deletePortalSession(db, store.id, secretHashOf(secret));
}
