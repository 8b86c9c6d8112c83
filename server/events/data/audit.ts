/** The audit log's links, and the head of each merchant's chain. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { auditEntries, auditHeads } from '#db/schema/index.ts';
import { among } from '#server/platform/data/listing.ts';
import { recordsOf } from '#server/platform/data/records.ts';
import { noHash } from '../rules/audit-chain.ts';

/** The last link of a merchant's chain; position 0 for an empty chain. */
export type AuditHead = typeof auditHeads.$inferSelect;
export type NewAuditEntry = typeof auditEntries.$inferInsert;

/** Locks the heads of these merchants' chains, always in the same order; creates missing ones. */
export async function lockAuditHeads(tx: Tx, merchantIds: readonly string[]): Promise<AuditHead[]> {
  const begun = [...merchantIds].sort().map((merchantId) => ({ merchantId, position: 0, hash: noHash }));
  // For an existing head the update changes nothing: it locks and returns the row.
  return await tx
    .insert(auditHeads)
    .values(begun)
    .onConflictDoUpdate({ target: auditHeads.merchantId, set: { merchantId: sql`excluded.merchant_id` } })
    .returning();
}

/** The events that are chained already. */
export async function findChained(tx: Tx, eventIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.select({ id: auditEntries.id }).from(auditEntries).where(among(auditEntries.id, eventIds));
  return new Set(rows.map(({ id }) => id));
}

/** Adds links and moves their chains' heads, which this transaction has locked. */
export async function appendLinks(tx: Tx, links: readonly NewAuditEntry[], heads: readonly AuditHead[]): Promise<void> {
  if (links.length === 0) return;
  await Promise.all([
    tx.execute(sql`insert into ${auditEntries} ${recordsOf(auditEntries, links)}`),
    tx.execute(sql`
      update ${auditHeads} set position = moved.position, hash = moved.hash
      from (${recordsOf(auditHeads, heads)}) as moved where ${auditHeads.merchantId} = moved.merchant_id`),
  ]);
}
