/**
 * Large request bodies: the latency of `/v1/health` while a client sends 30 bodies of 1 MiB, four at a time, with the default
 * heap and with 160 MB. The ceiling is a bare `node:http` server that reads the same bytes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startApiServer } from '#server/testing/test-servers.ts';
import { openMeasuredDatabase } from './database.ts';
import { percentile, roundTo } from './measure.ts';
import { publicRequest } from './requests/cases/case.ts';
import { startCeiling } from './requests/ceiling.ts';
import { exchangeWith, type SentRequest } from './requests/journey.ts';
import { newMerchant, signed } from './requests/merchants.ts';
import type { Result } from './result.ts';

const [amount, connections] = [30, 4];
const path = '/v1/actions/checkout/create-session';

export async function* run(): AsyncGenerator<Result> {
  const database = await openMeasuredDatabase({ durable: false });
  const steps = [{ at: 0, units: [], answer: { status: 200, headers: {}, body: '' } }];
  const unused = { databaseUrl: database.url, poolSize: 0, publicKey: undefined, schema: undefined };
  const bare = await startCeiling({ kind: 'echo', recording: [steps, steps], ...unused });
  const measured: Awaited<ReturnType<typeof measure>>[] = [];
  try {
    for (const heapMb of [undefined, 160]) {
      const settings = heapMb ? { NODE_OPTIONS: `--max-old-space-size=${heapMb}` } : {};
      const server = await startApiServer(database.url, { pages: false, worker: false, settings });
      try {
        const merchant = await newMerchant({ db: database.db, url: server.url });
        const fields = { productId: merchant.productId, productType: 'onetime', currency: 'USD' };
        const objects = fill((count) => ({ ...fields, metadata: { a: Array.from({ length: count }, () => ({})) } }), 3);
        const text = fill((count) => ({ ...fields, storeId: merchant.storeId, note: 'x'.repeat(count) }), 1);
        const requests = {
          '350,000 objects, by slug': publicRequest(merchant, path, objects),
          '350,000 objects, signed': signed(merchant, path, objects),
          'one long text, signed': signed(merchant, path, text),
        };
        const name = heapMb ? `service, ${heapMb} MB heap` : 'service';
        for (const [bodies, request] of Object.entries(requests)) {
          if (!heapMb) measured.push(await measure('bare', bodies, bare.url, request));
          measured.push(await measure(name, bodies, server.url, request));
        }
      } finally {
        await server.close();
      }
    }
  } finally {
    await bare.stop();
    await database.close();
  }
  const service = measured.filter(({ row }) => row.server === 'service');
  const slowest = Math.max(...service.map(({ row }) => row['health p50 ms']));
  const lost = measured.reduce((sum, { row, broken }) => sum + row.unhealthy + broken, 0);
  const goals = [
    { text: 'health p50 below 50 ms with the default heap', figure: slowest, isMet: slowest < 50 },
    { text: 'no lost connection, no unhealthy answer', figure: lost, isMet: lost === 0 },
  ];
  yield { case: 'bodies', rows: measured.map(({ row }) => row), goals };
}

/** Content whose JSON is just below 1 MiB. Each item of `make` takes `itemBytes`. */
const fill = (make: (count: number) => object, itemBytes: number): object =>
  make(Math.floor((1024 * 1024 - JSON.stringify(make(0)).length - itemBytes) / itemBytes));

async function measure(server: string, bodies: string, url: string, request: SentRequest) {
  /** By status; 0: the connection broke. */
  const counts = new Map<number, number>();
  const healthMs: number[] = [];
  let [left, isOver, unhealthy] = [amount, false, 0];
  // A refusal closes the connection.
  const exchange = exchangeWith(url, false);
  const send = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await exchange(request).catch(() => ({ status: 0 }));
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  const watchHealth = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const answer = await fetch(`${url}/v1/health`).catch(() => undefined);
      await answer?.text();
      if (answer?.status !== 200) unhealthy += 1;
      healthMs.push(performance.now() - startedAt);
      await sleep(10);
    }
  };
  const watching = watchHealth();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, send));
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  await watching;
  const at = (share: number) => roundTo(percentile(healthMs, share), 1);
  const row = {
    server,
    bodies,
    'per second': roundTo(amount / seconds, 1),
    statuses: [...counts].map(([status, count]) => `${count} × ${status}`).join(', '),
    'health p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'max ms': at(1),
    unhealthy,
  };
  return { row, broken: counts.get(0) ?? 0 };
}
