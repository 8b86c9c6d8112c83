/**
 * The request log: the API calls of the last 30 days, as merchants look them up. Bodies come here masked. Older calls are not
 * shown to anybody, and are removed with their whole month (`jobs/keep-months.ts`).
 * (decisions.md, "Authentication" for the doctor's hint; the README says what is kept.)
 */
import { and, desc, eq, getTableColumns, gt, gte, ilike, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
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
  storeMembers,
  stores,
  subscriptionProductGroups,
  webhooks,
} from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { isUuid } from '#server/domain/ids.ts';
import { among, literally } from '#server/platform/data/listing.ts';
import { recordsOf } from '#server/platform/data/records.ts';
import type { Json } from '../rules/mask.ts';

export type LoggedRequest = typeof requestLog.$inferSelect;

/** A call to be logged. `mentions` are the ids in it from which its store is found, where the caller has none. */
export interface NewLoggedRequest extends Omit<LoggedRequest, 'requestBody' | 'responseBody'> {
  readonly requestBody: Json;
  readonly responseBody: Json;
  readonly mentions: readonly string[];
}

/** How long a call is shown. */
export const requestRetentionMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Writes calls in one statement. Those that name a merchant who does not exist are left out; a store is one that the
 * call's merchant is a member of, or none.
 */
