/** Which sender domains the worker looks up, and when. */
import { and, asc, eq, gt, inArray, isNull, like, lte, not, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { senderDomains, stores } from '#db/schema/index.ts';
import {
  domainCheckDays,
  domainCheckIntervalSeconds,
  unansweredCheckIntervalSeconds,
  unansweredProblem,
} from '../rules/sender.ts';
import type { SenderDomain } from '../senders.ts';

/** A domain that still waits to be proven, locked; undefined where it was proven, revoked, or its store deleted. */
export async function lockUnprovenDomain(tx: Tx, id: string): Promise<SenderDomain | undefined> {
  const [found] = await tx
    .select({ domain: senderDomains })
    .from(senderDomains)
    .innerJoin(stores, and(eq(stores.id, senderDomains.storeId), isNull(stores.deletedAt)))
    .where(and(eq(senderDomains.id, id), eq(senderDomains.status, 'unproven')))
    .for('update', { of: senderDomains });
  return found?.domain;
}

/**
 * Claims the unproven domains that are due at `now`: those never looked up or asked for again, and for some days those
 * looked up some minutes ago; those for which nobody answered have to wait longer. Those that wait longest come first. A
 * claim counts as a look-up, so a worker that dies with it in hand only delays it.
 */
export async function claimDueDomains(tx: Tx, now: Date, limit: number): Promise<SenderDomain[]> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const due = await tx
    .select({ domain: senderDomains })
    .from(senderDomains)
    .innerJoin(stores, and(eq(stores.id, senderDomains.storeId), isNull(stores.deletedAt)))
    .where(
      and(
        eq(senderDomains.status, 'unproven'),
        or(
          isNull(senderDomains.checkedAt),
          and(
            lte(senderDomains.checkedAt, before(domainCheckIntervalSeconds)),
            or(
              isNull(senderDomains.checkProblem),
              not(like(senderDomains.checkProblem, unansweredProblem('%'))),
              lte(senderDomains.checkedAt, before(unansweredCheckIntervalSeconds)),
            ),
            gt(senderDomains.createdAt, before(domainCheckDays * 24 * 60 * 60)),
          ),
        ),
      ),
    )
    // Asking for a look-up again sets the row's time: whoever asks every minute does not overtake the others.
    .orderBy(asc(sql`coalesce(${senderDomains.checkedAt}, ${senderDomains.updatedAt})`), asc(senderDomains.id))
    .limit(limit)
    .for('update', { of: senderDomains, skipLocked: true });
  const ids = due.map(({ domain }) => domain.id);
  if (ids.length > 0) await tx.update(senderDomains).set({ checkedAt: now }).where(inArray(senderDomains.id, ids));
  return due.map(({ domain }) => ({ ...domain, checkedAt: now }));
}
