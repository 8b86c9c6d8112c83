/** Resends deliveries at the merchant's request. Their IDs, attempts and history stay. */
import { and, asc, count, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhookDeliveries } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { newId } from '#server/domain/ids.ts';
import { findRowOfMember } from '#server/stores/member-rows.ts';
import { notifyDelivery } from './data/webhook-deliveries.ts';
import type { WebhookEvent } from './rules/webhook-events.ts';
import type { Webhook } from './webhooks.ts';

export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;

/** A delivery of one of the merchant's stores in an environment; otherwise throws 404 `Webhook delivery not found`. */
export async function requireMemberDelivery(
  tx: Tx,
  { merchantId, environment }: { readonly merchantId: string; readonly environment: Environment },
  deliveryId: string,
): Promise<WebhookDelivery> {
  const isOfEnvironment = eq(webhookDeliveries.environment, environment);
  const row = await findRowOfMember(tx, webhookDeliveries, merchantId, deliveryId, isOfEnvironment);
  if (!row) throw errors.deliveryNotFound();
  return row;
}

/**
 * Makes a delivery due now in a new round of retries, regardless of its status. A completed delivery leaves the order of its
 * object: it neither waits for others nor blocks them.
 */
export async function sendDeliveryAgain(tx: Tx, delivery: WebhookDelivery, now: Date): Promise<WebhookDelivery> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({
      status: 'pending',
      // In SQL, because the worker may have completed the delivery since it was read.
      isOrdered: sql`${webhookDeliveries.isOrdered} and ${webhookDeliveries.status} = 'pending'`,
      roundStart: sql`${webhookDeliveries.attempts}`,
      nextAttemptAt: now,
      deliveredAt: null,
      updatedAt: now,
    })
    .where(and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.merchantId, delivery.merchantId)))
    .returning();
  if (!row) throw errors.deliveryNotFound();
  await notifyDelivery(tx, new Set([delivery.merchantId]));
  return row;
}

/** Selects a webhook's deliveries by status, and by the time of their events: `from` inclusive, `to` exclusive. */
export interface ResendChoice {
  readonly status: 'failed' | 'all';
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

const matchesChoice = (webhook: Pick<Webhook, 'id' | 'merchantId'>, { status, from, to }: ResendChoice) =>
  and(
    eq(webhookDeliveries.webhookId, webhook.id),
    eq(webhookDeliveries.merchantId, webhook.merchantId),
    // Written out, so that the partial index is used.
    status === 'failed' ? sql`${webhookDeliveries.status} = 'failed'` : sql`${webhookDeliveries.status} <> 'pending'`,
    from && gte(webhookDeliveries.createdAt, from),
    to && lt(webhookDeliveries.createdAt, to),
  );

/** The number of a webhook's deliveries that match the choice. */
export async function countResendable(
  tx: Tx,
  webhook: Pick<Webhook, 'id' | 'merchantId'>,
  choice: ResendChoice,
): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(webhookDeliveries).where(matchesChoice(webhook, choice));
  return row?.count ?? 0;
}

/** The result of {@link sendDeliveriesAgain}. */
export interface Resent {
  readonly count: number;
  /** Where to continue: all older matches have been resent. Null if none is left. */
  readonly next: Date | null;
}

/**
 * Makes a webhook's chosen deliveries due now, each in a new round of retries, oldest first and about `limit` of them. Those
 * of one object keep their order.
 */
export async function sendDeliveriesAgain(
  tx: Tx,
  webhook: Pick<Webhook, 'id' | 'merchantId'>,
  { limit, ...choice }: ResendChoice & { readonly limit: number },
  now: Date,
): Promise<Resent> {
  // Continues by time instead of row: deliveries of one moment are resent together.
  const [after] = await tx
    .select({ createdAt: webhookDeliveries.createdAt })
    .from(webhookDeliveries)
    .where(matchesChoice(webhook, choice))
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
    .offset(limit)
    .limit(1);
  const [first] = await tx
    .select({ createdAt: webhookDeliveries.createdAt })
    .from(webhookDeliveries)
    .where(matchesChoice(webhook, choice))
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
    .limit(1);
  // If a single moment has more than `limit` deliveries, all of them are resent.
  const isOneMoment = after !== undefined && first?.createdAt.getTime() === after.createdAt.getTime();
  const next = after && (isOneMoment ? new Date(after.createdAt.getTime() + 1) : after.createdAt);
  // Locked in ID order, as in the worker, to avoid deadlocks.
  const due = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(matchesChoice(webhook, { ...choice, to: next ?? choice.to }))
    .orderBy(asc(webhookDeliveries.id))
    .for('update');
  const { rowCount } = await tx
    .update(webhookDeliveries)
    .set({
      status: 'pending',
      roundStart: sql`${webhookDeliveries.attempts}`,
      nextAttemptAt: now,
      deliveredAt: null,
      updatedAt: now,
    })
    .where(and(inArray(webhookDeliveries.id, due), eq(webhookDeliveries.merchantId, webhook.merchantId)));
  await notifyDelivery(tx, new Set([webhook.merchantId]));
  return { count: rowCount ?? 0, next: next ?? null };
}

/** Inserts a test delivery without an event: due now, unordered, with the ID in its body. */
export async function insertTestDelivery(
  tx: Tx,
  webhook: Webhook,
  { id, eventType, body }: { readonly id: string; readonly eventType: WebhookEvent; readonly body: string },
  now: Date,
): Promise<WebhookDelivery> {
  const [row] = await tx
    .insert(webhookDeliveries)
    .values({
      id,
      merchantId: webhook.merchantId,
      storeId: webhook.storeId,
      environment: webhook.testMode ? 'test' : 'prod',
      webhookId: webhook.id,
      channel: webhook.channel,
      eventType,
      objectId: newId(),
      sequence: 1,
      isOrdered: false,
      body,
      status: 'pending',
      nextAttemptAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error('insert returned no delivery');
  await notifyDelivery(tx, new Set([webhook.merchantId]));
  return row;
}
