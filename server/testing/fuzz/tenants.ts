/**
 * Two merchants with data in every table. One calls with IDs of the other, the victim. No answer may contain the
 * victim's data, and no call may change it.
 */
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { apiKeys } from '#db/schema/index.ts';
import { isUuid, prefixes, toShortId } from '#server/domain/ids.ts';
import { customerHeaders, db, newMerchant, sql, type TestMerchant } from '../api.ts';
import { arrangements, buyerIdentity } from '../arrangements.ts';
import type { Ids } from './bodies.ts';

/** The arrangements of these examples create every kind of row of a store. */
const arrangedExamples = [
  'checkout/create-session',
  'checkout/preview-tax',
  'webhook-delivery/send-again',
  'email-delivery/send-again',
  'store-merchant/update-role',
  'kyb-ticket/withdraw-ticket',
  'onetime-order/cancel-order',
  'refund-ticket/resubmit-ticket',
  'refund/create-refund',
  'subscription-order/cancel-order',
  'subscription-order/create-order',
  'subscription-order/reactivate-order',
  'subscription-product-group/update-group',
  'sender-domain/check-domain',
  'sender-email/confirm-email',
];

export interface Tenant {
  readonly merchant: TestMerchant;
  readonly ids: Ids;
  /** Headers of a customer of the store. The customer's orders are among the IDs. */
  readonly customer: Record<string, string>;
}

/** Creates a merchant with every kind of row. */
export async function newTenant(storeName: string): Promise<Tenant> {
  const merchant = await newMerchant(storeName);
  const ids: Record<string, string[]> = { storeId: [merchant.storeId] };
  for (const name of arrangedExamples) {
    const arranged = await arrangements[name]?.(merchant);
    for (const [placeholder, value] of Object.entries(arranged ?? {}))
      ids[placeholder] = [...(ids[placeholder] ?? []), value];
  }
  const refund = await merchant.call('refund/create-refund', { paymentId: ids.paymentId?.[0], amount: '1.00' });
  ids.refundId = [refund.body.data.refund.id];
  const versions = await sql<{ id: string }[]>`select id from product_versions where merchant_id = ${merchant.id}`;
  ids.versionId = versions.map(({ id }) => id);
  return { merchant, ids, customer: await customerHeaders(merchant, buyerIdentity) };
}

/** Creates a tenant with a mark in all typed text, and with keys that no other test merchant uses. */
export async function newVictim() {
  const mark = `victim${randomUUID().replaceAll('-', '')}`;
  const tenant = await newTenant(mark);
  const { id } = tenant.merchant;
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await db.update(apiKeys).set({ publicKey: pem }).where(eq(apiKeys.merchantId, id));
  await markTexts(id, mark);
  const secrets = await secretsOf(id);
  const ready = new Date();
  const before = await digestsOf(id, ready);
  const leakedIn = (answer: string, request: string): string[] => {
    const named = [...(answer.match(anyName) ?? []), ...(answer.includes(mark) ? [mark] : [])];
    return named.filter((name) => (name === mark || secrets.has(name)) && !request.includes(name));
  };
  for (const [table, rows] of await rowsOf(id)) {
    // A row without any secret could not reveal a leak.
    if (rows !== '' && leakedIn(rows, '').length === 0) throw new Error(`Nothing in ${table} would be noticed`);
  }
  return {
    ...tenant,
    /** Returns the victim's secrets that are in an answer and were not in the request. */
    leakedIn,
    /** Returns the tables in which the victim's rows have changed. */
    async changedTables(): Promise<string[]> {
      const now = await digestsOf(id, ready);
      return [...now.keys()].filter((table) => now.get(table) !== before.get(table));
    },
  };
}
export type Victim = Awaited<ReturnType<typeof newVictim>>;

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

let columns: Promise<Column[]> | undefined;

/**
 * Returns every column of every table with merchant rows, from the catalog. For a partitioned table, its own columns.
 */
