/** Gives up deliveries that can no longer be delivered, and deletes old ones. */
import {
  and,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { stores, webhookAttempts, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { listDueMerchants } from '#server/platform/data/due-merchants.ts';
import { among } from '#server/platform/data/listing.ts';
import { runByMerchant } from '#server/platform/data/merchant-round.ts';
import { inStore, isStoreOf, refersTo, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { deliveryRetentionMs, givenUpReasons, nextDeliveryStatus } from '../rules/webhook-delivery.ts';

const givenUp = nextDeliveryStatus('pending', 'give_up');

/**
 * Gives up the pending deliveries of a webhook or store that is about to be deleted. Deliveries that a worker has locked are
 * left: they end there, or are given up as stranded. Waiting for them could deadlock with the store's lock.
 */
export async function giveUpDeliveries(
  tx: Tx,
  { webhookId, ...store }: StoreScope & { readonly webhookId?: string },
  reason: keyof typeof givenUpReasons,
  now: Date,
): Promise<void> {
  const isAffected = webhookId === undefined ? undefined : eq(webhookDeliveries.webhookId, webhookId);
  const unlocked = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(inStore(webhookDeliveries, store), isAffected, eq(webhookDeliveries.status, 'pending')))
    .for('update', { skipLocked: true });
  await tx
    .update(webhookDeliveries)
    .set({ status: givenUp, lastError: givenUpReasons[reason], updatedAt: now })
    .where(and(inArray(webhookDeliveries.id, unlocked), eq(webhookDeliveries.merchantId, store.merchantId)));
}

/** Deliveries that were queued while their webhook was removed or their store deleted. */
const isStranded = (tx: Tx, merchantId?: string): SQL | undefined => {
  const target = tx
    .select({ one: sql`1` })
    .from(webhooks)
    .innerJoin(stores, isStoreOf(webhooks))
    .where(
      and(
        refersTo(webhookDeliveries, webhookDeliveries.webhookId, webhooks),
        ofMerchant(merchantId),
        isNull(stores.deletedAt),
      ),
    );
  return and(sql`${webhookDeliveries.status} = 'pending'`, notExists(target));
};

/** Citus needs the merchant as a value in a subquery; undefined for the search over all merchants. */
const ofMerchant = (merchantId: string | undefined): SQL | undefined =>
  merchantId === undefined ? undefined : eq(webhooks.merchantId, merchantId);

const batchSize = 1000;

/**
 * Deliveries older than 30 days; but no pending ones, and none that a paused webhook will receive after it is resumed.
 */
const isOld = (tx: Tx, now: Date, merchantId?: string): SQL | undefined => {
  const isMissed = exists(
    tx
      .select({ one: sql`1` })
      .from(webhooks)
      .where(
        and(
          refersTo(webhookDeliveries, webhookDeliveries.webhookId, webhooks),
          ofMerchant(merchantId),
          isNotNull(webhooks.pausedAt),
          gte(webhookDeliveries.updatedAt, webhooks.failingSince),
        ),
      ),
  );
  return and(
    lte(webhookDeliveries.createdAt, new Date(now.getTime() - deliveryRetentionMs)),
    ne(webhookDeliveries.status, 'pending'),
    or(ne(webhookDeliveries.status, 'failed'), eq(webhookDeliveries.attempts, 0), not(isMissed)),
  );
};

/**
 * Gives up stranded deliveries, and deletes old ones with their attempts, in batches. Returns the number of deleted ones.
 */
export async function deleteOldDeliveries(db: Database, now: Date): Promise<number> {
  const dueAt = webhookDeliveries.createdAt;
  await runByMerchant('everywhere', {
    listDue: (search) => listDueMerchants(db, { table: webhookDeliveries, dueAt, where: () => isStranded(db) }, search),
    async runBatch({ merchantId }) {
      await db
        .update(webhookDeliveries)
        .set({ status: givenUp, lastError: givenUpReasons.webhookRemoved, updatedAt: now })
        .where(and(eq(webhookDeliveries.merchantId, merchantId), isStranded(db, merchantId)));
      return { done: 0, isLast: true };
    },
  });
  return await runByMerchant('everywhere', {
    listDue: (search) => listDueMerchants(db, { table: webhookDeliveries, dueAt, where: () => isOld(db, now) }, search),
    async runBatch({ merchantId }) {
      const done = await deleteBatch(db, merchantId, now);
      return { done, isLast: done < batchSize };
    },
  });
}

/** Deletes old deliveries of a merchant with their attempts. Skips deliveries that are being resent. */
const deleteBatch = (db: Database, merchantId: string, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const batch = await tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.merchantId, merchantId), isOld(tx, now, merchantId)))
      .limit(batchSize)
      .for('update', { skipLocked: true });
    const ids = batch.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx
      .delete(webhookAttempts)
      .where(and(eq(webhookAttempts.merchantId, merchantId), among(webhookAttempts.deliveryId, ids)));
    await tx
      .delete(webhookDeliveries)
      .where(and(eq(webhookDeliveries.merchantId, merchantId), among(webhookDeliveries.id, ids)));
    return ids.length;
  });
