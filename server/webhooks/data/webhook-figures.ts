/** How webhooks fare: what the dashboard says of each. */
import { and, count, countDistinct, gte, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhookAttempts, webhookDeliveries } from '#db/schema/index.ts';
import { among } from '#server/platform/data/listing.ts';

/** What a webhook was sent in the last 24 hours, and what waits for it. */
export interface WebhookFigures {
  /** How many deliveries were tried, and how many of them arrived. */
  readonly tried: number;
  readonly arrived: number;
  /** How long a request took, in the middle of all; null: there was none. */
  readonly medianMs: number | null;
  readonly waiting: number;
}

const dayMs = 86_400_000;
const nothing: WebhookFigures = { tried: 0, arrived: 0, medianMs: null, waiting: 0 };

/** The figures of each of those webhooks, by its id. The caller has made sure of whose they are. */
export async function readWebhookFigures(
  tx: Tx,
  webhookIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, WebhookFigures>> {
  const figures = new Map(webhookIds.map((id) => [id, nothing]));
  if (webhookIds.length === 0) return figures;
  const { webhookId, deliveryId, isSuccess, durationMs, startedAt } = webhookAttempts;
  const [sent, waiting] = await Promise.all([
    tx
      .select({
        webhookId,
        tried: countDistinct(deliveryId),
        arrived: sql<number>`count(distinct ${deliveryId}) filter (where ${isSuccess})`.mapWith(Number),
        medianMs: sql<number>`percentile_cont(0.5) within group (order by ${durationMs})`.mapWith(Number),
      })
      .from(webhookAttempts)
      .where(and(among(webhookId, webhookIds), gte(startedAt, new Date(now.getTime() - dayMs))))
      .groupBy(webhookId),
    tx
      .select({ webhookId: webhookDeliveries.webhookId, waiting: count() })
      .from(webhookDeliveries)
      // Written out, so that the index of those few is used.
      .where(and(among(webhookDeliveries.webhookId, webhookIds), sql`${webhookDeliveries.status} = 'pending'`))
      .groupBy(webhookDeliveries.webhookId),
  ]);
  for (const { webhookId: id, ...row } of sent) figures.set(id, { ...nothing, ...row });
  for (const { webhookId: id, waiting: number } of waiting) {
    figures.set(id, { ...(figures.get(id) ?? nothing), waiting: number });
  }
  return figures;
}
