/**
 * The request log: API calls of the last 30 days, as shown to merchants. Bodies arrive masked. Older calls are hidden,
 * and are removed with the whole month (`jobs/keep-months.ts`). (docs/behavior/api.md)
 */
import {
  and,
  type Column,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  ilike,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import {
  checkoutSessions,
  emails,
  kybTickets,
  merchants,
  orders,
  products,
  requestLog,
  senderDomains,
  senderEmails,
  storeDirectory,
  storeMembers,
  subscriptionProductGroups,
  webhooks,
} from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { isUuid } from '#server/domain/ids.ts';
import { among, escapeLike } from '#server/platform/data/listing.ts';
import { everyMerchant, inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { recordsOf } from '#server/platform/data/records.ts';
import type { Json } from '../rules/mask.ts';

export type LoggedRequest = typeof requestLog.$inferSelect;

/**
 * A call to log. `mentions` are the ids in it, which identify its store if the caller has none. For a call with a
 * store, `merchantId` is the store's merchant; for other calls it is the caller.
 */
export interface NewLoggedRequest extends Omit<LoggedRequest, 'requestBody' | 'responseBody'> {
  readonly requestBody: Json;
  readonly responseBody: Json;
  readonly mentions: readonly string[];
}

/** How long a call is shown. */
export const requestRetentionMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Inserts calls in one statement. Skips calls that name an unknown merchant. A call's store is one that its merchant is
 * a member of, or null.
 */
export async function insertLoggedRequests(tx: Tx, calls: readonly NewLoggedRequest[]): Promise<void> {
  const unproven = calls.filter(({ environment }) => environment === null).map(({ merchantId }) => merchantId);
  const [storeOf, known] = await Promise.all([findStores(tx, calls), findMerchants(tx, unproven)]);
  const rows = calls.flatMap(({ mentions, ...call }) => {
    if (call.environment === null && !known.has(call.merchantId)) return [];
    const found = mentions.map((id) => storeOf.get(mentionOf(call.merchantId, id))).find(Boolean);
    return [
      { ...call, ...(call.storeId === null && found && { merchantId: found.merchantId, storeId: found.storeId }) },
    ];
  });
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${requestLog} ${recordsOf(requestLog, rows)} on conflict do nothing`);
}

/** The ids that are existing accounts. */
async function findMerchants(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(among(merchants.id, [...new Set(ids)]));
  return new Set(rows.map(({ id }) => id));
}

const mentioned = [
  products,
  orders,
  checkoutSessions,
  subscriptionProductGroups,
  webhooks,
  emails,
  kybTickets,
  senderEmails,
  senderDomains,
] as const;

type StoreByMention = ReadonlyMap<string, StoreScope>;
const mentionOf = (memberId: string, id: string) => `${memberId} ${id}`;

/** The store of each mentioned id, by {@link mentionOf}. Only stores that the call's merchant is a member of. */
async function findStores(tx: Tx, calls: readonly NewLoggedRequest[]): Promise<StoreByMention> {
  const open = calls.filter(({ storeId, mentions }) => storeId === null && mentions.length > 0);
  if (open.length === 0) return new Map();
  const members = [...new Set(open.map(({ merchantId }) => merchantId))];
  const memberships = await listMemberships(tx, members);
  const found = new Map(memberships.map((row) => [mentionOf(row.memberId, row.storeId), row]));
  // Nearly always the first id is the store itself.
  const rest = open.filter(({ mentions: [first = ''], merchantId }) => !found.has(mentionOf(merchantId, first)));
  const reachable = memberships.filter(({ memberId }) => rest.some(({ merchantId }) => merchantId === memberId));
  if (reachable.length === 0) return found;
  const ids = [...new Set(rest.flatMap(({ mentions }) => mentions))];
  const merchantIds = [...new Set(reachable.map(({ merchantId }) => merchantId))];
  const membersOf = Map.groupBy(reachable, ({ storeId }) => storeId);
  for (const { id, store_id: storeId } of await objectsWith(tx, ids, merchantIds)) {
    for (const row of membersOf.get(storeId) ?? []) found.set(mentionOf(row.memberId, id), row);
  }
  return found;
}

const listMemberships = (tx: Tx, memberIds: readonly string[]) =>
  tx
    .select({
      memberId: storeMembers.merchantId,
      merchantId: storeDirectory.merchantId,
      storeId: storeDirectory.storeId,
    })
    .from(storeMembers)
    .innerJoin(storeDirectory, eq(storeDirectory.storeId, storeMembers.storeId))
    .where(among(storeMembers.merchantId, memberIds));

/** The merchants' objects with these ids, of any kind. */
async function objectsWith(tx: Tx, ids: readonly string[], merchantIds: readonly string[]) {
  const [first, ...others] = merchantIds;
  const isOf = (column: Column) =>
    first !== undefined && others.length === 0 ? eq(column, first) : among(column, merchantIds);
  const parts = mentioned.map(
    (table) => sql`select ${table.id} as id, ${table.storeId} as store_id from ${table}
      where ${table.id} = any(${sql.param(ids)}::uuid[]) and ${isOf(table.merchantId)}`,
  );
  const { rows } = await tx.execute<{ id: string; store_id: string }>(sql.join(parts, sql` union all `));
  return rows;
}

/**
 * The calls that a page shows: one store's in one environment. The store's owner also sees their calls without a store;
 * those with an unknown environment count as test.
 */
export interface RequestLogScope extends StoreScope {
  readonly environment: Environment;
  /** Set when the store's owner is looking. */
  readonly ownerId?: string | undefined;
  /** The current time: calls are shown for 30 days. */
  readonly now: Date;
}

export interface RequestLogFilter {
  /** Part of a request id, a path or an error. */
  readonly search?: string | undefined;
  /** The first digit of the status. */
  readonly statusClass?: 2 | 4 | 5 | undefined;
  readonly path?: string | undefined;
}

/** A call as listed. */
export type RequestLogEntry = Omit<LoggedRequest, 'requestBody' | 'responseBody'>;

const { requestBody: _request, responseBody: _response, ...listed } = getTableColumns(requestLog);

/** The calls in scope that match the filter, newest first. `after` is the last call of the previous page. */
export async function listRequests(
  tx: Tx,
  scope: RequestLogScope,
  filter: RequestLogFilter,
  page: { readonly limit: number; readonly after?: string | undefined },
): Promise<RequestLogEntry[]> {
  const start = page.after === undefined ? undefined : await findRequest(tx, scope, page.after);
  const wanted = and(matching(filter), start && older(start));
  // One query per index, in order. PostgreSQL would sort all rows for a single query with `or`.
  const lists = await Promise.all(
    parts(scope).map((part) =>
      tx
        .select(listed)
        .from(requestLog)
        .where(and(part, wanted))
        .orderBy(desc(requestLog.createdAt), desc(requestLog.id))
        .limit(page.limit),
    ),
  );
  return lists
    .flat()
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, page.limit);
}

/** One call in scope, or undefined. Each part of the scope may be of another merchant, and has a statement of its own. */
export async function findRequest(tx: Tx, scope: RequestLogScope, id: string): Promise<LoggedRequest | undefined> {
  if (!isUuid(id)) return undefined;
  for (const part of parts(scope)) {
    const [found] = await tx
      .select()
      .from(requestLog)
      .where(and(eq(requestLog.id, id), part));
    if (found) return found;
  }
  return undefined;
}

function parts({ environment, ownerId, now, ...store }: RequestLogScope): SQL[] {
  const isShown = gt(requestLog.createdAt, new Date(now.getTime() - requestRetentionMs));
  const ofStore = and(isShown, inStore(requestLog, store), eq(requestLog.environment, environment));
  const orUnknown = environment === 'test' ? isNull(requestLog.environment) : undefined;
  const withoutStore =
    ownerId !== undefined &&
    and(
      isShown,
      eq(requestLog.merchantId, ownerId),
      isNull(requestLog.storeId),
      or(eq(requestLog.environment, environment), orUnknown),
    );
  return [ofStore, withoutStore].filter((part): part is SQL => Boolean(part));
}

const older = ({ createdAt, id }: LoggedRequest): SQL | undefined =>
  and(lte(requestLog.createdAt, createdAt), or(lt(requestLog.createdAt, createdAt), lt(requestLog.id, id)));

function matching({ search, statusClass, path }: RequestLogFilter): SQL | undefined {
  return and(
    path === undefined ? undefined : eq(requestLog.path, path),
    statusClass === undefined
      ? undefined
      : and(gte(requestLog.status, statusClass * 100), lt(requestLog.status, (statusClass + 1) * 100)),
    search ? found(search) : undefined,
  );
}

function found(search: string): SQL | undefined {
  if (isUuid(search)) return eq(requestLog.id, search);
  const text = `%${escapeLike(search)}%`;
  return or(ilike(requestLog.path, text), ilike(requestLog.error, text), sql`${requestLog.id}::text like ${text}`);
}

/** Deletes expired calls outside the monthly partitions: calls whose month had been dropped when they were written. */
export async function deleteStrayRequests(tx: Tx, now: Date): Promise<void> {
  const until = new Date(now.getTime() - requestRetentionMs).toISOString();
  await tx.execute(sql`delete from request_log_rest where ${everyMerchant} and created_at <= ${until}::timestamptz`);
}
