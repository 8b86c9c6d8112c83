/** Stored answers to calls with an X-Idempotency-Key. (decisions.md, "Idempotency") */
import { createHash } from 'node:crypto';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { columnsOf, hotStatement, type Params } from '#db/hot-statement.ts';
import { idempotencyKeys } from '#db/schema/index.ts';
import { onNodeOf } from '#server/platform/data/merchant-lock.ts';
import { everyMerchant } from '#server/platform/data/merchant-scope.ts';

type Row = typeof idempotencyKeys.$inferSelect;
/** A key of a caller. */
export type KeyScope = Pick<Row, 'merchantId' | 'scope' | 'key'>;
type Identity = KeyScope & Pick<Row, 'bodyDigests'>;

interface Answer {
  readonly responseStatus: number;
  readonly responseBody: string;
  readonly createdAt: Date;
}

/** A used key: the first call's answer, or the lease of a stepped call that has no answer yet. */
export type UsedKey = Pick<Row, 'bodyDigests'> &
  ({ readonly leasedUntil: Date } | (Omit<Answer, 'createdAt'> & { readonly leasedUntil: null }));

const retentionMs = 24 * 60 * 60 * 1000;

/**
 * Locks the key for the rest of the transaction; false if another transaction holds it. It is a PostgreSQL advisory
 * lock, so it ends with the transaction: immediately when a process dies, after 60 seconds of idling when a machine
 * vanishes.
 */
export async function claimIdempotencyKey(tx: Tx, { merchantId, scope, key }: KeyScope): Promise<boolean> {
  const lock = createHash('sha256').update(`${scope}\n${key}`).digest().readBigInt64BE(0);
  const rows = await claim(tx, { merchantId, lock: lock.toString() });
  return rows[0]?.claimed === true;
}

const claim = hotStatement((db, { merchantId, lock }: Params<{ merchantId: string; lock: string }>) =>
  db.select({ claimed: sql<boolean>`pg_try_advisory_xact_lock(${lock}::bigint)` }).from(onNodeOf(merchantId)),
);

/** The stored entry of a key used in the last 24 hours. */
export async function findUsedKey(
  tx: Tx,
  { merchantId, scope, key }: KeyScope,
  now: Date,
): Promise<UsedKey | undefined> {
  const since = new Date(now.getTime() - retentionMs).toISOString();
  const [row] = await usedKey(tx, { merchantId, scope, key, since });
  if (!row) return undefined;
  const { bodyDigests, leasedUntil, responseStatus, responseBody } = row;
  if (leasedUntil) return { bodyDigests, leasedUntil };
  if (responseStatus === null || responseBody === null)
    throw new Error('An idempotency key has neither lease nor answer');
  return { bodyDigests, leasedUntil, responseStatus, responseBody };
}

const isKey = ({ merchantId, scope, key }: KeyScope | Params<KeyScope>) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key), eq(idempotencyKeys.merchantId, merchantId));

const usedKey = hotStatement((db, params: Params<KeyScope & { since: string }>) =>
  db
    .select()
    .from(idempotencyKeys)
    .where(and(isKey(params), gt(idempotencyKeys.createdAt, params.since))),
);

/** How long a stepped call holds its key without a heartbeat. */
const leaseMs = 60_000;

/** A key and the stepped call that holds it. */
export interface KeyLease extends Readonly<KeyScope> {
  readonly holder: string;
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs);

/** Leases a claimed key to a stepped call; false if the key is used. The lease outlives the transaction. */
export const leaseKey = (tx: Tx, lease: KeyLease & Identity, now: Date): Promise<boolean> =>
  put(tx, { ...lease, leasedUntil: leaseFrom(now), responseStatus: null, responseBody: null, createdAt: now });

/** Matches only this call's lease: after expiry the key may belong to another call. */
const ofLease = ({ holder, ...key }: KeyLease) => and(isKey(key), eq(idempotencyKeys.holder, holder));

const changeLease = async (
  tx: Tx,
  lease: KeyLease,
  changes: Partial<typeof idempotencyKeys.$inferInsert>,
): Promise<boolean> =>
  (await tx.update(idempotencyKeys).set(changes).where(ofLease(lease)).returning({ key: idempotencyKeys.key })).length >
  0;

/** Extends the lease; false if another call holds the key. */
export const extendLease = (tx: Tx, lease: KeyLease, now: Date): Promise<boolean> =>
  changeLease(tx, lease, { leasedUntil: leaseFrom(now) });

/** Stores the call's answer; false if another call holds the key. */
export const answerLease = (tx: Tx, lease: KeyLease, answer: Answer): Promise<boolean> =>
  changeLease(tx, lease, { ...answer, holder: null, leasedUntil: null });

/** Frees the key of a failed call. Only successful answers are stored. */
export async function endLease(tx: Tx, lease: KeyLease): Promise<void> {
  await tx.delete(idempotencyKeys).where(ofLease(lease));
}

/** Stores an answer in the transaction of its effect; false if the key is used. */
export const storeAnswer = (tx: Tx, answer: Identity & Answer): Promise<boolean> =>
  put(tx, { ...answer, holder: null, leasedUntil: null });

/**
 * Replaces only an answer older than 24 hours and an expired lease. The lock excludes all other calls with the key, except
 * while Citus moves the merchant's rows to another node, whose locks are its own; the key's row is unique there, too.
 */
async function put(tx: Tx, row: Row): Promise<boolean> {
  const now = row.createdAt.toISOString();
  const since = new Date(row.createdAt.getTime() - retentionMs).toISOString();
  return (await keyRow(tx, { ...row, now, since })).length > 0;
}

const keyRow = hotStatement((db, params: Params<Row & { now: string; since: string }>) =>
  db
    .insert(idempotencyKeys)
    .values(columnsOf(idempotencyKeys, params))
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key, idempotencyKeys.merchantId],
      setWhere: sql`${idempotencyKeys.createdAt} <= ${params.since} or ${idempotencyKeys.leasedUntil} <= ${params.now}`,
      set: {
        bodyDigests: sql`excluded.body_digests`,
        responseStatus: sql`excluded.response_status`,
        responseBody: sql`excluded.response_body`,
        holder: sql`excluded.holder`,
        leasedUntil: sql`excluded.leased_until`,
        createdAt: sql`excluded.created_at`,
      },
    })
    .returning({ key: idempotencyKeys.key }),
);

/** Deletes answers older than 24 hours; returns how many. */
export async function deleteOldAnswers(tx: Tx, now: Date): Promise<number> {
  const gone = await tx
    .delete(idempotencyKeys)
    .where(and(everyMerchant, lte(idempotencyKeys.createdAt, new Date(now.getTime() - retentionMs))))
    .returning({ key: idempotencyKeys.key });
  return gone.length;
}
