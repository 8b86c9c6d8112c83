/**
 * Scale: how long the API's lists and the dashboard's pages take with a thousand, a hundred thousand and a million orders,
 * on the production server, beside a ceiling: the first page of orders as one bare prepared statement. All stores are in
 * one database, as merchants are. `BENCH_SCALE=1000,100000` measures those sizes.
 */
import type { Sql } from 'postgres';
import { openDatabase } from '../db/client.ts';
import { ensureBuild } from '../server/cli/build.ts';
import { startFastDoor, startTestDatabase } from '../server/testing/test-servers.ts';
import { readExport } from './scale/export.ts';
import { type Timing, time } from './scale/measure.ts';
import { exportPath, findLandmarks, graphqlQuestions, pages } from './scale/questions.ts';
import { signedQuery } from './scale/signed-query.ts';
import { type MeasuredStore, makeStore } from './scale/stores.ts';
import { tableOf } from './scale/table.ts';

const sizes = process.env.BENCH_SCALE?.split(',').map(Number) ?? [1000, 100_000, 1_000_000];

/** What was measured of each store, by its orders. */
export type ScaleFigures = Readonly<Record<string, Readonly<Record<string, Timing>>>>;

export async function run(): Promise<{ seedSeconds: Record<string, number>; figures: ScaleFigures }> {
  await ensureBuild();
  const database = await startTestDatabase();
  const server = await startFastDoor(database.url, { pages: true, worker: false });
  const { db, sql, close } = openDatabase(database.url, { max: 1, applicationName: 'counterfoil-bench' });
  try {
    const stores: MeasuredStore[] = [];
    for (const orders of sizes) {
      stores.push(await makeStore(db, sql, server.url, orders));
      console.error(`${orders} orders in ${stores.at(-1)?.seedSeconds} s`);
    }
    await sql`vacuum analyze`;
    const figures: Record<string, Record<string, Timing>> = {};
    for (const store of stores) figures[store.orders] = await measure(sql, server.url, store);
    console.error(tableOf(figures));
    return { seedSeconds: Object.fromEntries(stores.map((store) => [store.orders, store.seedSeconds])), figures };
  } finally {
    await close();
    await server.close();
    await database.close();
  }
}

async function measure(sql: Sql, origin: string, store: MeasuredStore): Promise<Record<string, Timing>> {
  const found = await findLandmarks(sql, store);
  const figures: Record<string, Timing> = { 'ceiling: first page, bare SQL': await measureBare(sql, store) };
  for (const { name, query } of graphqlQuestions(found, new Date())) {
    figures[name] = await time(
      () => signedQuery(store, query),
      async (request) => {
        const response = await fetch(`${origin}/v1/graphql`, request);
        const text = await response.text();
        if (!response.ok || text.includes('"errors"'))
          throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`);
      },
    );
  }
  const base = `${origin}/dashboard/${store.store.slug}/test`;
  const headers = { Cookie: store.cookie, Accept: 'text/html' };
  for (const { name, path } of pages(found)) {
    const { status } = await fetch(base + path, { headers, redirect: 'manual' });
    if (status === 404) {
      console.error(`${name}: there is no such page`);
      continue;
    }
    figures[name] = await time(
      () => base + path,
      async (address) => {
        const response = await fetch(address, { headers, redirect: 'manual' });
        await response.text();
        if (response.status !== 200) throw new Error(`${name}: ${response.status}`);
      },
    );
  }
  return { ...figures, ...(await readExport(base + exportPath, headers)) };
}

const measureBare = (sql: Sql, { store }: MeasuredStore): Promise<Timing> =>
  time(
    () => store.id,
    (storeId) => sql`select * from orders where store_id = ${storeId} and environment = 'test'
      and product_type = 'onetime' order by created_at desc, id desc limit 20`,
  );
