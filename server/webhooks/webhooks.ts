/** Webhooks of stores. Every change holds its store's lock, so that the limit per store is reliable. */
import { randomBytes } from 'node:crypto';
import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhooks } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { newId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import type { EventType } from '#server/events/rules/registry.ts';
import { among, inStores, type ReadScope } from '#server/platform/data/listing.ts';
import { lockMemberStore, type MemberStore, storeIdsOf } from '#server/stores/stores.ts';

export type Webhook = typeof webhooks.$inferSelect;

/** A random secret in the format of Standard Webhooks. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const countWebhooks = (tx: Tx, storeId: string): Promise<number> =>
  tx.$count(webhooks, eq(webhooks.storeId, storeId));

/** Inserts a webhook of a locked store. */
export async function insertWebhook(
  tx: Tx,
  store: { id: string; merchantId: string },
  webhook: Pick<Webhook, 'channel' | 'url' | 'events' | 'testMode' | 'secret'>,
  now: Date,
): Promise<Webhook> {
  const owner = { storeId: store.id, merchantId: store.merchantId };
  const [row] = await tx
    .insert(webhooks)
    .values({ id: newId(), ...owner, ...webhook, createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('insert returned no webhook');
  return row;
}

/** A webhook of one of the merchant's stores, with that store locked; otherwise 404 `Webhook not found`. */
export async function lockMemberWebhook(
  tx: Tx,
  merchantId: string,
  webhookId: string,
): Promise<{ store: MemberStore; webhook: Webhook }> {
  const isMemberWebhook = and(eq(webhooks.id, webhookId), inArray(webhooks.storeId, storeIdsOf(tx, merchantId)));
  const [found] = await tx.select({ storeId: webhooks.storeId }).from(webhooks).where(isMemberWebhook);
  if (!found) throw errors.webhookNotFound();
  const store = await lockMemberStore(tx, merchantId, found.storeId);
  const [webhook] = await tx.select().from(webhooks).where(isMemberWebhook);
  if (!webhook) throw errors.webhookNotFound();
  return { store, webhook };
}

/** A webhook of a store and environment, or undefined. */
export const findStoreWebhook = async (
  tx: Tx,
  { storeId, environment }: { readonly storeId: string; readonly environment: Environment },
  webhookId: string,
): Promise<Webhook | undefined> =>
  (
    await tx
      .select()
      .from(webhooks)
      .where(
        and(eq(webhooks.id, webhookId), eq(webhooks.storeId, storeId), eq(webhooks.testMode, environment === 'test')),
      )
  )[0];

/**
 * Records an event of a webhook or its deliveries. Locks the webhook's row after all other locks of the transaction: the
 * worker also locks deliveries first.
 */
export async function recordWebhookEvent(
  tx: Tx,
  webhook: Pick<Webhook, 'id' | 'storeId' | 'merchantId'>,
  {
    environment,
    actor,
    ...event
  }: { environment: Environment; actor: Actor; type: EventType; data?: object; changes?: Changes },
  now: Date,
): Promise<void> {
  await tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, webhook.id)).for('no key update');
  const { id: objectId, storeId, merchantId } = webhook;
  const eventScope = { merchantId, storeId, environment, actor, objectId } as const;
  await recordEvent(tx, { ...eventScope, ...event, data: { ...event.data } }, now);
}

export async function updateWebhook(
  tx: Tx,
  webhook: Webhook,
  changes: Partial<Pick<Webhook, 'url' | 'events' | 'secret' | 'chaos'>>,
  now: Date,
): Promise<Webhook> {
  const [row] = await tx
    .update(webhooks)
    .set({ ...changes, updatedAt: now })
    .where(and(eq(webhooks.id, webhook.id), eq(webhooks.storeId, webhook.storeId)))
    .returning();
  if (!row) throw errors.webhookNotFound();
  return row;
}

export async function deleteWebhook(tx: Tx, webhook: Webhook): Promise<void> {
  await tx.delete(webhooks).where(and(eq(webhooks.id, webhook.id), eq(webhooks.storeId, webhook.storeId)));
}

/** The webhooks of stores in the scope's environment, oldest first, without their secrets. */
export async function listWebhooksOfStores(
  tx: Tx,
  scope: ReadScope,
  storeIds: readonly string[],
): Promise<Omit<Webhook, 'secret'>[]> {
  const { secret: _, ...shown } = getTableColumns(webhooks);
  return await tx
    .select(shown)
    .from(webhooks)
    .where(
      and(
        among(webhooks.storeId, storeIds),
        inStores(webhooks, scope),
        eq(webhooks.testMode, scope.environment === 'test'),
      ),
    )
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}
