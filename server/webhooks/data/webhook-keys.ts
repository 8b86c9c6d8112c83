/** The platform's key pairs for signing deliveries. They belong to no merchant. */
import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhookKeys } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';

export type WebhookKey = typeof webhookKeys.$inferSelect;

/** A key without its private half. */
export type PublicWebhookKey = Omit<WebhookKey, 'privateKey'>;

const { id, environment, publicKey, signsFrom, publishedUntil, createdAt } = webhookKeys;
const publicColumns = { id, environment, publicKey, signsFrom, publishedUntil, createdAt };

/** An arbitrary advisory lock number. */
const lockNumber = 7_266_834_062;

/** Locks all keys for the transaction, so that only one of several starting processes creates them. */
export const lockWebhookKeys = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
};

const isPublishedAt = (now: Date) => or(isNull(publishedUntil), gt(publishedUntil, now));

/** All published keys without their private halves, in the order in which they sign. */
export const listPublishedKeys = (tx: Tx, now: Date): Promise<PublicWebhookKey[]> =>
  tx.select(publicColumns).from(webhookKeys).where(isPublishedAt(now)).orderBy(asc(signsFrom), asc(id));

/** The published keys of one environment with their encrypted private halves. */
export const listSigningKeys = (tx: Tx, of: Environment, now: Date): Promise<WebhookKey[]> =>
  tx
    .select()
    .from(webhookKeys)
    .where(and(eq(environment, of), isPublishedAt(now)))
    .orderBy(asc(signsFrom), asc(id));

export async function insertWebhookKey(tx: Tx, key: WebhookKey): Promise<void> {
  await tx.insert(webhookKeys).values(key);
}

/** Limits the publication of an environment's keys to a time, unless it ends earlier. */
export async function endWebhookKeys(tx: Tx, of: Environment, at: Date): Promise<void> {
  await tx
    .update(webhookKeys)
    .set({ publishedUntil: at })
    .where(and(eq(environment, of), isPublishedAt(at)));
}

/** Deletes keys that are no longer published. Returns their number. */
export async function deleteOldWebhookKeys(tx: Tx, now: Date): Promise<number> {
  const deleted = await tx.delete(webhookKeys).where(lte(publishedUntil, now)).returning({ id });
  return deleted.length;
}
