/**
 * Large request bodies: how long `/v1/health` takes while one client sends 30 bodies of 1 MiB, four at a time, and whether
 * the process survives that with a heap of 160 MB. Beside it a bare `node:http` that reads and discards the same bytes.
 */
import { openDatabase } from '#db/client.ts';
import { startApiServer, startTestDatabase } from '#server/testing/test-servers.ts';
import type { SendingResult } from './bodies/sender.ts';
import { type Child, startChild } from './children.ts';
import { newMerchant, signed } from './requests/merchants.ts';
import { aligned } from './table.ts';

const requests = 30;
const concurrency = 4;
const bytes = 1024 * 1024;
const healthIntervalMs = 10;
const smallHeapMb = 160;
const path = '/v1/actions/checkout/create-session';

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Run {
  readonly url: string;
  readonly sender: Child;
}

export interface BodyFigures {
  readonly server: string;
  readonly bodies: string;
  readonly perSecond: number;
  /** Number of responses by status; 0: the connection broke. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly healthMs: { readonly count: number; readonly p50: number; readonly p95: number; readonly max: number };
  /** Answers of `/v1/health` that were not 200, or none at all. */
  readonly unhealthy: number;
}

export async function run(): Promise<{ figures: BodyFigures[]; goalMet: boolean }> {
  const database = await startTestDatabase();
  const { db, close } = openDatabase(database.url, { max: 4, applicationName: 'counterfoil-bench' });
  const bare = startChild(new URL('bodies/bare.ts', import.meta.url));
  const sender = startChild(new URL('bodies/sender.ts', import.meta.url));
  const figures: BodyFigures[] = [];
  try {
    const bareUrl = `http://127.0.0.1:${(await bare.ask<{ port: number }>({})).port}`;
    for (const heapMb of [undefined, smallHeapMb]) {
      const settings = heapMb ? { NODE_OPTIONS: `--max-old-space-size=${heapMb}` } : {};
      const server = await startApiServer(database.url, { pages: false, worker: false, settings });
      try {
        const merchant = await newMerchant({ db, url: server.url });
        const bySlug = { 'Content-Type': 'application/json', 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
        const fields = { productId: merchant.productId, productType: 'onetime', currency: 'USD' };
        const objects = padded(
          (count) => ({ ...fields, metadata: { a: Array.from({ length: count }, () => ({})) } }),
          3,
        );
        const text = padded((count) => ({ ...fields, storeId: merchant.storeId, note: 'x'.repeat(count) }), 1);
        const kinds: readonly (readonly [string, () => Promise<Sent>])[] = [
          ['350,000 objects, by slug', async () => ({ headers: bySlug, body: JSON.stringify(objects) })],
          ['350,000 objects, signed', () => signed(merchant, path, objects)],
          ['one long text, signed', () => signed(merchant, path, text)],
        ];
        for (const [bodies, make] of kinds) {
          const sent = await make();
          if (!heapMb) figures.push(await measure({ url: bareUrl, sender }, 'bare node:http', bodies, sent));
          figures.push(
            await measure({ url: server.url, sender }, heapMb ? `service, ${heapMb} MB heap` : 'service', bodies, sent),
          );
        }
      } finally {
        await server.close();
      }
    }
  } finally {
    await Promise.all([bare.stop(), sender.stop()]);
    await close();
    await database.close();
  }
  console.error(`${tableOf(figures)}\n`);
  const survived = figures.every(({ statuses }) => !statuses[0]);
  const full = figures.filter(({ server }) => server === 'service');
  const goalMet = survived && full.every(({ healthMs, unhealthy }) => healthMs.p50 < 50 && unhealthy === 0);
  return { figures, goalMet };
}

/** Content whose JSON is just below 1 MiB; each item of `make` takes `itemBytes`. */
const padded = (make: (count: number) => object, itemBytes: number): object =>
  make(Math.floor((bytes - JSON.stringify(make(0)).length - itemBytes) / itemBytes));

async function measure({ url, sender }: Run, server: string, bodies: string, sent: Sent): Promise<BodyFigures> {
  const healthMs: number[] = [];
  let [isOver, unhealthy] = [false, 0];
  const watch = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const answer = await fetch(`${url}/v1/health`).catch(() => undefined);
      await answer?.text();
      if (answer?.status !== 200) unhealthy += 1;
      healthMs.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, healthIntervalMs));
    }
  };
  const watching = watch();
  const sending = { url: url + path, headers: sent.headers, body: sent.body, requests, concurrency };
  const { seconds, statuses } = await sender.ask<SendingResult>(sending);
  isOver = true;
  await watching;
  const sorted = healthMs.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(10 * (sorted[Math.floor(share * (sorted.length - 1))] ?? 0)) / 10;
  const health = { count: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1) };
  return {
    server,
    bodies,
    perSecond: Math.round((10 * requests) / seconds) / 10,
    statuses,
    healthMs: health,
    unhealthy,
  };
}

const tableOf = (figures: readonly BodyFigures[]): string =>
  aligned([
    ['server', 'bodies', 'a second', 'statuses', 'health p50 ms', 'p95', 'max', 'unhealthy'],
    ...figures.map(({ server, bodies, perSecond, statuses, healthMs, unhealthy }) => [
      server,
      bodies,
      String(perSecond),
      Object.entries(statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
      String(healthMs.p50),
      String(healthMs.p95),
      String(healthMs.max),
      String(unhealthy),
    ]),
  ]);
