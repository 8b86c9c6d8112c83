/**
 * The history of an order: its events, emails and webhook deliveries, ordered by real time, because a store's test clock
 * may be far from it.
 */

import { and, desc, eq, gte, inArray, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { emails, events, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { type EnvironmentScope, inEnvironment, refersTo } from '#server/platform/data/merchant-scope.ts';

/** The columns of an email in the history. */
const emailColumns = {
  id: emails.id,
  eventId: emails.eventId,
  kind: emails.kind,
  recipient: emails.recipient,
  status: emails.status,
  createdAt: emails.createdAt,
};

/** The columns of a delivery in the history; `url` is null if the webhook is deleted. */
const deliveryColumns = {
  id: webhookDeliveries.id,
  eventId: webhookDeliveries.eventId,
  orderId: webhookDeliveries.objectId,
  eventType: webhookDeliveries.eventType,
  status: webhookDeliveries.status,
  attempts: webhookDeliveries.attempts,
  url: webhooks.url,
  createdAt: webhookDeliveries.createdAt,
};

export type HistoryEmail = Pick<
  typeof emails.$inferSelect,
  'id' | 'eventId' | 'kind' | 'recipient' | 'status' | 'createdAt'
>;
export type HistoryDelivery = Pick<
  typeof webhookDeliveries.$inferSelect,
  'id' | 'eventId' | 'eventType' | 'status' | 'attempts' | 'createdAt'
> & { readonly orderId: string; readonly url: string | null };

/** One page of the history, each list newest first. */
export interface OrderHistory {
  readonly events: readonly EventRow[];
  readonly emails: readonly HistoryEmail[];
  readonly deliveries: readonly HistoryDelivery[];
  /** The cursor for the next older page; undefined on the last page. */
  readonly older: number | undefined;
}

/** A page's size, and the number of the event before which it ends; without one, the newest page. */
export interface HistoryPage {
  readonly limit: number;
  readonly before?: number | undefined;
}

/** The most emails and deliveries on a page. */
const [maxEmails, maxDeliveries] = [200, 1000];

/** The real time at which an event was recorded. */
export const recordedAt = (event: Pick<EventRow, 'recordedAt' | 'createdAt'>): Date =>
  event.recordedAt ?? event.createdAt;

/** Reads a page of an order's history in three statements. */
export async function readOrderHistory(
  tx: Tx,
  scope: EnvironmentScope,
  orderId: string,
  { limit, before }: HistoryPage,
): Promise<OrderHistory> {
  const rows = await tx
    .select()
    .from(events)
    .where(
      and(
        eq(events.objectId, orderId),
        inEnvironment(events, scope),
        // Includes the first event of the newer page: emails since that event are listed there.
        before === undefined ? undefined : lte(events.sequence, before),
      ),
    )
    .orderBy(desc(events.sequence))
    .limit(limit + 2);
  const next = before !== undefined && rows[0]?.sequence === before ? rows.shift() : undefined;
  const shown = rows.slice(0, limit);
  const oldest = shown.at(-1);
  const hasMore = rows.length > limit;
  if (!oldest) return { events: [], emails: [], deliveries: [], older: undefined };
  const during = and(
    hasMore ? gte(emails.createdAt, recordedAt(oldest)) : undefined,
    next && lt(emails.createdAt, recordedAt(next)),
  );
  const ids = shown.map(({ id }) => id);
  const [sentEmails, delivered] = await Promise.all([
    listHistoryEmails(tx, scope, orderId, or(inArray(emails.eventId, ids), and(isNull(emails.eventId), during))),
    listHistoryDeliveries(tx, scope, orderId, ids),
  ]);
  return { events: shown, emails: sentEmails, deliveries: delivered, older: hasMore ? oldest.sequence : undefined };
}

const listHistoryEmails = (
  tx: Tx,
  scope: EnvironmentScope,
  orderId: string,
  condition: SQL | undefined,
): Promise<HistoryEmail[]> =>
  tx
    .select(emailColumns)
    .from(emails)
    .where(and(eq(emails.orderId, orderId), inEnvironment(emails, scope), condition))
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(maxEmails);

const listHistoryDeliveries = (
  tx: Tx,
  scope: EnvironmentScope,
  orderId: string,
  eventIds: string[],
): Promise<HistoryDelivery[]> =>
  tx
    .select(deliveryColumns)
    .from(webhookDeliveries)
    .leftJoin(webhooks, refersTo(webhookDeliveries, webhookDeliveries.webhookId, webhooks))
    .where(
      and(
        eq(webhookDeliveries.objectId, orderId),
        inArray(webhookDeliveries.eventId, eventIds),
        inEnvironment(webhookDeliveries, scope),
      ),
    )
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(maxDeliveries);
