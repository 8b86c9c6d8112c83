/** Moves unverified sender domains to review once their DNS has the requested record. */

import type { Database } from '#db/client.ts';
import { changeOf } from '#server/domain/changes.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { runByMerchant } from '#server/platform/data/merchant-round.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { DnsProvider } from '#server/providers/dns.ts';
import { claimDueDomains, listMerchantsToCheck, lockUnprovenDomain } from './data/sender-checks.ts';
import { dnsRecordOf, nextSenderStatus, unansweredProblem } from './rules/sender.ts';
import { type SenderDomain, updateSender } from './senders.ts';

const actor = { kind: 'worker', by: 'check-sender-domains' } as const;

/** The maximum lookups per run, and the timeout of each. */
const defaults = { maxDomains: 200, timeoutMs: 3000 };

/**
 * Looks up the domains due at `now`, oldest lookup first and all concurrently, so that silent name servers delay no
 * other domain. The rest waits for the next run. Returns how many were verified.
 */
export async function checkSenderDomains(
  db: Database,
  dns: DnsProvider,
  now: Date,
  { maxDomains, timeoutMs } = defaults,
): Promise<number> {
  const due: SenderDomain[] = [];
  await runByMerchant('everywhere', {
    listDue: (search) => listMerchantsToCheck(db, now, search),
    async runBatch({ merchantId }) {
      const room = maxDomains - due.length;
      if (room <= 0) return { done: 0, isLast: true };
      const claimed = await db.transaction((tx) => claimDueDomains(tx, merchantId, now, room));
      due.push(...claimed);
      return { done: claimed.length, isLast: true };
    },
    // In turn, within the limit of the run.
    concurrency: 1,
  });
  const lookUps = due.map((domain) => ({ domain, found: findProblem(dns, domain, timeoutMs) }));
  let proven = 0;
  // Saved one by one: the worker's other jobs share its few connections.
  for (const { domain, found } of lookUps) {
    if (await saveOutcome(db, domain, await found, now)) proven += 1;
  }
  return proven;
}

/** The problem that keeps the domain unverified, worded for its merchant; null if there is none. Never throws. */
async function findProblem(
  dns: DnsProvider,
  { domain, dnsToken }: SenderDomain,
  timeoutMs: number,
): Promise<string | null> {
  const { name, value } = dnsRecordOf(domain, dnsToken);
  try {
    const texts = await withTimeout(dns.findTexts(name), timeoutMs);
    if (texts.some((text) => text.trim() === value)) return null;
    return texts.length === 0
      ? `There is no TXT record at ${name} yet`
      : `The TXT record at ${name} has a different value`;
  } catch {
    return unansweredProblem(domain);
  }
}

/** Saves the result of a lookup; returns whether the domain is now verified. Ignores one revoked meanwhile. */
async function saveOutcome(db: Database, found: SenderDomain, problem: string | null, now: Date): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const domain = await lockUnprovenDomain(tx, found);
    if (!domain) return false;
    if (problem !== null) {
      await updateSender(tx, 'domain', domain, { checkProblem: problem }, now);
      return false;
    }
    const status = nextSenderStatus(domain.status, 'prove');
    await updateSender(tx, 'domain', domain, { status, checkProblem: null }, now);
    const store = { id: domain.storeId, merchantId: domain.merchantId };
    const changes = changeOf('status', domain.status, status);
    const event = { type: 'sender.proven', objectId: domain.id, changes } as const;
    await recordStandingEvent(tx, store, actor, event, now);
    return true;
  });
}
