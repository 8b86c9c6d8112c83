/** Deliveries that are sent again because a merchant says so. Their ids, attempts and history stay. */
import { and, asc, count, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhookDeliveries } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { newId } from '#server/domain/ids.ts';
import { storeIdsOf } from '#server/stores/stores.ts';
import { wakeDelivery } from './data/webhook-deliveries.ts';
import type { WebhookEvent } from './rules/webhook-events.ts';
import type { Webhook } from './webhooks.ts';

export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;

/** A delivery of one of the merchant's stores in that environment; 404 `Webhook delivery not found` otherwise. */
export async function requireMemberDelivery(
  tx: Tx,
  { merchantId, environment }: { readonly merchantId: string; readonly environment: Environment },
  deliveryId: string,
): Promise<WebhookDelivery> {
  const [row] = await tx
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.id, deliveryId),
        eq(webhookDeliveries.environment, environment),
        inArray(webhookDeliveries.storeId, storeIdsOf(tx, merchantId)),
      ),
    );
  if (!row) throw errors.deliveryNotFound();
  return row;
}

/**
 * Makes one delivery due now, in a new round of retries, whatever became of it. One that had come to its end leaves the order of its object: it waits
 * for none of the others, and none waits for it.
 */
export async function sendDeliveryAgain(tx: Tx, delivery: WebhookDelivery, now: Date): Promise<WebhookDelivery> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({
      status: 'pending',
      // In SQL: the worker may have come to an end with it since it was read.
      isOrdered: sql`${webhookDeliveries.isOrdered} and ${webhookDeliveries.status} = 'pending'`,
      roundStart: sql`${webhookDeliveries.attempts}`,
      nextAttemptAt: now,
      deliveredAt: null,
      updatedAt: now,
    })
    .where(eq(webhookDeliveries.id, delivery.id))
    .returning();
  if (!row) throw errors.deliveryNotFound();
  await wakeDelivery(tx);
  return row;
}

/** Which of a webhook's deliveries: by how they ended, and by when their events came, from a moment up to another. */
export interface ResendChoice {
  readonly status: 'failed' | 'all';
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

const chosen = (webhook: Pick<Webhook, 'id'>, { status, from, to }: ResendChoice) =>
  and(
    eq(webhookDeliveries.webhookId, webhook.id),
    // Written out, so that the index of those few is used.
    status === 'failed' ? sql`${webhookDeliveries.status} = 'failed'` : sql`${webhookDeliveries.status} <> 'pending'`,
    from && gte(webhookDeliveries.createdAt, from),
    to && lt(webhookDeliveries.createdAt, to),
  );

/** How many of a webhook's deliveries that is. */
export async function countResendable(tx: Tx, webhook: Pick<Webhook, 'id'>, choice: ResendChoice): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(webhookDeliveries).where(chosen(webhook, choice));
  return row?.count ?? 0;
}

/** What came of a {@link sendDeliveriesAgain}. */
export interface Resent {
  readonly count: number;
  /** Where to go on: all that was chosen and is older has been taken. Null: that was all. */
  readonly next: Date | null;
}

/**
 * Makes a webhook's chosen deliveries due now, each in a new round of retries, the oldest first and at most about `limit` of
 * them; those of one object still go out in their order.
 */
export async function sendDeliveriesAgain(
  tx: Tx,
  webhook: Pick<Webhook, 'id'>,
  { limit, ...choice }: ResendChoice & { readonly limit: number },
  now: Date,
): Promise<Resent> {
  // Up to a moment rather than a row: of what one moment has brought, all goes or nothing, so that a call can go on there.
  const [after] = await tx
    .select({ createdAt: webhookDeliveries.createdAt })
    .from(webhookDeliveries)
    .where(chosen(webhook, choice))
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
    .offset(limit)
    .limit(1);
  const [first] = await tx
    .select({ createdAt: webhookDeliveries.createdAt })
    .from(webhookDeliveries)
    .where(chosen(webhook, choice))
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
    .limit(1);
  // More than that many of one single moment: the moment is taken whole.
  const isOneMoment = after !== undefined && first?.createdAt.getTime() === after.createdAt.getTime();
  const next = after && (isOneMoment ? new Date(after.createdAt.getTime() + 1) : after.createdAt);
  // Locked in the order of their ids, as the worker locks them: the two never wait for each other.
  const due = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(chosen(webhook, { ...choice, to: next ?? choice.to }))
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
    .where(inArray(webhookDeliveries.id, due));
  await wakeDelivery(tx);
  return { count: rowCount ?? 0, next: next ?? null };
}

/** A delivery of no event, to try a webhook out: due now, in no order, and with the id that its body was made with. */
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
  await wakeDelivery(tx);
  return row;
}
