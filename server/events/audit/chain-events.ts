/** Adds every event to its merchant's chain, in the transaction in which it leaves the outbox. */
import type { Tx } from '#db/client.ts';
import type { Consumer } from '../consumer.ts';
import { appendLinks, findChained, lockAuditHeads, type NewAuditEntry } from '../data/audit.ts';
import type { EventRow } from '../data/events.ts';
import { hashLink } from '../rules/audit-chain.ts';

/** The audit log's consumer. */
export const auditTrail: Consumer = {
  name: 'audit trail',
  includesHistory: true,
  handle: (tx, events, now) => chainEvents(tx, events, now),
};

/**
 * Chains events in the given order, separately for each merchant; skips chained ones. Takes four statements for any number
 * of events.
 */
export async function chainEvents(tx: Tx, events: readonly EventRow[], now: Date): Promise<void> {
  const merchantIds = [...new Set(events.map(({ merchantId }) => merchantId))];
  const locked = await lockAuditHeads(tx, merchantIds);
  const heads = new Map(locked.map((head) => [head.merchantId, head]));
  const chained = await findChained(
    tx,
    events.map(({ id }) => id),
  );
  const links: NewAuditEntry[] = [];
  for (const event of events) {
    const head = heads.get(event.merchantId);
    if (!head) throw new Error(`The chain of merchant ${event.merchantId} is not locked`);
    if (chained.has(event.id)) continue;
    const [position, previousHash] = [head.position + 1, head.hash];
    const hash = hashLink(previousHash, position, event);
    links.push({ id: event.id, merchantId: event.merchantId, position, hash, previousHash, chainedAt: now });
    heads.set(event.merchantId, { ...head, position, hash });
    chained.add(event.id);
  }
  const moved = new Set(links.map(({ merchantId }) => merchantId));
  await appendLinks(
    tx,
    links,
    [...heads.values()].filter(({ merchantId }) => moved.has(merchantId)),
  );
}
