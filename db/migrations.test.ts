/** What becomes of rows that are there when a migration comes. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { expect, test } from 'vitest';
import { periodOf } from '#server/billing/subscriptions/rules/renewal.ts';
import { idAt } from '#server/domain/ids.ts';
import { databaseBefore } from '#server/testing/database-before.ts';

test('0003: subscriptions go on from today, and money that has moved is in the ledger', async () => {
  const { sql, migrateTo } = await databaseBefore(3);
  // The rows that these refer to are of no matter here, nor to those migrations.
  await sql`alter role current_user set session_replication_role = replica`;
  await sql`set session_replication_role = replica`;
  const tenant = { merchant_id: randomUUID(), store_id: randomUUID(), environment: 'prod', currency: 'USD' };
  const made = { created_at: new Date(), updated_at: new Date() };
  const [id, trialId] = [randomUUID(), randomUUID()];
  async function insertOrder(orderId: string, startedAt: Date, trialEndsAt: Date | null) {
    const first = periodOf({ billingPeriod: 'monthly', startedAt, trialEndsAt }, trialEndsAt ? 0 : 1);
    await sql`insert into orders ${sql({
      id: orderId,
      ...tenant,
      checkout_session_id: randomUUID(),
      product_id: randomUUID(),
      product_version_id: randomUUID(),
      product_type: 'subscription',
      status: trialEndsAt ? 'trialing' : 'active',
      subtotal_minor: 1500,
      tax_minor: 300,
      total_minor: 1800,
      metadata: sql.json({}),
      expires_at: startedAt,
      billing_period: 'monthly',
      started_at: startedAt,
      trial_ends_at: trialEndsAt,
      current_period_start: first.start,
      current_period_end: first.end,
      ...made,
    })}`;
  }
  async function insertPayment(attempt: number, fields: Record<string, string | Date>) {
    const amounts = { amount_minor: 1800, tax_minor: 300 };
    const payment = { id: randomUUID(), ...tenant, order_id: id, provider: 'sandbox', method: 'card', attempt };
    await sql`insert into payments ${sql({ ...payment, ...amounts, ...fields, ...made })}`;
  }
  const dayMs = 86_400_000;
  // Begun on the first of a month, half a year before this one, and never charged again: no release did.
  const now = new Date();
  const begun = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 6, 1));
  const yesterday = new Date(Math.floor(now.getTime() / 1000) * 1000 - dayMs);
  await insertOrder(id, begun, null);
  await insertOrder(trialId, yesterday, new Date(yesterday.getTime() + 9 * dayMs));
  await insertPayment(1, { status: 'succeeded', succeeded_at: begun });
  await insertPayment(2, { status: 'failed', failure_code: 'came_too_late', unclosed_since: new Date() });

  await migrateTo(9);

  const [order] = await sql`select * from orders where id = ${id}`;
  const { start, end } = periodOf({ billingPeriod: 'monthly', startedAt: begun, trialEndsAt: null }, 7);
  expect(start <= now && now < end).toBe(true);
  const period = { period_number: 7, current_period_start: start, current_period_end: end };
  expect(order).toMatchObject({ ...period, status: 'active', next_charge_at: end });
  const [trial] = await sql`select * from orders where id = ${trialId}`;
  expect(trial).toMatchObject({ status: 'trialing', period_number: 0, next_charge_at: trial?.trial_ends_at });
  expect(trial?.next_charge_at - trial?.remind_at).toBe(3 * dayMs);
  const booked = await sql`
    select kind, account, amount_minor::int as amount from ledger_transactions
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id order by kind, line`;
  expect(booked.map(({ kind, account, amount }) => [kind, account, amount])).toEqual([
    ['charge', 'provider_balance', 1800],
    ['charge', 'sales', -1500],
    ['charge', 'tax_payable', -300],
    ['unusable_charge', 'provider_balance', 1800],
    ['unusable_charge', 'owed_to_buyers', -1800],
  ]);
});

test('0007 and 0008: whoever has bought is a customer; a payment says what for and from where', async () => {
  const { sql, migrateTo } = await databaseBefore(7);
  // The rows that these refer to are of no matter here, nor to those migrations.
  await sql`alter role current_user set session_replication_role = replica`;
  await sql`set session_replication_role = replica`;
  const storeId = randomUUID();
  const day = (number: number) => new Date(Date.UTC(2026, 0, number));
  async function insertOrder(fields: Record<string, unknown>) {
    const id = randomUUID();
    await sql`insert into orders ${sql({
      id,
      merchant_id: storeId,
      store_id: storeId,
      environment: 'test',
      checkout_session_id: randomUUID(),
      product_id: storeId,
      product_version_id: storeId,
      product_type: 'onetime',
      status: 'completed',
      currency: 'USD',
      subtotal_minor: 100,
      tax_minor: 0,
      total_minor: 100,
      metadata: sql.json({}),
      expires_at: day(1),
      created_at: day(1),
      updated_at: day(1),
      ...fields,
    })}`;
    return id;
  }
  const kim = { buyer_email: 'kim@example.com', billing_detail: sql.json({ country: 'DE', isBusiness: false }) };
  const first = await insertOrder({ ...kim, completed_at: day(2) });
  const second = await insertOrder({ buyer_email: 'KIM@example.com', started_at: day(5) });
  const named = await insertOrder({ ...kim, buyer_identity: 'kim', completed_at: day(3) });
  const inProd = await insertOrder({ ...kim, environment: 'prod', completed_at: day(4) });
  const pending = await insertOrder({ ...kim, status: 'pending' });
  const insertPayment = (orderId: string) =>
    sql`insert into payments ${sql({
      id: randomUUID(),
      merchant_id: storeId,
      store_id: storeId,
      environment: 'test',
      order_id: orderId,
      provider: 'sandbox',
      status: 'failed',
      currency: 'USD',
      amount_minor: 100,
      tax_minor: 0,
      method: 'card',
      attempt: 1,
      created_at: day(1),
      updated_at: day(1),
    })}`;
  await insertPayment(first);

  await migrateTo(9);

  const customers = await sql`
    select id, environment, key, identity, email, country, orders, first_order_at, last_order_at
    from customers order by environment, key`;
  const once = { country: 'DE', orders: 1, email: 'kim@example.com' };
  const key = 'email:kim@example.com';
  expect(customers.map((row) => ({ ...row }))).toMatchObject([
    { id: inProd, environment: 'prod', key, identity: null, ...once, first_order_at: day(4) },
    {
      id: first,
      environment: 'test',
      key,
      identity: null,
      email: 'KIM@example.com',
      country: 'DE',
      orders: 2,
      first_order_at: day(2),
      last_order_at: day(5),
    },
    { id: named, environment: 'test', key: 'id:kim', identity: 'kim', ...once, last_order_at: day(3) },
  ]);
  const rows = await sql`select id, customer_id from orders`;
  const customerOf = Object.fromEntries(rows.map((row) => [row.id, row.customer_id]));
  expect(customerOf).toEqual({ [first]: first, [second]: first, [named]: named, [inProd]: inProd, [pending]: null });

  // And one that is made afterwards.
  await sql`set session_replication_role = origin`;
  await sql`alter table payments disable trigger all`;
  await sql`alter table payments enable trigger payments_order`;
  await insertPayment(named);
  const paid = { product_id: storeId, country: 'DE' };
  expect([...(await sql`select product_id, country from payments`)]).toEqual([paid, paid]);
});

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** The table whose key it holds. */
  readonly refersTo: string | null;
}

