/** Statistics of webhooks for the dashboard. */
import { and, count, countDistinct, eq, gte, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhookAttempts, webhookDeliveries } from '#db/schema/index.ts';
import { among } from '#server/platform/data/listing.ts';

/** A webhook's deliveries of the last 24 hours, and its pending ones. */
export interface WebhookFigures {
  /** The numbers of deliveries that were attempted, and that succeeded. */
  readonly attempted: number;
  readonly arrived: number;
  /** The median duration of requests; null without any. */
  readonly medianMs: number | null;
  readonly waiting: number;
}

const dayMs = 86_400_000;
const noFigures: WebhookFigures = { attempted: 0, arrived: 0, medianMs: null, waiting: 0 };

/** The statistics of a merchant's webhooks, by ID. The caller has checked the access. */
export async function readWebhookFigures(
  tx: Tx,
  merchantId: string,
  webhookIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, WebhookFigures>> {
  const figures = new Map(webhookIds.map((id) => [id, noFigures]));
  if (webhookIds.length === 0) return figures;
  const { webhookId, deliveryId, isSuccess, durationMs, startedAt } = webhookAttempts;
  const [sent, waiting] = await Promise.all([
    tx
      .select({
        webhookId,
        attempted: countDistinct(deliveryId),
        arrived: sql<number>`count(distinct ${deliveryId}) filter (where ${isSuccess})`.mapWith(Number),
        medianMs: sql<number>`percentile_cont(0.5) within group (order by ${durationMs})`.mapWith(Number),
      })
      .from(webhookAttempts)
      .where(
        and(
          eq(webhookAttempts.merchantId, merchantId),
          among(webhookId, webhookIds),
          gte(startedAt, new Date(now.getTime() - dayMs)),
        ),
      )
      .groupBy(webhookId),
    tx
      .select({ webhookId: webhookDeliveries.webhookId, waiting: count() })
      .from(webhookDeliveries)
      // Written out, so that the partial index is used.
      .where(
        and(
          eq(webhookDeliveries.merchantId, merchantId),
          among(webhookDeliveries.webhookId, webhookIds),
          sql`${webhookDeliveries.status} = 'pending'`,
        ),
      )
      .groupBy(webhookDeliveries.webhookId),
  ]);
  for (const { webhookId: id, ...row } of sent) figures.set(id, { ...noFigures, ...row });
  for (const { webhookId: id, waiting: number } of waiting) {
    figures.set(id, { ...(figures.get(id) ?? noFigures), waiting: number });
  }
  return figures;
}
