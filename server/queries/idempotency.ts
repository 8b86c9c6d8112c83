/** First answers to calls that carried an X-Idempotency-Key. (decisions.md, "Idempotency".) */
import { createHash } from 'node:crypto';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { idempotencyKeys } from '../../db/schema/index.ts';

export type StoredAnswer = typeof idempotencyKeys.$inferSelect;

const retentionMs = 24 * 60 * 60 * 1000;

/**
 * Takes the key for the rest of the transaction; false where another transaction has it. The lock is PostgreSQL's own,
 * so it ends with the transaction however that ends: a process that dies frees it at once, a machine that vanishes
 * after the 60 seconds that a transaction may idle.
 */
export async function claimIdempotencyKey(tx: Tx, scope: string, key: string): Promise<boolean> {
  const lock = createHash('sha256').update(`${scope}\n${key}`).digest().readBigInt64BE(0);
  const rows = await tx.execute<{ claimed: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock.toString()}::bigint) as claimed`,
  );
  return rows[0]?.claimed === true;
}

/** The answer kept for a claimed key in the last 24 hours. */
export const findStoredAnswer = async (
  tx: Tx,
  scope: string,
  key: string,
  now: Date,
): Promise<StoredAnswer | undefined> =>
  (
    await tx
      .select()
      .from(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.scope, scope),
          eq(idempotencyKeys.key, key),
          gt(idempotencyKeys.createdAt, new Date(now.getTime() - retentionMs)),
        ),
      )
  )[0];

/** Keeps an answer in the transaction of its effect; one that has outlived its 24 hours is replaced. */
export async function storeAnswer(tx: Tx, answer: StoredAnswer): Promise<void> {
  const { scope, key, ...rest } = answer;
  await tx
    .insert(idempotencyKeys)
    .values({ scope, key, ...rest })
    .onConflictDoUpdate({ target: [idempotencyKeys.scope, idempotencyKeys.key], set: rest });
}

/** Forgets answers past their 24 hours; says how many. */
export async function deleteOldAnswers(tx: Tx, now: Date): Promise<number> {
  const gone = await tx
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, new Date(now.getTime() - retentionMs)))
    .returning({ key: idempotencyKeys.key });
  return gone.length;
}
