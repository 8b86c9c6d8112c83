/** Gives up deliveries that can no longer be delivered, and deletes old ones. */
import { and, count, eq, exists, gte, inArray, isNotNull, isNull, lte, ne, not, notExists, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { stores, webhookAttempts, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { deliveryRetentionMs, givenUpReasons, nextDeliveryStatus } from '../rules/webhook-delivery.ts';

const givenUp = nextDeliveryStatus('pending', 'give_up');

/**
 * Gives up the pending deliveries of a webhook or store that is about to be deleted. Deliveries that a worker has locked are
 * left: they end there, or are given up as stranded. Waiting for them could deadlock with the store's lock.
 */
export async function giveUpDeliveries(
  tx: Tx,
  of: { readonly webhookId: string } | { readonly storeId: string },
  reason: keyof typeof givenUpReasons,
  now: Date,
): Promise<void> {
  const isAffected =
    'webhookId' in of ? eq(webhookDeliveries.webhookId, of.webhookId) : eq(webhookDeliveries.storeId, of.storeId);
  const unlocked = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(isAffected, eq(webhookDeliveries.status, 'pending')))
    .for('update', { skipLocked: true });
  await tx
    .update(webhookDeliveries)
    .set({ status: givenUp, lastError: givenUpReasons[reason], updatedAt: now })
    .where(inArray(webhookDeliveries.id, unlocked));
}

/** Gives up deliveries that were queued while their webhook was removed or their store deleted. */
async function giveUpStranded(tx: Tx, now: Date): Promise<void> {
  const target = tx
    .select({ one: sql`1` })
    .from(webhooks)
    .innerJoin(stores, eq(stores.id, webhooks.storeId))
    .where(and(eq(webhooks.id, webhookDeliveries.webhookId), isNull(stores.deletedAt)));
  await tx
    .update(webhookDeliveries)
    .set({ status: givenUp, lastError: givenUpReasons.webhookRemoved, updatedAt: now })
    .where(and(sql`${webhookDeliveries.status} = 'pending'`, notExists(target)));
}

const [maxBatches, deletedAtOnce] = [1000, 1000];

/**
 * Deletes deliveries older than 30 days with their attempts, in batches; but no pending ones, and none that a paused webhook
 * will receive after it is resumed. Returns their number.
 */
export async function deleteOldDeliveries(tx: Tx, now: Date): Promise<number> {
  await giveUpStranded(tx, now);
  const isMissed = exists(
    tx
      .select({ one: sql`1` })
      .from(webhooks)
      .where(
        and(
          eq(webhooks.id, webhookDeliveries.webhookId),
          isNotNull(webhooks.pausedAt),
          gte(webhookDeliveries.updatedAt, webhooks.failingSince),
        ),
      ),
  );
  const old = and(
    lte(webhookDeliveries.createdAt, new Date(now.getTime() - deliveryRetentionMs)),
    ne(webhookDeliveries.status, 'pending'),
    or(ne(webhookDeliveries.status, 'failed'), eq(webhookDeliveries.attempts, 0), not(isMissed)),
  );
  let total = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    // Skips deliveries that are being resent.
    const batchIds = tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(old)
      .limit(deletedAtOnce)
      .for('update', { skipLocked: true });
    const deletedDeliveries = tx
      .$with('forgotten')
      .as(
        tx
          .delete(webhookDeliveries)
          .where(inArray(webhookDeliveries.id, batchIds))
          .returning({ id: webhookDeliveries.id }),
      );
    const deletedAttempts = tx.$with('theirs').as(
      tx
        .delete(webhookAttempts)
        .where(inArray(webhookAttempts.deliveryId, tx.select({ id: deletedDeliveries.id }).from(deletedDeliveries)))
        .returning({ id: webhookAttempts.id }),
    );
    const [row] = await tx.with(deletedDeliveries, deletedAttempts).select({ count: count() }).from(deletedDeliveries);
    const deleted = row?.count ?? 0;
    total += deleted;
    if (deleted < deletedAtOnce) break;
  }
  return total;
}