export async function insertLoggedRequests(tx: Tx, calls: readonly NewLoggedRequest[]): Promise<void> {
  const unproven = calls.filter(({ environment }) => environment === null).map(({ merchantId }) => merchantId);
  const [storeOf, known] = await Promise.all([findStores(tx, calls), findMerchants(tx, unproven)]);
  const rows = calls.flatMap(({ mentions, ...call }) => {
    if (call.environment === null && !known.has(call.merchantId)) return [];
    const found = mentions.map((id) => storeOf.get(`${call.merchantId} ${id}`)).find(Boolean);
    return [{ ...call, storeId: call.storeId ?? found ?? null }];
  });
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${requestLog} ${recordsOf(requestLog, rows)} on conflict do nothing`);
}

/** Which of them are accounts here. */
async function findMerchants(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(among(merchants.id, [...new Set(ids)]));
  return new Set(rows.map(({ id }) => id));
}

const mentioned = [
  [stores, stores.id],
  [products, products.storeId],
  [orders, orders.storeId],
  [checkoutSessions, checkoutSessions.storeId],
  [subscriptionProductGroups, subscriptionProductGroups.storeId],
  [webhooks, webhooks.storeId],
  [emails, emails.storeId],
  [kybTickets, kybTickets.storeId],
  [senderEmails, senderEmails.storeId],
  [senderDomains, senderDomains.storeId],
] as const;

/** The store behind each mentioned id, under `<merchant> <id>`: stores that the call's merchant is a member of. */
async function findStores(tx: Tx, calls: readonly NewLoggedRequest[]): Promise<ReadonlyMap<string, string>> {
  const open = calls.filter(({ storeId }) => storeId === null);
  // What is named first is mostly the store itself, and the same in many calls: nearly always that is all.
  const first = await storesBehind(
    tx,
    open.map(({ mentions, merchantId }) => ({ merchantId, mentions: mentions.slice(0, 1) })),
  );
  const rest = open.filter(({ mentions, merchantId }) => !first.has(`${merchantId} ${mentions[0]}`));
  const others = await storesBehind(
    tx,
    rest.map(({ mentions, merchantId }) => ({ merchantId, mentions: mentions.slice(1) })),
  );
  return new Map([...first, ...others]);
}

async function storesBehind(
  tx: Tx,
  calls: readonly Pick<NewLoggedRequest, 'merchantId' | 'mentions'>[],
): Promise<ReadonlyMap<string, string>> {
  const open = calls.filter(({ mentions }) => mentions.length > 0);
  if (open.length === 0) return new Map();
  const ids = sql.param([...new Set(open.flatMap(({ mentions }) => mentions))]);
  const merchantIds = [...new Set(open.map(({ merchantId }) => merchantId))];
  const found = sql.join(
    mentioned.map(
      ([table, storeId]) =>
        sql`select ${table.id} as id, ${storeId} as store_id from ${table} where ${table.id} = any(${ids}::uuid[])`,
    ),
    sql` union all `,
  );
  const { rows } = await tx.execute<{ merchant_id: string; id: string; store_id: string }>(sql`
    select ${storeMembers.merchantId} as merchant_id, found.id, found.store_id from (${found}) as found
    join ${storeMembers} on ${storeMembers.storeId} = found.store_id
    where ${among(storeMembers.merchantId, merchantIds)}`);
  return new Map(rows.map((row) => [`${row.merchant_id} ${row.id}`, row.store_id]));
}

/**
 * Whose calls a page shows: a store's in one environment. To the store's owner also their calls that concern no
 * store; where nobody knows the environment of such a call, it belongs to test.
 */
export interface RequestLogScope {
  readonly storeId: string;
  readonly environment: Environment;
  /** The owner who looks; absent for other members. */
  readonly ownerId?: string | undefined;
  /** The moment of looking: calls are shown for 30 days. */
  readonly now: Date;
}

export interface RequestLogFilter {
  /** Part of a request id, a path or an error. */
  readonly search?: string | undefined;
  /** The first digit of the status. */
  readonly statusClass?: 2 | 4 | 5 | undefined;
  readonly path?: string | undefined;
}

/** A call as a list shows it. */
export type RequestLogEntry = Omit<LoggedRequest, 'requestBody' | 'responseBody'>;

const { requestBody: _request, responseBody: _response, ...listed } = getTableColumns(requestLog);

/** The calls in scope that the filter lets through, newest first; `after` is the last one of the page before. */
export async function listRequests(
  tx: Tx,
  scope: RequestLogScope,
  filter: RequestLogFilter,
  page: { readonly limit: number; readonly after?: string | undefined },
): Promise<RequestLogEntry[]> {
  const start = page.after === undefined ? undefined : await findRequest(tx, scope, page.after);
  const wanted = and(matching(filter), start && older(start));
  // An index serves each of the two in order; of both at once, PostgreSQL would sort all there is.
  const lists = await Promise.all(
    legs(scope).map((leg) =>
      tx
        .select(listed)
        .from(requestLog)
        .where(and(leg, wanted))
        .orderBy(desc(requestLog.createdAt), desc(requestLog.id))
        .limit(page.limit),
    ),
  );
  return lists
    .flat()
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, page.limit);
}

/** One call in scope; undefined where there is none. */
export const findRequest = async (tx: Tx, scope: RequestLogScope, id: string): Promise<LoggedRequest | undefined> =>
  isUuid(id)
    ? (
        await tx
          .select()
          .from(requestLog)
          .where(and(eq(requestLog.id, id), or(...legs(scope))))
      )[0]
    : undefined;

function legs({ storeId, environment, ownerId, now }: RequestLogScope): SQL[] {
  const isShown = gt(requestLog.createdAt, new Date(now.getTime() - requestRetentionMs));
  const ofStore = and(isShown, eq(requestLog.storeId, storeId), eq(requestLog.environment, environment));
  const unknownToo = environment === 'test' ? isNull(requestLog.environment) : undefined;
  const ofNone =
    ownerId !== undefined &&
    and(
      isShown,
      eq(requestLog.merchantId, ownerId),
      isNull(requestLog.storeId),
      or(eq(requestLog.environment, environment), unknownToo),
    );
  return [ofStore, ofNone].filter((leg): leg is SQL => Boolean(leg));
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
  const text = `%${literally(search)}%`;
  return or(ilike(requestLog.path, text), ilike(requestLog.error, text), sql`${requestLog.id}::text like ${text}`);
}

/** Removes calls past their 30 days that are of no month: of one that had been dropped when they were written. */
export async function deleteStrayRequests(tx: Tx, now: Date): Promise<void> {
  const until = new Date(now.getTime() - requestRetentionMs).toISOString();
  await tx.execute(sql`delete from request_log_rest where created_at <= ${until}::timestamptz`);
}
