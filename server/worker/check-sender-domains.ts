/** Unproven sender domains whose DNS holds the record that was asked for go to review. */

import type { Database } from '#db/client.ts';
import { changeOf } from '#server/domain/changes.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { DnsProvider } from '#server/providers/dns.ts';
import { claimDueDomains, lockUnprovenDomain } from '#server/stores/data/sender-checks.ts';
import { dnsRecordOf, nextSenderStatus, unansweredProblem } from '#server/stores/rules/sender.ts';
import { type SenderDomain, updateSender } from '#server/stores/senders.ts';

const actor = { kind: 'worker', by: 'check-sender-domains' } as const;

/** How many domains one run looks up, and how long it waits for each. */
const usual = { most: 200, timeoutMs: 3000 };

/**
 * Looks up the domains that are due at `now`, those that wait longest first and all at once: one whose name servers
 * keep silent holds up no other. What is left waits for the next run. Says how many were proven.
 */
export async function checkSenderDomains(
  db: Database,
  dns: DnsProvider,
  now: Date,
  { most, timeoutMs } = usual,
): Promise<number> {
  const due = await db.transaction((tx) => claimDueDomains(tx, now, most));
  const lookUps = due.map((domain) => ({ domain, found: findProblem(dns, domain, timeoutMs) }));
  let proven = 0;
  // Written down one by one: the worker's other jobs share its few connections.
  for (const { domain, found } of lookUps) {
    if (await saveOutcome(db, domain, await found, now)) proven += 1;
  }
  return proven;
}

/** What keeps the domain from being proven, in words for its merchant; null where nothing does. Never throws. */
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
      : `The TXT record at ${name} holds something else`;
  } catch {
    return unansweredProblem(domain);
  }
}

/** Writes down what was found; whether the domain is proven by it. One that was revoked meanwhile is left alone. */
async function saveOutcome(db: Database, found: SenderDomain, problem: string | null, now: Date): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const domain = await lockUnprovenDomain(tx, found.id);
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
