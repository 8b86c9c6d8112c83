/** Reads the whole audit log in batches, for its verification. */
import { and, asc, count, eq, getTableColumns, isNull, notExists, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { auditEntries, auditHeads, eventOutbox, events } from '#db/schema/index.ts';
import { everyMerchant, refersTo } from '#server/platform/data/merchant-scope.ts';
import type { AuditHead } from './audit.ts';
import type { EventRow } from './events.ts';

export interface LinkWithEvent {
  readonly link: typeof auditEntries.$inferSelect;
  /** Null: there is no such event. */
  readonly event: EventRow | null;
}

/** All merchants with an event, a link or a chain head. */
export async function listAuditedMerchants(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select merchant_id as id from ${auditHeads} where ${everyMerchant}
    union select merchant_id from ${auditEntries} union select merchant_id from ${events} order by id`);
  return rows.map(({ id }) => id);
}

export async function findAuditHead(tx: Tx, merchantId: string): Promise<AuditHead | undefined> {
  const [head] = await tx.select().from(auditHeads).where(eq(auditHeads.merchantId, merchantId));
  return head;
}

/** A merchant's links with their events, by position; holds one batch in memory. */
export async function* readLinks(tx: Tx, merchantId: string, batch = 1000): AsyncGenerator<LinkWithEvent> {
  let after: { position: number; id: string } | undefined;
  while (true) {
    const rows: LinkWithEvent[] = await tx
      .select({ link: auditEntries, event: events })
      .from(auditEntries)
      .leftJoin(events, refersTo(auditEntries, auditEntries.id, events))
      .where(
        and(
          eq(auditEntries.merchantId, merchantId),
          after && sql`(${auditEntries.position}, ${auditEntries.id}) > (${after.position}::bigint, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(auditEntries.position), asc(auditEntries.id))
      .limit(batch);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.link;
  }
}

/** The first of `count` rows. */
export interface Some<Row> {
  readonly count: number;
  readonly rows: readonly Row[];
}

/** A merchant's events without a link that do not wait for one. */
export async function findUnchained(tx: Tx, merchantId: string, limit: number): Promise<Some<EventRow>> {
  const linked = tx
    .select({ one: sql`1` })
    .from(auditEntries)
    .where(refersTo(events, events.id, auditEntries));
  const waiting = tx
    .select({ one: sql`1` })
    .from(eventOutbox)
    .where(and(eq(eventOutbox.eventId, events.id), eq(eventOutbox.merchantId, events.merchantId)));
  const found = await tx
    .select({ ...getTableColumns(events), total: sql<string>`count(*) over ()` })
    .from(events)
    .where(and(eq(events.merchantId, merchantId), notExists(linked), notExists(waiting)))
    .orderBy(asc(events.createdAt), asc(events.id))
    .limit(limit);
  return { count: Number(found[0]?.total ?? 0), rows: found.map(({ total: _, ...event }) => event) };
}

/** Events that were deleted while they waited in the outbox. */
export async function findLostEvents(tx: Tx, limit: number): Promise<Some<{ eventId: string }>> {
  const rows = await tx
    .select({ eventId: eventOutbox.eventId, total: sql<string>`count(*) over ()` })
    .from(eventOutbox)
    .leftJoin(events, refersTo(eventOutbox, eventOutbox.eventId, events))
    .where(and(everyMerchant, isNull(events.id)))
    .orderBy(asc(eventOutbox.eventId))
    .limit(limit);
  return { count: Number(rows[0]?.total ?? 0), rows };
}

/** The number of events that wait to be chained. */
export async function countWaiting(tx: Tx, merchantId: string | undefined): Promise<number> {
  const [row] = await tx
    .select({ waiting: count() })
    .from(eventOutbox)
    .innerJoin(events, refersTo(eventOutbox, eventOutbox.eventId, events))
    .where(merchantId === undefined ? everyMerchant : eq(events.merchantId, merchantId));
  return row?.waiting ?? 0;
}
