/** Webhooks of stores. Every change holds its store's lock, so that the limit per store is reliable. */
import { randomBytes } from 'node:crypto';
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhooks } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { newId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import type { EventType } from '#server/events/rules/registry.ts';
import { among, inStores, type ReadScope } from '#server/platform/data/listing.ts';
import { inStore, type StoreScope, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { findRowOfMember } from '#server/stores/member-rows.ts';
import { lockMemberStore, type MemberStore } from '#server/stores/stores.ts';

export type Webhook = typeof webhooks.$inferSelect;

/** A random secret in the format of Standard Webhooks. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const countWebhooks = (tx: Tx, store: StoreScope): Promise<number> =>
  tx.$count(webhooks, inStore(webhooks, store));

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
  memberId: string,
  webhookId: string,
): Promise<{ store: MemberStore; webhook: Webhook }> {
  const found = await findRowOfMember(tx, webhooks, memberId, webhookId);
  if (!found) throw errors.webhookNotFound();
  const store = await lockMemberStore(tx, memberId, found.storeId);
  const [webhook] = await tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, webhookId), inStore(webhooks, scopeOfStore(store))));
  if (!webhook) throw errors.webhookNotFound();
  return { store, webhook };
}

/** A webhook of a store and environment, or undefined. */
export const findStoreWebhook = async (
  tx: Tx,
  { environment, ...store }: StoreScope & { readonly environment: Environment },
  webhookId: string,
): Promise<Webhook | undefined> =>
  (
    await tx
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.id, webhookId), inStore(webhooks, store), eq(webhooks.testMode, environment === 'test')))
  )[0];

/** The condition that a row is this webhook's. */
export const isRowOf = ({ id, ...store }: Pick<Webhook, 'id' | 'merchantId' | 'storeId'>) =>
  and(eq(webhooks.id, id), inStore(webhooks, store));

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
  await tx.select({ id: webhooks.id }).from(webhooks).where(isRowOf(webhook)).for('no key update');
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
    .where(isRowOf(webhook))
    .returning();
  if (!row) throw errors.webhookNotFound();
  return row;
}

export async function deleteWebhook(tx: Tx, webhook: Webhook): Promise<void> {
  await tx.delete(webhooks).where(isRowOf(webhook));
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
