/** A buyer's portal session. */
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
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import type { Store } from '#server/stores/stores.ts';

/** A store's visitor, with the same fields as a session token's claims. */
export type Visit = PortalSession;

/** The session of a cookie's secret, prolonged; undefined without one or after its end. */
export async function continueVisit(
  db: Tx,
  store: Store,
  secret: string | undefined,
  now: Date,
): Promise<Visit | undefined> {
  if (!isPortalSecret(secret)) return undefined;
  const visit = await findPortalSession(db, scopeOfStore(store), secretHashOf(secret), now);
  if (!visit) return undefined;
  const last = visit.createdAt.getTime() + maxVisitSeconds * 1000;
  const expiresAt = new Date(Math.min(now.getTime() + visitTtlSeconds * 1000, last));
  if (expiresAt.getTime() - visit.expiresAt.getTime() < visitRenewalSeconds * 1000) return visit;
  await savePortalSessionEnd(db, visit, expiresAt);
  return { ...visit, expiresAt };
}

/** Ends a session everywhere. */
export async function endVisit(db: Tx, store: Store, secret: string | undefined): Promise<void> {
  if (isPortalSecret(secret)) await deletePortalSession(db, scopeOfStore(store), secretHashOf(secret));
}
