/** The sender domains whose DNS the worker has to check. */
import { and, asc, eq, exists, gt, inArray, isNull, like, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { senderDomains, stores } from '#db/schema/index.ts';
import { type DueSearch, listDueMerchants } from '#server/platform/data/due-merchants.ts';
import { isStoreOf } from '#server/platform/data/merchant-scope.ts';
import {
  domainCheckDays,
  domainCheckIntervalSeconds,
  unansweredCheckIntervalSeconds,
  unansweredProblem,
} from '../rules/sender.ts';
import type { SenderDomain } from '../senders.ts';

/** Locks a domain that is still unproven; undefined if it was proven or revoked, or its store was deleted. */
export async function lockUnprovenDomain(
  tx: Tx,
  { id, merchantId }: Pick<SenderDomain, 'id' | 'merchantId'>,
): Promise<SenderDomain | undefined> {
  const [found] = await tx
    .select({ domain: senderDomains })
    .from(senderDomains)
    .innerJoin(stores, and(isStoreOf(senderDomains), isNull(stores.deletedAt)))
    .where(
      and(eq(senderDomains.id, id), eq(senderDomains.merchantId, merchantId), eq(senderDomains.status, 'unproven')),
    )
    .for('update', { of: senderDomains });
  return found?.domain;
}

/**
 * The condition that an unproven domain's DNS check is due at `now`: a new or requested one, and for some days one checked a
 * while ago, with a longer interval after unanswered checks.
 */
const isDue = (tx: Tx, now: Date): SQL | undefined => {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const store = tx
    .select({ one: sql`1` })
    .from(stores)
    .where(and(isStoreOf(senderDomains), isNull(stores.deletedAt)));
  return and(
    eq(senderDomains.status, 'unproven'),
    exists(store),
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
  );
};

/** Since when a domain waits. A request updates the row's time, so that frequent requests do not overtake other domains. */
const waitsSince = sql`coalesce(${senderDomains.checkedAt}, ${senderDomains.updatedAt})`;

/** The merchants with domains to check, the longest waiting first. */
export const listMerchantsToCheck = (tx: Tx, now: Date, search: DueSearch): Promise<string[]> =>
  listDueMerchants(tx, { table: senderDomains, dueAt: waitsSince, where: () => isDue(tx, now) }, search);

/**
 * Claims a merchant's domains whose DNS check is due at `now`, the longest waiting first. A claim counts as a check, so a crash
 * only delays it.
 */
export async function claimDueDomains(tx: Tx, merchantId: string, now: Date, limit: number): Promise<SenderDomain[]> {
  const ofMerchant = eq(senderDomains.merchantId, merchantId);
  const due = await tx
    .select()
    .from(senderDomains)
    .where(and(ofMerchant, isDue(tx, now)))
    .orderBy(asc(waitsSince), asc(senderDomains.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) {
    await tx
      .update(senderDomains)
      .set({ checkedAt: now })
      .where(and(ofMerchant, inArray(senderDomains.id, ids)));
  }
  return due.map((domain) => ({ ...domain, checkedAt: now }));
}
