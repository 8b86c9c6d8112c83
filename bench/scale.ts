/**
 * Scale: the API's lists, the dashboard's pages, sales and the export in stores with 1,000, 100,000 and 1,000,000 orders, on the
 * production server and in one database. The ceiling is the first page of orders as one bare prepared statement.
 * `BENCH_SCALE=1000,100000` measures those sizes, `BENCH_SCALE_ONLY=sell,page` the calls whose names begin so.
 */
import { rollUpDays, startRollups } from '#server/analytics/roll-up-days.ts';
import type { Figures } from './measure.ts';
import { type Product, startProduct } from './requests/product.ts';
import { type Result, type Row, rowOf } from './result.ts';
import { measureExport } from './scale/export.ts';
import { type Measurement, type Measurements, measureAlternately } from './scale/measure.ts';
import {
  dashboardUrl,
  findSampleIds,
  graphqlMeasurements,
  pageHeaders,
  pageMeasurements,
} from './scale/measurements.ts';
import { saleMeasurements } from './scale/sales.ts';
import { type LargeStore, makeStore } from './scale/stores.ts';

const sizes = process.env.BENCH_SCALE?.split(',').map(Number) ?? [1000, 100_000, 1_000_000];
const only = process.env.BENCH_SCALE_ONLY?.split(',');
const isWanted = (name: string): boolean => only?.some((start) => name.startsWith(start)) ?? true;

export async function* run(): AsyncGenerator<Result> {
  const product = await startProduct({ worker: false, durable: false });
  try {
    const stores: LargeStore[] = [];
    const notes: string[] = [];
    for (const orders of sizes) {
      const startedAt = performance.now();
      stores.push(await makeStore(product, orders));
      notes.push(`${orders} orders created in ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
    // Jobs of the worker, which would disturb the measurements.
    await startRollups(product.db);
    await rollUpDays(product.db, new Date());
    await product.sql`vacuum analyze`;
    yield { case: 'scale', rows: await measure(product, stores), notes };
  } finally {
    await product.close();
  }
}

async function measure(product: Product, stores: readonly LargeStore[]): Promise<Row[]> {
  const { url, sql, pid, database } = product;
  const rows: Row[] = [];
  const add = (name: string, all: readonly Partial<Figures>[]) => {
    const medians = all.map(({ p50Ms }) => p50Ms?.median ?? Number.NaN);
    console.error(`${name}: ${medians.join(', ')} ms`);
    for (const [index, { perSecond: _, ...figures }] of all.entries()) {
      const isLast = index > 0 && index === all.length - 1;
      const growth = isLast ? `${((medians[index] ?? 0) / (medians[0] ?? 0)).toFixed(2)}×` : '';
      rows.push(rowOf({ 'one at a time': name, orders: stores[index]?.orders ?? '', growth }, figures));
    }
  };
  /** All stores have measurements of the same names. */
  const addAll = async (all: readonly Measurements[]) => {
    for (const name of Object.keys(all[0] ?? {})) {
      const measurements = all.map((store) => store[name] as Measurement);
      if (isWanted(name)) add(name, await measureAlternately({ pid, database }, measurements));
    }
  };
  const bare = stores.map(({ store }) => () => async () => {
    await sql`select * from orders where store_id = ${store.id} and environment = 'test'
      and product_type = 'onetime' order by created_at desc, id desc limit 20`;
  });
  add('ceiling: first page, bare SQL', await measureAlternately({ pid: process.pid, database }, bare));
  const now = new Date();
  const reads = stores.map(async (store) => {
    const ids = await findSampleIds(sql, store);
    return { ...graphqlMeasurements(url, store, ids, now), ...pageMeasurements(url, store, ids) };
  });
  await addAll(await Promise.all(reads));
  await addAll(await Promise.all(stores.map((store) => saleMeasurements(url, store))));
  const exports: Record<string, Partial<Figures>>[] = [];
  for (const store of isWanted('export') ? stores : []) {
    const address = dashboardUrl(url, store, '/orders/export');
    exports.push(await measureExport({ pid, database }, address, pageHeaders(store)));
  }
  for (const name of Object.keys(exports[0] ?? {})) {
    const figures = exports.map((own) => own[name] ?? {});
    add(name, figures);
  }
  return rows;
}
