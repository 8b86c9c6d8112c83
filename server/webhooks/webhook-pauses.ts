/** Pauses and resumes webhooks. A paused webhook receives nothing; its deliveries wait. */
import { and, asc, eq, gt, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { errors } from '#server/domain/errors.ts';
import { notifyDelivery } from './data/webhook-deliveries.ts';
import { isRowOf, type Webhook } from './webhooks.ts';

/** Pauses a webhook and returns it; undefined if it is paused already or gone. */
export async function pauseWebhook(
  tx: Tx,
  webhook: Pick<Webhook, 'id' | 'merchantId' | 'storeId'>,
  now: Date,
): Promise<Webhook | undefined> {
  const [row] = await tx
    .update(webhooks)
    .set({ pausedAt: now, updatedAt: now })
    .where(and(isRowOf(webhook), isNull(webhooks.pausedAt)))
    .returning();
  return row;
}

/** A resumed webhook. */
export interface Resumed {
  readonly webhook: Webhook;
  /** The number of deliveries that are due now: waiting ones, and those that have failed since it began to fail. */
  readonly deliveries: number;
}

/**
 * Resumes a webhook: waiting deliveries are due now, those that failed since it began to fail are pending again, each in a
 * new round of retries. Deliveries are locked in ID order and before the webhook, as in the worker, to avoid deadlocks.
 */
export async function resumeWebhook(tx: Tx, webhook: Webhook, now: Date): Promise<Resumed> {
  const { id, merchantId, failingSince, pausedAt } = webhook;
  const isOfWebhook = and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.merchantId, merchantId));
  const waiting = and(
    eq(webhookDeliveries.status, 'pending'),
    // A delivery that became due during the pause also starts a new round.
    or(gt(webhookDeliveries.nextAttemptAt, now), gt(webhookDeliveries.attempts, webhookDeliveries.roundStart)),
  );
  const missed =
    failingSince !== null &&
    and(
      eq(webhookDeliveries.status, 'failed'),
      gte(webhookDeliveries.updatedAt, failingSince),
      // Deliveries dropped by chaos mode were never attempted, and stay failed.
      gt(webhookDeliveries.attempts, 0),
    );
  const due = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    // The pending deliveries of an active webhook are in flight or scheduled.
    .where(and(isOfWebhook, or(sql`false`, ...(pausedAt ? [waiting] : []), ...(missed ? [missed] : []))))
    .orderBy(asc(webhookDeliveries.id))
    .for('update');
  await tx
    .update(webhookDeliveries)
    .set({
      status: 'pending',
      roundStart: sql`${webhookDeliveries.attempts}`,
      nextAttemptAt: now,
      updatedAt: now,
    })
    .where(and(inArray(webhookDeliveries.id, due), eq(webhookDeliveries.merchantId, merchantId)));
  const [row] = await tx
    .update(webhooks)
    .set({ pausedAt: null, failingSince: null, updatedAt: now })
    .where(isRowOf(webhook))
    .returning();
  if (!row) throw errors.webhookNotFound();
  await notifyDelivery(tx, new Set([merchantId]));
  return {
    webhook: row,
    deliveries: await tx.$count(webhookDeliveries, and(isOfWebhook, eq(webhookDeliveries.status, 'pending'))),
  };
}
