/**
 * What happened to an order, with what was told of it: the emails, and the deliveries to webhooks. All of it in the order
 * of real time, which a store's own clock may be far from.
 */
import { and, desc, eq, gte, inArray, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { emails, events, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import type { EventRow } from '#server/events/data/events.ts';
import type { StoreScope } from './order-search.ts';

/** What a story shows of an email. */
const shownEmail = {
  id: emails.id,
  eventId: emails.eventId,
  kind: emails.kind,
  recipient: emails.recipient,
  status: emails.status,
  createdAt: emails.createdAt,
};

/** What a story shows of a delivery; the webhook's address is null where the webhook is gone. */
const shownDelivery = {
  id: webhookDeliveries.id,
  eventId: webhookDeliveries.eventId,
  orderId: webhookDeliveries.objectId,
  eventType: webhookDeliveries.eventType,
  status: webhookDeliveries.status,
  attempts: webhookDeliveries.attempts,
  url: webhooks.url,
  createdAt: webhookDeliveries.createdAt,
};

export type StoryEmail = Pick<
  typeof emails.$inferSelect,
  'id' | 'eventId' | 'kind' | 'recipient' | 'status' | 'createdAt'
>;
export type StoryDelivery = Pick<
  typeof webhookDeliveries.$inferSelect,
  'id' | 'eventId' | 'eventType' | 'status' | 'attempts' | 'createdAt'
> & { readonly orderId: string; readonly url: string | null };

/** A part of the story, each list newest first. */
export interface OrderStory {
  readonly events: readonly EventRow[];
  readonly emails: readonly StoryEmail[];
  readonly deliveries: readonly StoryDelivery[];
  /** The number that the older part is asked for by; undefined where the story begins here. */
  readonly older: number | undefined;
}

/** Where a part ends: before the event of that number. Absent: it is the newest. */
export interface StoryPart {
  readonly limit: number;
  readonly before?: number | undefined;
}

/** As many emails as a part may have; and deliveries: each event goes to some webhooks at most. */
const [maxEmails, maxDeliveries] = [200, 1000];

/** When an event was written down, in real time. */
export const recordedAt = (event: Pick<EventRow, 'recordedAt' | 'createdAt'>): Date =>
  event.recordedAt ?? event.createdAt;

/** A part of what happened to an order of the store, and of what was told meanwhile: three statements, however long it is. */
export async function readOrderStory(
  tx: Tx,
  scope: StoreScope,
  orderId: string,
  { limit, before }: StoryPart,
): Promise<OrderStory> {
  const rows = await tx
    .select()
    .from(events)
    .where(
      and(
        eq(events.objectId, orderId),
        eq(events.storeId, scope.storeId),
        eq(events.environment, scope.environment),
        // With the first of the newer part: what was told from then on stands there.
        before === undefined ? undefined : lte(events.sequence, before),
      ),
    )
    .orderBy(desc(events.sequence))
    .limit(limit + 2);
  const next = before !== undefined && rows[0]?.sequence === before ? rows.shift() : undefined;
  const shown = rows.slice(0, limit);
  const oldest = shown.at(-1);
  const isMore = rows.length > limit;
  if (!oldest) return { events: [], emails: [], deliveries: [], older: undefined };
  const during = and(
    isMore ? gte(emails.createdAt, recordedAt(oldest)) : undefined,
    next && lt(emails.createdAt, recordedAt(next)),
  );
  const ids = shown.map(({ id }) => id);
  const [told, delivered] = await Promise.all([
    listStoryEmails(tx, scope, orderId, or(inArray(emails.eventId, ids), and(isNull(emails.eventId), during))),
    listStoryDeliveries(tx, scope, orderId, ids),
  ]);
  return { events: shown, emails: told, deliveries: delivered, older: isMore ? oldest.sequence : undefined };
}

const listStoryEmails = (
  tx: Tx,
  { storeId, environment }: StoreScope,
  orderId: string,
  wanted: SQL | undefined,
): Promise<StoryEmail[]> =>
  tx
    .select(shownEmail)
    .from(emails)
    .where(and(eq(emails.orderId, orderId), eq(emails.storeId, storeId), eq(emails.environment, environment), wanted))
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(maxEmails);

const listStoryDeliveries = (
  tx: Tx,
  { storeId, environment }: StoreScope,
  orderId: string,
  eventIds: string[],
): Promise<StoryDelivery[]> =>
  tx
    .select(shownDelivery)
    .from(webhookDeliveries)
    .leftJoin(webhooks, and(eq(webhooks.id, webhookDeliveries.webhookId), eq(webhooks.storeId, storeId)))
    .where(
      and(
        eq(webhookDeliveries.objectId, orderId),
        inArray(webhookDeliveries.eventId, eventIds),
        eq(webhookDeliveries.storeId, storeId),
        eq(webhookDeliveries.environment, environment),
      ),
    )
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(maxDeliveries);
