/** The figures of long ranges are read from indexes alone: a large store's rows are spread over all blocks of its table. */
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { isOnCluster } from '#server/testing/citus/cluster.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';
import { storeScope } from './facts.ts';
import { listOrderValues } from './orders.ts';
import { readAttempts } from './payments.ts';
import { listRevenueByCountry } from './revenue.ts';
import type { FigureScope } from './rollups.ts';
import { readSubscriptionSummary } from './subscription-summary.ts';

const range = { from: new Date('2026-10-01'), to: new Date('2026-12-01') };
const currency = 'USD';

// A cluster's plan is one for each node.
describe.skipIf(isOnCluster)('reads from the index alone', () => {
  let own: TestDatabase;
  let opened: OpenDatabase;
  let sql: postgres.Sql;
  let scope: FigureScope;
  const sent: { text: string; values: unknown[] }[] = [];

  beforeAll(async () => {
    own = await newDatabase();
    opened = openDatabase(own.url, { max: 1, onStatement: (text, values) => sent.push({ text, values }) });
    sql = postgres(own.url, { max: 1, onnotice: () => {} });
    const at = new Date('2026-11-21');
    const store = await makeSubscriptions(opened.db, 2000, at);
    // If all rows belonged to one store, PostgreSQL would read the whole table.
    await makeSubscriptions(opened.db, 2000, at);
    scope = storeScope({ ...scopeOfStore(store), environment: 'test' });
    await sql`vacuum analyze`;
    // In small tables these scans look cheaper.
    await sql`set enable_seqscan = off`;
    await sql`set enable_bitmapscan = off`;
  });

  afterAll(async () => {
    await Promise.all([opened.close(), sql.end()]);
    await own.close();
  });

  test.each([
    ['orders_bought', 'orders bought', () => listOrderValues(opened.db, scope, { range })],
    ['orders_ended', 'ended subscriptions', () => readSubscriptionSummary(opened.db, scope, { range, currency })],
    ['orders_subscriptions', 'open trials', () => readSubscriptionSummary(opened.db, scope, { range, currency })],
    ['payments_store_status', 'attempts', () => readAttempts(opened.db, scope, { range, currency })],
    ['payments_succeeded', 'revenue', () => listRevenueByCountry(opened.db, scope, { range, limit: 5 })],
  ])('%s: %s', async (index, _, read) => {
    sent.length = 0;
    await read();
    const plans = await Promise.all(
      sent.map(async ({ text, values }) => {
        const rows = await sql.unsafe(`explain (costs off) ${text}`, values as never[]);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      }),
    );
    expect(plans.join('\n')).toContain(`Index Only Scan using ${index} `);
  });
});
