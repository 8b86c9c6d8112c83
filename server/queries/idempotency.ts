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

/** The status of a key whose call works in steps and has no answer yet: its body says until when that has the key. */
const underWay = 102;

/** How long a call in steps has its key without saying that it is still at it. */
const leaseMs = 60_000;

type Lease = Pick<StoredAnswer, 'scope' | 'key'> & Partial<Pick<StoredAnswer, 'bodyDigests'>>;

/** Until when a call in steps has the key; undefined for an answer. */
export const leasedUntil = ({ responseStatus, responseBody }: StoredAnswer): Date | undefined =>
  responseStatus === underWay ? new Date(responseBody) : undefined;

/** Gives a claimed key to a call in steps, for a while: it outlives the transaction. */
export const leaseKey = (tx: Tx, call: Required<Lease>, now: Date): Promise<void> =>
  storeAnswer(tx, {
    ...call,
    responseStatus: underWay,
    responseBody: new Date(now.getTime() + leaseMs).toISOString(),
    createdAt: now,
  });

const ofLease = ({ scope, key }: Lease) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key), eq(idempotencyKeys.responseStatus, underWay));

/** The call is still at it. */
export async function extendLease(tx: Tx, call: Lease, now: Date): Promise<void> {
  const responseBody = new Date(now.getTime() + leaseMs).toISOString();
  await tx.update(idempotencyKeys).set({ responseBody }).where(ofLease(call));
}

/** The call failed: only successes are kept, and the key is free. */
export async function endLease(tx: Tx, call: Lease): Promise<void> {
  await tx.delete(idempotencyKeys).where(ofLease(call));
}

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
