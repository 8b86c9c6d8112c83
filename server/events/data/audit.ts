/** The audit log's links, and the head of each merchant's chain. */
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, insertionOf, type Params, recordsIn } from '#db/hot-statement.ts';
import { auditEntries, auditHeads } from '#db/schema/index.ts';
import { among } from '#server/platform/data/listing.ts';
import { noHash } from '../rules/audit-chain.ts';

/** The last link of a merchant's chain; position 0 for an empty chain. */
export type AuditHead = typeof auditHeads.$inferSelect;
export type NewAuditEntry = typeof auditEntries.$inferInsert;

/** Locks the head of a merchant's chain; creates a missing one. */
export async function lockAuditHead(tx: Tx, merchantId: string): Promise<AuditHead> {
  const [head] = await tx
    .insert(auditHeads)
    .values({ merchantId, position: 0, hash: noHash })
    // For an existing head the update changes nothing: it locks and returns the row.
    .onConflictDoUpdate({ target: auditHeads.merchantId, set: { merchantId: sql`excluded.merchant_id` } })
    .returning();
  if (!head) throw new Error(`The chain of merchant ${merchantId} is not locked`);
  return head;
}

/** The events of a merchant that are chained already. */
export async function findChained(tx: Tx, merchantId: string, eventIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(and(eq(auditEntries.merchantId, merchantId), among(auditEntries.id, eventIds)));
  return new Set(rows.map(({ id }) => id));
}

/** Adds links and moves the head of their chain, which this transaction has locked. */
export async function appendLinks(tx: Tx, links: readonly NewAuditEntry[], head: AuditHead): Promise<void> {
  if (links.length === 0) return;
  const { merchantId, position, hash } = head;
  await Promise.all([
    insertion(tx, { merchantId, records: recordsIn(auditEntries, links) }),
    tx.update(auditHeads).set({ position, hash }).where(eq(auditHeads.merchantId, merchantId)),
  ]);
}

/** The merchant is read from the locked head. Citus finds the node by it, but not by a merchant in a JSON list. */
const insertion = hotStatement((db, { merchantId, records }: Params<{ merchantId: string; records: string }>) => {
  const ofHead = sql`cross join ${auditHeads} where ${auditHeads.merchantId} = ${merchantId}`;
  const statement = insertionOf(auditEntries, records, { merchantId: sql`${auditHeads.merchantId}` }, ofHead);
  return { prepare: () => db.execute(statement) };
});