/** What a migration finds of tables, by their names. */
async function tablesOf(sql: postgres.Sql): Promise<Map<string, Column[]>> {
  const columns = await sql<Column[]>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, t.relname as "refersTo"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and attidentity = ''
    left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.conkey[1] = a.attnum
    left join pg_class t on t.oid = f.confrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname, a.attnum`;
  return Map.groupBy(columns, ({ table }) => table);
}

/** A row for each of those tables, each referring to the others; `merchantOf` says under whom a table's is kept. */
async function fill(
  sql: postgres.Sql,
  tables: Map<string, Column[]>,
  name: string,
  owner: string,
  merchantOf: (table: string) => string,
): Promise<void> {
  const ids = new Map([...tables.keys()].map((table) => [table, table === 'merchants' ? owner : randomUUID()]));
  const cellOf = (column: Column) => {
    if (column.name === 'merchant_id') return merchantOf(column.table);
    if (column.name === 'store_id') return ids.get('stores');
    if (column.name === 'id' || (column.name === 'key' && column.type === 'uuid')) return ids.get(column.table);
    if (column.refersTo) return ids.get(column.refersTo);
    if (column.name === 'environment') return 'test';
    if (column.type === 'uuid') return randomUUID();
    if (column.type.startsWith('json')) return sql.json({});
    if (column.type.startsWith('timestamp')) return new Date();
    if (column.type.endsWith('[]')) return [];
    if (column.type === 'boolean') return true;
    return column.type === 'text' ? `${column.name} of ${name}` : 1;
  };
  for (const [table, columns] of tables) {
    await sql`insert into ${sql(table)} ${sql(Object.fromEntries(columns.map((column) => [column.name, cellOf(column)])))}`;
  }
}

test('0009: nothing is lost, and all rows of a store are kept under one merchant, also where it was handed over', async () => {
  const { sql, migrateTo } = await databaseBefore(9);
  // What one row brings about in another is of no matter here.
  await sql`alter role current_user set session_replication_role = replica`;
  await sql`set session_replication_role = replica`;
  const tables = await tablesOf(sql);
  const [former, present, other] = [randomUUID(), randomUUID(), randomUUID()];
  await fill(sql, tables, 'one', other, () => other);
  // What was made before is the former owner's, what came afterwards the present one's.
  const older = ['products', 'subscription_product_groups', 'customers', 'orders', 'ledger_transactions', 'emails'];
  await fill(sql, tables, 'one handed over', present, (table) => (older.includes(table) ? former : present));
  const [accountId, accountEmail] = [randomUUID(), randomUUID()];
  await sql`insert into emails (id, turn_of, recipient, subject, body, status, attempts, next_attempt_at, created_at)
    values (${accountEmail}, ${accountId}, '', '', '', 'sent', 1, now(), now())`;
  const contentOf = async (table: string) =>
    (
      await sql`select (to_jsonb(whole) - 'merchant_id' - 'owner_id')::text as row from ${sql(table)} as whole order by 1`
    ).map(({ row }) => row);
  const before = new Map<string, unknown>();
  for (const table of tables.keys()) before.set(table, await contentOf(table));

  await migrateTo(10);

  for (const [table, rows] of before) expect([table, await contentOf(table)]).toEqual([table, rows]);
  expect([...(await sql`select merchant_id = owner_id as same from stores`)]).toEqual([{ same: true }, { same: true }]);
  expect([...(await sql`select merchant_id from emails where id = ${accountEmail}`)]).toEqual([
    { merchant_id: accountId },
  ]);
  // Who acts in a store, not whose row it is.
  const apart = ['saved_views', 'store_members', 'request_log', 'events'];
  const ofStores = [...tables].flatMap(([table, columns]) =>
    columns.some(({ name }) => name === 'store_id') && !apart.includes(table) ? [table] : [],
  );
  expect(ofStores).toContain('ledger_entries');
  for (const table of ofStores) {
    const kept = await sql`select distinct stores.merchant_id from ${sql(table)} as it join stores
      on stores.id = it.store_id and stores.merchant_id = it.merchant_id`;
    expect([table, kept.length]).toEqual([table, 2]);
  }
  const grouped = await sql`select merchant_id from group_products`;
  expect(new Set(grouped.map((row) => row.merchant_id))).toEqual(new Set([other, present]));
  // The ledger can be changed no more than before.
  await sql`set session_replication_role = origin`;
  for (const table of ['ledger_transactions', 'ledger_entries']) {
    await expect(sql`update ${sql(table)} set currency = 'EUR'`).rejects.toThrow('append-only');
  }
});

test('0010: nothing is lost, everything is in the part of its month, and numbers go on', async () => {
  const { sql, migrateTo } = await databaseBefore(10);
  // What one row brings about in another is of no matter here.
  await sql`alter role current_user set session_replication_role = replica`;
  await sql`set session_replication_role = replica`;
  const tables = await tablesOf(sql);
  const owner = randomUUID();
  await fill(sql, tables, 'one', owner, () => owner);
  // Keys as they are made now, and random ones as the ledger's first bookings have: one of next month, one of no time.
  const now = new Date();
  const [thisMonth, nextMonth, always] = [
    idAt(now),
    idAt(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 9))),
    'f0000000-0000-4000-8000-000000000000',
  ];
  for (const id of [thisMonth, nextMonth, always]) {
    await sql`insert into ledger_transactions (id, merchant_id, store_id, environment, kind, payment_id, refund_id, currency,
        occurred_at, created_at)
      select ${id}, merchant_id, store_id, environment, ${id}, payment_id, null, currency, occurred_at, created_at
      from ledger_transactions limit 1`;
    await sql`insert into ledger_entries select gen_random_uuid(), merchant_id, store_id, environment, ${id}, 1, account,
      currency, amount_minor from ledger_entries limit 1`;
  }
  // Of a store that was handed over: under its former owner.
  const [event] = await sql`select * from events`;
  await sql`insert into events ${sql({ ...event, id: idAt(now), sequence: 2, merchant_id: randomUUID() })}`;
  const contentOf = async (table: string) =>
    (await sql`select to_jsonb(whole)::text as row from ${sql(table)} as whole order by 1`).map(({ row }) => row);
  const before = new Map<string, unknown>();
  for (const table of tables.keys()) before.set(table, await contentOf(table));

  await migrateTo(11);

  for (const [table, rows] of before) expect([table, await contentOf(table)]).toEqual([table, rows]);
  const partOf = async (id: string) =>
    (
      await sql`select distinct split_part(tableoid::regclass::text, '_', 3) as part from ledger_transactions where id = ${id}
        union select distinct split_part(tableoid::regclass::text, '_', 3) from ledger_entries where transaction_id = ${id}`
    ).map(({ part }) => part);
  expect(await partOf(thisMonth)).toEqual(['until']);
  expect(await partOf(nextMonth)).toEqual([String(new Date(now.getFullYear(), now.getMonth() + 1).getFullYear())]);
  expect(await partOf(always)).toEqual(['rest']);
  // What happens next to that object is its third event, and no movement is booked again.
  await sql`set session_replication_role = origin`;
  const next = await sql`insert into events ${sql({ ...event, id: randomUUID() })} returning sequence`;
  expect([...next]).toEqual([{ sequence: 3 }]);
  const again = sql`insert into ledger_transactions select gen_random_uuid(), merchant_id, store_id, environment, kind,
    payment_id, refund_id, currency, occurred_at, created_at from ledger_transactions where id = ${thisMonth}`;
  await sql`alter table ledger_transactions disable trigger all`;
  await sql`alter table ledger_transactions enable trigger ledger_transactions_once`;
  await expect(again).rejects.toThrow('ledger_movements');
  for (const table of ['events', 'ledger_entries']) {
    await expect(sql`update ${sql(table)} set environment = 'prod'`).rejects.toThrow('append-only');
    await expect(sql`truncate ${sql(`${table}_rest`)}`).rejects.toThrow('append-only');
  }
});

test('0016: what the sandbox paid in prod is in the ledger no more, all else is', async () => {
  const { sql, migrateTo } = await databaseBefore(16);
  // The rows that these refer to are of no matter here, nor to that migration.
  await sql`alter role current_user set session_replication_role = replica`;
  await sql`set session_replication_role = replica`;
  const made = { created_at: new Date(), updated_at: new Date() };
  async function bookCharge(environment: string, provider: string) {
    const tenant = { merchant_id: randomUUID(), store_id: randomUUID(), environment, currency: 'USD' };
    const [paymentId, id] = [randomUUID(), randomUUID()];
    await sql`insert into payments ${sql({
      id: paymentId,
      ...tenant,
      order_id: randomUUID(),
      provider,
      method: 'card',
      attempt: 1,
      status: 'succeeded',
      amount_minor: 1800,
      tax_minor: 0,
      ...made,
    })}`;
    const charge = {
      id,
      ...tenant,
      kind: 'charge',
      payment_id: paymentId,
      occurred_at: new Date(),
      created_at: new Date(),
    };
    await sql`insert into ledger_transactions ${sql(charge)}`;
    await sql`insert into ledger_movements ${sql({ kind: 'charge', subject_id: paymentId, merchant_id: tenant.merchant_id })}`;
    for (const [line, account, amount_minor] of [
      [1, 'provider_balance', 1800],
      [2, 'sales', -1800],
    ] as const) {
      await sql`insert into ledger_entries ${sql({ id: randomUUID(), ...tenant, transaction_id: id, line, account, amount_minor })}`;
    }
    return paymentId;
  }
  await bookCharge('prod', 'sandbox');
  const real = [await bookCharge('prod', 'stripe'), await bookCharge('test', 'sandbox')].sort();

  await migrateTo(17);

  const booked = await sql`select payment_id from ledger_transactions order by payment_id`;
  expect(booked.map((row) => row.payment_id)).toEqual(real);
  expect((await sql`select subject_id from ledger_movements order by subject_id`).map((row) => row.subject_id)).toEqual(
    real,
  );
  expect(await sql`select from ledger_entries`).toHaveLength(4);
  // The ledger can be changed no more than before.
  await sql`set session_replication_role = origin`;
  for (const table of ['ledger_transactions', 'ledger_entries', 'ledger_movements']) {
    await expect(sql`delete from ${sql(table)}`).rejects.toThrow('append-only');
  }
});
