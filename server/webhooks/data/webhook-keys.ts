/** The platform's own key pairs, with which it signs what it delivers. They belong to no merchant. */
import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhookKeys } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';

export type WebhookKey = typeof webhookKeys.$inferSelect;

/** A key without its private half. */
export type PublicWebhookKey = Omit<WebhookKey, 'privateKey'>;

const { id, environment, publicKey, signsFrom, publishedUntil, createdAt } = webhookKeys;
const publicColumns = { id, environment, publicKey, signsFrom, publishedUntil, createdAt };

/** Any number that nothing else locks. */
const lockNumber = 7_266_834_062;

/** Holds all keys for this transaction: of two processes that start at once, one makes the first ones. */
export const lockWebhookKeys = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
};

const isPublishedAt = (now: Date) => or(isNull(publishedUntil), gt(publishedUntil, now));

/** All that are published, of one environment or both, in the order in which they sign; without their private halves. */
export const listPublishedKeys = (tx: Tx, now: Date): Promise<PublicWebhookKey[]> =>
  tx.select(publicColumns).from(webhookKeys).where(isPublishedAt(now)).orderBy(asc(signsFrom), asc(id));

/** The published ones of one environment with their private halves, encrypted as they are kept. */
export const listSigningKeys = (tx: Tx, of: Environment, now: Date): Promise<WebhookKey[]> =>
  tx
    .select()
    .from(webhookKeys)
    .where(and(eq(environment, of), isPublishedAt(now)))
    .orderBy(asc(signsFrom), asc(id));

export async function insertWebhookKey(tx: Tx, key: WebhookKey): Promise<void> {
  await tx.insert(webhookKeys).values(key);
}

/** Ends the publishing of that environment's keys at that time, unless it ends sooner. */
export async function endWebhookKeys(tx: Tx, of: Environment, at: Date): Promise<void> {
  await tx
    .update(webhookKeys)
    .set({ publishedUntil: at })
    .where(and(eq(environment, of), isPublishedAt(at)));
}

/** Forgets keys that are published no more; says how many. */
export async function deleteOldWebhookKeys(tx: Tx, now: Date): Promise<number> {
  const gone = await tx.delete(webhookKeys).where(lte(publishedUntil, now)).returning({ id });
  return gone.length;
}
