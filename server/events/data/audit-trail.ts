/** Audit log queries: each event with its link. */
import { and, asc, desc, eq, gt, gte, ilike, isNull, like, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { apiKeys, auditEntries, events, merchants, storeMembers } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId, idAt, isUuid, prefixes, toShortId } from '#server/domain/ids.ts';
import { among, escapeLike } from '#server/platform/data/listing.ts';
import { inStore, refersTo, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { type Actor, serviceId } from '../rules/event.ts';
import type { EventRow } from './events.ts';

/** A store's trail in one environment; for the store's owner also the events of their account. */
export interface AuditScope extends StoreScope {
  readonly environment: Environment;
  /** The viewing owner; absent for other members. */
  readonly ownerId?: string | undefined;
}

export interface AuditFilter {
  /** An id of any form, or a part of the event's text. */
  readonly search?: string | undefined;
  readonly actor?: Actor['kind'] | undefined;
  /** The first part of the event types. */
  readonly about?: string | undefined;
  /** Inclusive, in real time. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}

export interface AuditEntry {
  readonly event: EventRow;
  /** Null: the worker has not chained it yet. */
  readonly link: { readonly position: number; readonly hash: string; readonly previousHash: string } | null;
}

export interface AuditPage {
  readonly limit: number;
  /** The last entry of the previous page. */
  readonly after?: string | undefined;
  /** Oldest first; absent: newest first. */
  readonly oldestFirst?: true;
}

/**
 * The entries in scope that match the filter, in the order of recording: an event's id begins with the real time of its
 * recording, also under a test clock.
 */
export async function listAudit(
  tx: Tx,
  scope: AuditScope,
  filter: AuditFilter,
  page: AuditPage,
): Promise<AuditEntry[]> {
  const { limit, after, oldestFirst } = page;
  const beyond = after === undefined ? undefined : (oldestFirst ? gt : lt)(events.id, after);
  const wanted = and(matching(filter), beyond);
  const sort = oldestFirst ? asc(events.id) : desc(events.id);
  // An index serves each list in order; for a single query of both PostgreSQL would sort all rows.
  const lists = await Promise.all(
    legs(scope).map((leg) => select(tx).where(and(leg, wanted)).orderBy(sort).limit(limit)),
  );
  const sign = oldestFirst ? 1 : -1;
  return lists
    .flat()
    .sort((one, two) => (one.event.id < two.event.id ? -sign : sign))
    .slice(0, limit);
}

/** The service's own events, newest first; they belong to no merchant. */
export const listServiceAudit = (tx: Tx, count: number): Promise<AuditEntry[]> =>
  select(tx)
    .where(and(eq(events.merchantId, serviceId), isNull(events.storeId)))
    .orderBy(desc(events.id))
    .limit(count);

/** One entry in scope, if it exists. */
export const findAuditEntry = async (tx: Tx, scope: AuditScope, id: string): Promise<AuditEntry | undefined> =>
  isUuid(id)
    ? (await Promise.all(legs(scope).map((leg) => select(tx).where(and(eq(events.id, id), leg))))).flat()[0]
    : undefined;

const { position, hash, previousHash } = auditEntries;

const select = (tx: Tx) =>
  tx
    .select({ event: events, link: { position, hash, previousHash } })
    .from(events)
    .leftJoin(auditEntries, refersTo(events, events.id, auditEntries))
    .$dynamic();

function legs({ environment, ownerId, ...store }: AuditScope): SQL[] {
  const ofStore = and(inStore(events, store), eq(events.environment, environment));
  const ofAccount = ownerId === undefined ? undefined : and(eq(events.merchantId, ownerId), isNull(events.storeId));
  return [ofStore, ofAccount].filter((leg): leg is SQL => leg !== undefined);
}

const matching = ({ search, actor, about, from, until }: AuditFilter): SQL | undefined =>
  and(
    actor === undefined ? undefined : sql`${events.actor}->>'kind' = ${actor}`,
    about === undefined ? undefined : like(events.type, `${escapeLike(about)}.%`),
    from && gte(events.id, idAt(from)),
    until && lt(events.id, idAt(until)),
    search ? found(search) : undefined,
  );

/** Events of orders and stores name their payments, refunds and members in `data`. */
function found(search: string): SQL | undefined {
  const prefix = prefixes.find((each) => search.startsWith(`${each}_`));
  const id = isUuid(search) ? search.toLowerCase() : prefix && fromShortId(prefix, search);
  const text = `%${escapeLike(search)}%`;
  const matchesText = or(
    ilike(sql`${events.data}::text`, text),
    ilike(sql`${events.changes}::text`, text),
    sql`not ${isOfOperator} and ${ilike(sql`${events.actor}::text`, text)}`,
  );
  if (id) return or(eq(events.objectId, id), eq(events.id, id), matchesText);
  return or(ilike(events.type, text), matchesText);
}

/** Operators stay anonymous to merchants: a search must not reveal them. */
const isOfOperator = sql`(${events.actor}->>'kind' = 'operator')`;

/** The names of actors: members by name, keys by nickname. */
export interface ActorNames {
  /** By `MER_…`. */
  readonly members: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, { readonly nickname: string; readonly fingerprint: string }>;
}

/** The names of the events' actors that belong to the store now. */
export async function readActorNames(
  tx: Tx,
  storeId: string,
  entries: readonly Pick<AuditEntry, 'event'>[],
): Promise<ActorNames> {
  const idsOf = (kind: Actor['kind']) =>
    entries.flatMap(({ event: { actor } }) => (actor.kind === kind ? actor.by : []));
  const members = (
    await tx.select({ id: storeMembers.merchantId }).from(storeMembers).where(eq(storeMembers.storeId, storeId))
  ).map(({ id }) => id);
  const people = [...new Set(idsOf('dashboard').flatMap((id) => fromShortId('MER', id) ?? []))];
  const keyIds = [...new Set(idsOf('apiKey').filter(isUuid))];
  const [accounts, keys] = await Promise.all([
    people.length === 0
      ? []
      : tx
          .select({ id: merchants.id, name: merchants.name })
          .from(merchants)
          .where(and(among(merchants.id, people), among(merchants.id, members))),
    keyIds.length === 0
      ? []
      : tx
          .select({ id: apiKeys.id, nickname: apiKeys.nickname, fingerprint: apiKeys.fingerprint })
          .from(apiKeys)
          .where(and(among(apiKeys.id, keyIds), among(apiKeys.merchantId, members))),
  ]);
  return {
    members: new Map(accounts.map(({ id, name }) => [toShortId('MER', id), name])),
    keys: new Map(keys.map(({ id, ...key }) => [id, key])),
  };
}
