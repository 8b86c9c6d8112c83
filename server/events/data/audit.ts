/** The links of the audit trail, and where each merchant's chain ends. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { auditEntries, auditHeads } from '#db/schema/index.ts';
import { among } from '#server/platform/data/listing.ts';
import { recordsOf } from '#server/platform/data/records.ts';
import { noHash } from '../rules/audit-chain.ts';

/** The last link of a merchant's chain; position 0 where there is none yet. */
export type AuditHead = typeof auditHeads.$inferSelect;
export type NewAuditEntry = typeof auditEntries.$inferInsert;

/** The ends of these merchants' chains, locked, always in the same order; begun where there is none. */
export async function lockAuditHeads(tx: Tx, merchantIds: readonly string[]): Promise<AuditHead[]> {
  const begun = [...merchantIds].sort().map((merchantId) => ({ merchantId, position: 0, hash: noHash }));
  // Changes nothing where there is one: so written, it locks and reads it.
  return await tx
    .insert(auditHeads)
    .values(begun)
    .onConflictDoUpdate({ target: auditHeads.merchantId, set: { merchantId: sql`excluded.merchant_id` } })
    .returning();
}

/** Which of these events are chained already. */
export async function findChained(tx: Tx, eventIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.select({ id: auditEntries.id }).from(auditEntries).where(among(auditEntries.id, eventIds));
  return new Set(rows.map(({ id }) => id));
}

/** Adds links, and moves the ends of their chains on; the ends are locked by this transaction. */
export async function appendLinks(tx: Tx, links: readonly NewAuditEntry[], heads: readonly AuditHead[]): Promise<void> {
  if (links.length === 0) return;
  await Promise.all([
    tx.execute(sql`insert into ${auditEntries} ${recordsOf(auditEntries, links)}`),
    tx.execute(sql`
      update ${auditHeads} set position = moved.position, hash = moved.hash
      from (${recordsOf(auditHeads, heads)}) as moved where ${auditHeads.merchantId} = moved.merchant_id`),
  ]);
}
