/**
 * Webhook deliveries with their attempts, as GraphQL and the dashboard list them. What is long of either (bodies, headers)
 * is read by itself, and only where it is shown.
 */
import { and, asc, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhookAttempts, webhookDeliveries } from '#db/schema/index.ts';
import {
  among,
  countRows,
  type FilterOf,
  inStores,
  type ListingOf,
  type ReadScope,
} from '#server/platform/data/listing.ts';
import { listRowsOfStores } from '#server/platform/data/multi-store-pagination.ts';
import type { WebhookDelivery } from '../webhook-resends.ts';

export type ListedDelivery = Omit<WebhookDelivery, 'body'>;

export type WebhookAttempt = typeof webhookAttempts.$inferSelect;
/** What was said in an attempt, by either side. */
export type AttemptText = 'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody';
export type ListedAttempt = Omit<WebhookAttempt, AttemptText>;

const listed = {
  table: webhookDeliveries,
  leftOut: ['body'] as const,
  filters: {
    id: webhookDeliveries.id,
    webhookId: webhookDeliveries.webhookId,
    orderId: webhookDeliveries.objectId,
    storeId: webhookDeliveries.storeId,
    eventId: webhookDeliveries.eventId,
    eventType: webhookDeliveries.eventType,
    channel: webhookDeliveries.channel,
    status: webhookDeliveries.status,
    createdAt: webhookDeliveries.createdAt,
  },
  sorts: { createdAt: webhookDeliveries.createdAt, updatedAt: webhookDeliveries.updatedAt },
};

const visible = (scope: ReadScope): SQL | undefined =>
  and(inStores(webhookDeliveries.storeId, scope), eq(webhookDeliveries.environment, scope.environment));

/** One page of the deliveries in scope, also of webhooks that are gone. */
export const listDeliveries = (
  tx: Tx,
  scope: ReadScope,
  listing: ListingOf<typeof listed>,
): Promise<ListedDelivery[]> => listRowsOfStores(tx, listed, scope, visible(scope), listing);

/** How many deliveries in scope the filter lets through. */
export const countDeliveries = (tx: Tx, scope: ReadScope, filter: FilterOf<typeof listed>): Promise<number> =>
  countRows(tx, listed, visible(scope), filter);

/** What was told with those deliveries in scope. */
export const listBodies = (
  tx: Tx,
  scope: ReadScope,
  deliveryIds: readonly string[],
): Promise<Pick<WebhookDelivery, 'id' | 'body'>[]> =>
  tx
    .select({ id: webhookDeliveries.id, body: webhookDeliveries.body })
    .from(webhookDeliveries)
    .where(and(among(webhookDeliveries.id, deliveryIds), visible(scope)));

const attemptInScope = (scope: ReadScope): SQL | undefined =>
  and(inStores(webhookAttempts.storeId, scope), eq(webhookAttempts.environment, scope.environment));

/** The newest attempts of each of those deliveries, at most `limit` a delivery, in the order in which they were made. */
export async function listAttempts(
  tx: Tx,
  scope: ReadScope,
  deliveryIds: readonly string[],
  limit: number,
): Promise<ListedAttempt[]> {
  const {
    requestHeaders: _,
    requestBody: __,
    responseHeaders: ___,
    responseBody: ____,
    ...columns
  } = getTableColumns(webhookAttempts);
  const place = sql<number>`row_number() over (partition by ${webhookAttempts.deliveryId} order by ${webhookAttempts.attempt} desc)`;
  const ranked = tx
    .select({ ...columns, place: place.as('place') })
    .from(webhookAttempts)
    .where(and(among(webhookAttempts.deliveryId, deliveryIds), attemptInScope(scope)))
    .as('ranked');
  return await tx.select().from(ranked).where(lte(ranked.place, limit)).orderBy(asc(ranked.attempt));
}

/** What was said in an attempt; of a request that was its delivery's body, that body. */
export type AttemptTexts<Name extends AttemptText> = { readonly id: string } & {
  readonly [Text in Name]: Text extends 'requestBody' ? string : WebhookAttempt[Text];
};

/** Some of what was said in those attempts in scope. */
export async function listAttemptTexts<const Name extends AttemptText>(
  tx: Tx,
  scope: ReadScope,
  attemptIds: readonly string[],
  names: readonly Name[],
): Promise<AttemptTexts<Name>[]> {
  const { id } = webhookAttempts;
  const requestBody = sql<string>`coalesce(${webhookAttempts.requestBody}, ${webhookDeliveries.body})`;
  const columns = Object.fromEntries(
    names.map((name) => [name, name === 'requestBody' ? requestBody : webhookAttempts[name]]),
  );
  const rows = await tx
    .select({ id, ...columns })
    .from(webhookAttempts)
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.id, webhookAttempts.deliveryId))
    .where(and(among(id, attemptIds), attemptInScope(scope)));
  // Those are the columns that were asked for.
  return rows as unknown as AttemptTexts<Name>[];
}
