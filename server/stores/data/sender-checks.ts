/** The sender domains whose DNS the worker has to check. */
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

/** Locks a domain that is still unproven; undefined if it was proven or revoked, or its store was deleted. */
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
 * Claims the unproven domains whose DNS check is due at `now`, the longest waiting first: new or requested ones, and for
 * some days those checked a while ago, with a longer interval after unanswered checks. A claim counts as a check, so a crash
 * only delays it.
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
    // A request updates the row's time, so that frequent requests do not overtake other domains.
    .orderBy(asc(sql`coalesce(${senderDomains.checkedAt}, ${senderDomains.updatedAt})`), asc(senderDomains.id))
    .limit(limit)
    .for('update', { of: senderDomains, skipLocked: true });
  const ids = due.map(({ domain }) => domain.id);
  if (ids.length > 0) await tx.update(senderDomains).set({ checkedAt: now }).where(inArray(senderDomains.id, ids));
  return due.map(({ domain }) => ({ ...domain, checkedAt: now }));
}
