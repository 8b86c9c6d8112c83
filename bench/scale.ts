/**
 * Scale: how long the API's lists and the dashboard's pages take with a thousand, a hundred thousand and a million orders,
 * on the production server, beside a ceiling: the first page of orders as one bare prepared statement. All stores are in
 * one database, as merchants are. `BENCH_SCALE=1000,100000` measures those sizes, `BENCH_SCALE_ONLY=sell,page` what is called so.
 */
import postgres, { type Sql } from 'postgres';
import { openDatabase } from '#db/client.ts';
import { ensureBuild } from '#server/cli/build.ts';
import { startApiServer, startTestDatabase } from '#server/testing/test-servers.ts';
import { findProcess, postmasterOf } from './resources.ts';
import type { Workers } from './rounds.ts';
import { readExport } from './scale/export.ts';
import { type Ask, type Timing, timeInTurns } from './scale/measure.ts';
import {
  exportPath,
  findLandmarks,
  graphqlNames,
  graphqlQuestions,
  type Landmarks,
  pageNames,
  pages,
} from './scale/questions.ts';
import { saleAsks, saleNames } from './scale/sales.ts';
import { signedQuery } from './scale/signed-query.ts';
import { type MeasuredStore, makeStore } from './scale/stores.ts';
import { tableOf } from './scale/table.ts';

const sizes = process.env.BENCH_SCALE?.split(',').map(Number) ?? [1000, 100_000, 1_000_000];
const only = process.env.BENCH_SCALE_ONLY?.split(',');
/** All of it takes a quarter of an hour. */
const isWanted = (name: string): boolean => only?.some((start) => name.startsWith(start)) ?? true;

/** What was measured of each store, by its orders. */
export type ScaleFigures = Readonly<Record<string, Readonly<Record<string, Timing>>>>;

export async function run(): Promise<{ seedSeconds: Record<string, number>; figures: ScaleFigures }> {
  await ensureBuild();
  const database = await startTestDatabase();
  const server = await startApiServer(database.url, { pages: true, worker: false });
  const pid = findProcess([process.execPath, 'server/testing/serve.ts'], `DATABASE_URL=${database.url}`);
  const { db, close } = openDatabase(database.url, { max: 1, applicationName: 'counterfoil-bench' });
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  try {
    const stores: MeasuredStore[] = [];
    for (const orders of sizes) {
      stores.push(await makeStore(db, sql, server.url, orders));
      console.error(`${orders} orders in ${stores.at(-1)?.seedSeconds} s`);
    }
    await sql`vacuum analyze`;
    const service = { pid, postmasterPid: await postmasterOf(sql) };
    const figures = await measure(sql, server.url, service, stores);
    console.error(tableOf(figures));
    return { seedSeconds: Object.fromEntries(stores.map((store) => [store.orders, store.seedSeconds])), figures };
  } finally {
    await close();
    await server.close();
    await database.close();
  }
}

interface Visited {
  readonly store: MeasuredStore;
  readonly found: Landmarks;
}

async function measure(
  sql: Sql,
  origin: string,
  service: Workers,
  stores: readonly MeasuredStore[],
): Promise<ScaleFigures> {
  const visited: Visited[] = [];
  for (const store of stores) visited.push({ store, found: await findLandmarks(sql, store) });
  const figures: Record<string, Record<string, Timing>> = Object.fromEntries(stores.map(({ orders }) => [orders, {}]));
  const note = (name: string, timings: readonly Timing[]) => {
    // What is known is said while the rest is measured.
    console.error(`${name}: ${timings.map(({ p50Ms }) => p50Ms.median).join(' ')} ms`);
    for (const [place, { orders }] of stores.entries()) {
      const timing = timings[place];
      if (timing) Object.assign(figures[orders] ?? {}, { [name]: timing });
    }
  };
  const bareAsks = stores.map((store) => bare(sql, store));
  note('ceiling: first page, bare SQL', await timeInTurns({ ...service, pid: process.pid }, bareAsks));
  const now = new Date();
  const timeIfThere = async <Prepared>(name: string, asks: readonly Ask<Prepared>[]) => {
    if (!isWanted(name)) return;
    const refusal = await refusalOf(asks);
    if (refusal === undefined) note(name, await timeInTurns(service, asks));
    else console.error(`Left out: ${refusal}`);
  };
  for (const name of graphqlNames(now)) {
    await timeIfThere(
      name,
      visited.map((each) => graphqlAsk(origin, each, name, now)),
    );
  }
  for (const name of pageNames) {
    await timeIfThere(
      name,
      visited.map((each) => pageAsk(origin, each, name)),
    );
  }
  const selling = [];
  for (const { store } of visited) selling.push(await saleAsks(sql, origin, store));
  for (const name of saleNames) {
    await timeIfThere(
      `sell: ${name}`,
      selling.map(({ asks }) => asks[name]),
    );
  }
  for (const { close } of selling) close();
  for (const { store } of isWanted('export') ? visited : []) {
    const address = addressIn(origin, store, exportPath);
    Object.assign(figures[store.orders] ?? {}, await readExport(service, address, headersOf(store)));
  }
  return figures;
}

const bare = (sql: Sql, { store }: MeasuredStore): Ask<string> => ({
  prepare: () => store.id,
  ask: (storeId) => sql`select * from orders where store_id = ${storeId} and environment = 'test'
    and product_type = 'onetime' order by created_at desc, id desc limit 20`,
});

const graphqlAsk = (origin: string, { store, found }: Visited, name: string, now: Date): Ask<RequestInit> => ({
  prepare: () => signedQuery(store, graphqlQuestions(found, now).get(name) ?? ''),
  async ask(request) {
    const response = await fetch(`${origin}/v1/graphql`, request);
    const text = await response.text();
    if (!response.ok || text.includes('"errors"')) throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`);
  },
});

const addressIn = (origin: string, { store }: MeasuredStore, path: string): string =>
  `${origin}/dashboard/${store.slug}/test${path}`;

const headersOf = ({ cookie }: MeasuredStore) => ({ Cookie: cookie, Accept: 'text/html' });

const pageAsk = (origin: string, { store, found }: Visited, name: string): Ask<string> => ({
  prepare: () => addressIn(origin, store, pages(found).get(name) ?? ''),
  async ask(address) {
    const response = await fetch(address, { headers: headersOf(store), redirect: 'manual' });
    await response.text();
    if (response.status !== 200) throw new Error(`${name}: ${response.status}`);
  },
});

/** Why one of them is not answered; undefined: all are. What one version does not have is left out, and said so. */
async function refusalOf<Prepared>(asks: readonly Ask<Prepared>[]): Promise<string | undefined> {
  try {
    for (const { prepare, ask } of asks) await ask(prepare());
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