function tenantColumns(): Promise<Column[]> {
  columns ??= sql<Column[]>`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and not (select relispartition from pg_class where oid = format('%I', c.table_name)::regclass) and exists (
      select from information_schema.columns o where o.table_schema = 'public' and o.table_name = c.table_name
      and o.column_name = 'merchant_id')
    order by 1, 2`.then((rows) => [...rows]);
  return columns;
}

const isTyped =
  /name|description|reason|email|identity|nickname|subject|body|address|url|website|recipient|contact|registration|domain|external|error/;

/** The same buyer buys from both merchants. Knowing the buyer must not give access to the other store's orders. */
const isBuyer = /identity|buyer_email/;

/** Prefixes all typed text with the mark. Immutable rows (the ledger, the audit trail) stay as they are. */
async function markTexts(merchantId: string, mark: string): Promise<void> {
  let marked = 0;
  for (const { table, column, type } of await tenantColumns()) {
    if (type !== 'text' || !isTyped.test(column) || isBuyer.test(column)) continue;
    const updated = await sql`update ${sql(table)} set ${sql(column)} = ${mark} || ${sql(column)}
      where merchant_id = ${merchantId} and ${sql(column)} is not null`.catch(() => undefined);
    if (updated && updated.count > 0) marked += 1;
  }
  if (marked < 8) throw new Error(`Only ${marked} columns could be marked`);
}

/** UUIDs, Short IDs and addresses, as answers contain them. */
const anyName = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b[A-Z]{3,4}_[\dA-Za-z]{22}\b|[\w.+-]+@(?:[\w-]+\.)+\w+/g;

/** Values that other rows may share: the addresses of the examples, and reserved IDs. */
const isCommon = (name: string): boolean => /^00000000-|^[a-z]+@example\.com$/.test(name);

/** Returns every ID and address in the victim's rows, in each form that an answer might contain. */
async function secretsOf(merchantId: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const rows of (await rowsOf(merchantId)).values()) {
    for (const [name] of rows.matchAll(anyName)) if (!isCommon(name)) found.add(name);
  }
  const uuids = [...found].filter((name) => isUuid(name));
  return new Set([...found, ...uuids.flatMap((uuid) => prefixes.map((prefix) => toShortId(prefix, uuid)))]);
}

/** Returns a digest of the victim's rows in each table. */
async function digestsOf(merchantId: string, ready: Date): Promise<ReadonlyMap<string, string>> {
  const tables = [...(await rowsOf(merchantId, ready))];
  return new Map(tables.map(([table, rows]) => [table, createHash('sha256').update(rows).digest('hex')]));
}

/** Returns all rows of the merchant as text, by table. */
export async function rowsOf(merchantId: string, ready = new Date(0)): Promise<ReadonlyMap<string, string>> {
  const exceptions: Readonly<Record<string, string>> = {
    // A caller may make the victim a member of the caller's own store without changing the victim's data.
    store_members: 'and store_id in (select id from stores where merchant_id = $1)',
    // Failed attempts to sign in as the victim are recorded for the victim.
    events: "and type not in ('account.sign_in_failed', 'account.reset_requested')",
    event_heads: 'and object_id <> $1',
    // Requests are logged with a delay, so earlier ones may be missing. A call in a merchant's name without the
    // merchant's key is logged for that merchant.
    request_log: 'and created_at >= $2::timestamptz and environment is not null',
  };
  const tables = [...new Set((await tenantColumns()).map(({ table }) => table)), 'merchants', 'group_products'];
  const selects = tables.map((table) => {
    const condition =
      table === 'merchants'
        ? 'id = $1'
        : table === 'group_products'
          ? 'group_id in (select id from subscription_product_groups where merchant_id = $1)'
          : `merchant_id = $1 ${exceptions[table] ?? ''}`;
    return `select '${table}' as table, t::text as row from "${table}" t where ${condition}`;
  });
  const parameters = [merchantId, ready.toISOString()];
  const rows = await sql.unsafe<{ table: string; row: string }[]>(
    `${selects.join(' union all ')} order by 1, 2`,
    parameters,
  );
  return new Map(
    tables.map((table) => [table, rows.flatMap((found) => (found.table === table ? [found.row] : [])).join('\n')]),
  );
}
