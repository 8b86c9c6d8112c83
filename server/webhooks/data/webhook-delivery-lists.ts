/**
 * Webhook deliveries and attempts for GraphQL and the dashboard. Long fields (bodies, headers) are read separately, only
 * where they are shown.
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
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { listRowsOfStores } from '#server/platform/data/multi-store-pagination.ts';
import type { WebhookDelivery } from '../webhook-resends.ts';

export type ListedDelivery = Omit<WebhookDelivery, 'body'>;

export type WebhookAttempt = typeof webhookAttempts.$inferSelect;
/** The long fields of an attempt. */
export type AttemptText = 'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody';
export type ListedAttempt = Omit<WebhookAttempt, AttemptText>;

const listColumns = {
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
    updatedAt: webhookDeliveries.updatedAt,
  },
  sorts: { createdAt: webhookDeliveries.createdAt, updatedAt: webhookDeliveries.updatedAt },
};

const visible = (scope: ReadScope): SQL | undefined =>
  and(inStores(webhookDeliveries, scope), eq(webhookDeliveries.environment, scope.environment));

/** One page of the deliveries in scope, also of deleted webhooks. */
export const listDeliveries = (
  tx: Tx,
  scope: ReadScope,
  listing: ListingOf<typeof listColumns>,
): Promise<ListedDelivery[]> => listRowsOfStores(tx, listColumns, scope, visible(scope), listing);

/** The number of deliveries in scope that match the filter. */
export const countDeliveries = (tx: Tx, scope: ReadScope, filter: FilterOf<typeof listColumns>): Promise<number> =>
  countRows(tx, listColumns, visible(scope), filter);

/** The bodies of deliveries in scope. */
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
  and(inStores(webhookAttempts, scope), eq(webhookAttempts.environment, scope.environment));

/** The newest attempts of each delivery, at most `limit` per delivery, in chronological order. */
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
  const position = sql<number>`row_number() over (partition by ${webhookAttempts.deliveryId} order by ${webhookAttempts.attempt} desc)`;
  const ranked = tx
    .select({ ...columns, index: position.as('index') })
    .from(webhookAttempts)
    .where(and(among(webhookAttempts.deliveryId, deliveryIds), attemptInScope(scope)))
    .as('ranked');
  return await tx.select().from(ranked).where(lte(ranked.index, limit)).orderBy(asc(ranked.attempt));
}

/** Long fields of an attempt; a missing request body is that of its delivery. */
export type AttemptTexts<Name extends AttemptText> = { readonly id: string } & {
  readonly [Text in Name]: Text extends 'requestBody' ? string : WebhookAttempt[Text];
};

/** The requested long fields of attempts in scope. */
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
    .innerJoin(webhookDeliveries, refersTo(webhookAttempts, webhookAttempts.deliveryId, webhookDeliveries))
    .where(and(among(id, attemptIds), attemptInScope(scope)));
  // `names` are the selected columns.
  return rows as unknown as AttemptTexts<Name>[];
}
