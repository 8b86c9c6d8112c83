/** How deliveries end that nobody takes any more: those that wait are given up, and old ones forgotten. */
import { and, count, eq, exists, gte, inArray, isNotNull, isNull, lte, ne, not, notExists, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { stores, webhookAttempts, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { deliveryRetentionMs, givenUpReasons, nextDeliveryStatus } from '../rules/webhook-delivery.ts';

const given = nextDeliveryStatus('pending', 'give_up');

/**
 * Gives up what waits for a webhook, or for all of a store, that is going. What the worker holds at this moment is left: it
 * comes to its end there, or is given up as stranded. To wait for it would be to wait for one who waits for the store.
 */
export async function giveUpDeliveries(
  tx: Tx,
  of: { readonly webhookId: string } | { readonly storeId: string },
  reason: keyof typeof givenUpReasons,
  now: Date,
): Promise<void> {
  const which =
    'webhookId' in of ? eq(webhookDeliveries.webhookId, of.webhookId) : eq(webhookDeliveries.storeId, of.storeId);
  const free = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(which, eq(webhookDeliveries.status, 'pending')))
    .for('update', { skipLocked: true });
  await tx
    .update(webhookDeliveries)
    .set({ status: given, lastError: givenUpReasons[reason], updatedAt: now })
    .where(inArray(webhookDeliveries.id, free));
}

/** Gives up what came for a webhook in the very moment in which it was removed, or its store deleted. */
async function giveUpStranded(tx: Tx, now: Date): Promise<void> {
  const target = tx
    .select({ one: sql`1` })
    .from(webhooks)
    .innerJoin(stores, eq(stores.id, webhooks.storeId))
    .where(and(eq(webhooks.id, webhookDeliveries.webhookId), isNull(stores.deletedAt)));
  await tx
    .update(webhookDeliveries)
    .set({ status: given, lastError: givenUpReasons.webhookRemoved, updatedAt: now })
    .where(and(sql`${webhookDeliveries.status} = 'pending'`, notExists(target)));
}

const [maxBatches, deletedAtOnce] = [1000, 1000];

/**
 * Forgets deliveries past their 30 days with their attempts, some at a time; never one that waits, nor one that a paused
 * webhook will get once it is resumed. Says how many.
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
  let gone = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    // Not one that is being sent again at this moment.
    const some = tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(old)
      .limit(deletedAtOnce)
      .for('update', { skipLocked: true });
    const forgotten = tx
      .$with('forgotten')
      .as(
        tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, some)).returning({ id: webhookDeliveries.id }),
      );
    const theirs = tx.$with('theirs').as(
      tx
        .delete(webhookAttempts)
        .where(inArray(webhookAttempts.deliveryId, tx.select({ id: forgotten.id }).from(forgotten)))
        .returning({ id: webhookAttempts.id }),
    );
    const [row] = await tx.with(forgotten, theirs).select({ count: count() }).from(forgotten);
    const deleted = row?.count ?? 0;
    gone += deleted;
    if (deleted < deletedAtOnce) break;
  }
  return gone;
}
