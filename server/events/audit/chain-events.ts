/** Adds every event to its merchant's chain, in the transaction in which it leaves the outbox. */
import type { Tx } from '#db/client.ts';
import type { Consumer } from '../consumer.ts';
import { appendLinks, findChained, lockAuditHead, type NewAuditEntry } from '../data/audit.ts';
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
 * of events of a merchant.
 */
export async function chainEvents(tx: Tx, events: readonly EventRow[], now: Date): Promise<void> {
  for (const [merchantId, own] of Map.groupBy(events, (event) => event.merchantId))
    await chainOwnEvents(tx, merchantId, own, now);
}

async function chainOwnEvents(tx: Tx, merchantId: string, events: readonly EventRow[], now: Date): Promise<void> {
  let head = await lockAuditHead(tx, merchantId);
  const chained = await findChained(
    tx,
    merchantId,
    events.map(({ id }) => id),
  );
  const links: NewAuditEntry[] = [];
  for (const event of events) {
    if (chained.has(event.id)) continue;
    const [position, previousHash] = [head.position + 1, head.hash];
    const hash = hashLink(previousHash, position, event);
    links.push({ id: event.id, merchantId, position, hash, previousHash, chainedAt: now });
    head = { ...head, position, hash };
    chained.add(event.id);
  }
  await appendLinks(tx, links, head);
}
