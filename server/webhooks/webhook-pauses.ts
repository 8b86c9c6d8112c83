/** Webhooks at rest: nothing is sent to one that is paused, and what happens meanwhile waits. */
import { and, asc, eq, gt, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { errors } from '#server/domain/errors.ts';
import { wakeDelivery } from './data/webhook-deliveries.ts';
import type { Webhook } from './webhooks.ts';

/** Pauses a webhook, and gives it as it is then; undefined where it is paused already, or gone. */
export async function pauseWebhook(tx: Tx, webhookId: string, now: Date): Promise<Webhook | undefined> {
  const [row] = await tx
    .update(webhooks)
    .set({ pausedAt: now, updatedAt: now })
    .where(and(eq(webhooks.id, webhookId), isNull(webhooks.pausedAt)))
    .returning();
  return row;
}

/** What a webhook goes on with. */
export interface Resumed {
  readonly webhook: Webhook;
  /** How many deliveries go out now: those that waited, and those that had failed since it began to fail. */
  readonly deliveries: number;
}

/**
 * Takes a webhook into use again: what waits is due now, what has failed for good since it began to fail is pending again,
 * each in a new round of retries, and its failing is forgotten. Deliveries are locked in the order of their ids and before the webhook, as the worker locks
 * them: the two never wait for each other.
 */
export async function resumeWebhook(tx: Tx, webhook: Webhook, now: Date): Promise<Resumed> {
  const { id, failingSince, pausedAt } = webhook;
  const ofWebhook = eq(webhookDeliveries.webhookId, id);
  const waiting = and(
    eq(webhookDeliveries.status, 'pending'),
    // One that fell due during the pause begins a new round, too.
    or(gt(webhookDeliveries.nextAttemptAt, now), gt(webhookDeliveries.attempts, webhookDeliveries.roundStart)),
  );
  const missed =
    failingSince !== null &&
    and(
      eq(webhookDeliveries.status, 'failed'),
      gte(webhookDeliveries.updatedAt, failingSince),
      // What was never tried, as chaos mode has it, was not missed by failing.
      gt(webhookDeliveries.attempts, 0),
    );
  const due = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    // Of one that is not paused, what is pending is on its way, or has its time.
    .where(and(ofWebhook, or(sql`false`, ...(pausedAt ? [waiting] : []), ...(missed ? [missed] : []))))
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
    .where(inArray(webhookDeliveries.id, due));
  const [row] = await tx
    .update(webhooks)
    .set({ pausedAt: null, failingSince: null, updatedAt: now })
    .where(eq(webhooks.id, id))
    .returning();
  if (!row) throw errors.webhookNotFound();
  await wakeDelivery(tx);
  return {
    webhook: row,
    deliveries: await tx.$count(webhookDeliveries, and(ofWebhook, eq(webhookDeliveries.status, 'pending'))),
  };
}
