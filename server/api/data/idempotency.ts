/** First answers to calls that carried an X-Idempotency-Key. (decisions.md, "Idempotency".) */
import { createHash } from 'node:crypto';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { columnsOf, hotStatement, type Params } from '#db/hot-statement.ts';
import { idempotencyKeys } from '#db/schema/index.ts';

type Row = typeof idempotencyKeys.$inferSelect;
type Identity = Pick<Row, 'scope' | 'key' | 'bodyDigests'>;

interface Answer {
  readonly responseStatus: number;
  readonly responseBody: string;
  readonly createdAt: Date;
}

/** A used key: the first call's answer, or the lease of a call in steps that has none yet. */
export type UsedKey = Pick<Row, 'bodyDigests'> &
  ({ readonly leasedUntil: Date } | (Omit<Answer, 'createdAt'> & { readonly leasedUntil: null }));

const retentionMs = 24 * 60 * 60 * 1000;

/**
 * Takes the key for the rest of the transaction; false where another transaction has it. The lock is PostgreSQL's own,
 * so it ends with the transaction however that ends: a process that dies frees it at once, a machine that vanishes
 * after the 60 seconds that a transaction may idle.
 */
export async function claimIdempotencyKey(tx: Tx, scope: string, key: string): Promise<boolean> {
  const lock = createHash('sha256').update(`${scope}\n${key}`).digest().readBigInt64BE(0);
  const rows = await claim(tx, { lock: lock.toString() });
  return rows[0]?.claimed === true;
}

const claim = hotStatement((db, { lock }: Params<{ lock: string }>) =>
  db.select({ claimed: sql<boolean>`pg_try_advisory_xact_lock(${lock}::bigint)` }).from(sql`(values (1)) as once`),
);

/** What is stored for a key that was used in the last 24 hours. */
export async function findUsedKey(tx: Tx, scope: string, key: string, now: Date): Promise<UsedKey | undefined> {
  const [row] = await usedKey(tx, { scope, key, since: new Date(now.getTime() - retentionMs).toISOString() });
  if (!row) return undefined;
  const { bodyDigests, leasedUntil, responseStatus, responseBody } = row;
  if (leasedUntil) return { bodyDigests, leasedUntil };
  if (responseStatus === null || responseBody === null)
    throw new Error('An idempotency key has neither lease nor answer');
  return { bodyDigests, leasedUntil, responseStatus, responseBody };
}

const usedKey = hotStatement((db, { scope, key, since }: Params<{ scope: string; key: string; since: string }>) =>
  db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key), gt(idempotencyKeys.createdAt, since))),
);

/** How long a call in steps has its key without saying that it is still at it. */
const leaseMs = 60_000;

/** A key, and which call in steps has it. */
export interface KeyLease {
  readonly scope: string;
  readonly key: string;
  readonly holder: string;
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs);

/** Leases a claimed key to a call in steps: the lease outlives the transaction. */
export const leaseKey = (tx: Tx, lease: KeyLease & Identity, now: Date): Promise<void> =>
  put(tx, { ...lease, leasedUntil: leaseFrom(now), responseStatus: null, responseBody: null, createdAt: now });

/** A key whose lease has run out may belong to another call by now: theirs is never touched. */
const ofLease = ({ scope, key, holder }: KeyLease) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key), eq(idempotencyKeys.holder, holder));

const changeLease = async (
  tx: Tx,
  lease: KeyLease,
  changes: Partial<typeof idempotencyKeys.$inferInsert>,
): Promise<boolean> =>
  (await tx.update(idempotencyKeys).set(changes).where(ofLease(lease)).returning({ key: idempotencyKeys.key })).length >
  0;

/** The call is still at it; false where the key is another's by now. */
export const extendLease = (tx: Tx, lease: KeyLease, now: Date): Promise<boolean> =>
  changeLease(tx, lease, { leasedUntil: leaseFrom(now) });

/** The call has its answer; false where the key is another's by now, and so is the answer that is kept. */
export const answerLease = (tx: Tx, lease: KeyLease, answer: Answer): Promise<boolean> =>
  changeLease(tx, lease, { ...answer, holder: null, leasedUntil: null });

/** The call failed: only successes are kept, and the key is free. */
export async function endLease(tx: Tx, lease: KeyLease): Promise<void> {
  await tx.delete(idempotencyKeys).where(ofLease(lease));
}

/** Keeps an answer in the transaction of its effect; one that has outlived its 24 hours is replaced. */
export const storeAnswer = (tx: Tx, answer: Identity & Answer): Promise<void> =>
  put(tx, { ...answer, holder: null, leasedUntil: null });

async function put(tx: Tx, row: Row): Promise<void> {
  await keptAnswer(tx, { ...row });
}

const keptAnswer = hotStatement((db, row: Params<typeof idempotencyKeys.$inferSelect>) =>
  db
    .insert(idempotencyKeys)
    .values(columnsOf(idempotencyKeys, row))
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: {
        bodyDigests: sql`excluded.body_digests`,
        responseStatus: sql`excluded.response_status`,
        responseBody: sql`excluded.response_body`,
        holder: sql`excluded.holder`,
        leasedUntil: sql`excluded.leased_until`,
        createdAt: sql`excluded.created_at`,
      },
    }),
);

/** Forgets answers past their 24 hours; says how many. */
export async function deleteOldAnswers(tx: Tx, now: Date): Promise<number> {
  const gone = await tx
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, new Date(now.getTime() - retentionMs)))
    .returning({ key: idempotencyKeys.key });
  return gone.length;
}
