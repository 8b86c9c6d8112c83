/**
 * Renewals: so many subscriptions that are due at once, billed by one worker on the sandbox, beside a ceiling: bare
 * transactions that do the same inserts and updates on the same database, and nothing else. The database is one that
 * survives a power cut, like that of `npm start`. `BENCH_RENEWALS=2000` measures that many instead of 10,000 and 100,000.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../db/client.ts';
import { openEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { projectRoot } from '../server/cli/project-root.ts';
import { spawnTied } from '../server/cli/tied-process.ts';
import { checkLedger } from '../server/queries/ledger-checks.ts';
import { makeSubscriptions } from '../server/testing/many-subscriptions.ts';
import type { Billed } from './renewals-worker.ts';

const sizes = process.env.BENCH_RENEWALS?.split(',').map(Number) ?? [10_000, 100_000];
const dueAt = new Date('2026-11-15T12:00:00.000Z');
/** Statements are counted on a few that are due a little earlier: to be told of each takes time of its own. */
const counted = 500;
const countedAt = new Date(dueAt.getTime() - 1);

export interface RenewalFigures {
  readonly subscriptions: number;
  readonly renewalsPerSecond: number;
  /** As many, by bare transactions. */
  readonly ceilingPerSecond: number;
  readonly ofCeiling: string;
  readonly statementsPerRenewal: number;
  /** What stands for a machine outside: the sandbox's memory, in the same database. */
  readonly ofThemSandbox: number;
  /** What comes after: the events of all renewals in the audit trail, and the emails about them written down. */
  readonly relaySeconds: number;
  readonly relayCpuMsPerRenewal: number;
  /** Processor time of the worker alone, in milliseconds, and of the bare transactions' process. */
  readonly cpuMsPerRenewal: number;
  readonly ceilingCpuMs: number;
  readonly workerPeakMegabytes: number;
  /** What of that it takes before it does anything. */
  readonly ofThemLoaded: number;
  readonly seedSeconds: number;
}

export async function run(): Promise<{ figures: RenewalFigures[] }> {
  const figures: RenewalFigures[] = [];
  for (const size of sizes) {
    figures.push(await measure(size));
    // A hundred thousand take a quarter of an hour: what is known before that is said before that.
    console.error(tableOf(figures));
  }
  return { figures };
}

async function measure(subscriptions: number): Promise<RenewalFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'));
  const { url, release } = await openEmbedded(folder);
  const { db, sql, close } = openDatabase(url, { max: 4, applicationName: 'counterfoil-bench' });
  try {
    await migrate(url);
    const seeding = performance.now();
    await makeSubscriptions(db, counted, countedAt);
    for (let store = 0; store < 2; store += 1) await makeSubscriptions(db, subscriptions, dueAt);
    await sql`vacuum analyze`;
    const seedSeconds = Math.round(performance.now() - seeding) / 1000;
    const { statements, sandboxStatements } = await bill(url, 'counted', counted, countedAt);
    // The ceiling's half first: what it has renewed is not due any more when the worker looks. It tells nobody of it.
    await sql`alter table events disable trigger events_queued`;
    const ceiling = await bill(url, 'bare', subscriptions);
    await sql`alter table events enable trigger events_queued`;
    await sql`truncate event_outbox`;
    const worker = await bill(url, 'worker', subscriptions);
    const relay = await bill(url, 'relay', 0);
    const { problems } = await checkLedger(db);
    if (problems.length > 0) throw new Error(`The ledger is wrong: ${problems.map(({ says }) => says).join('; ')}`);
    return {
      subscriptions,
      renewalsPerSecond: Math.round(subscriptions / worker.seconds),
      ceilingPerSecond: Math.round(subscriptions / ceiling.seconds),
      ofCeiling: `${Math.round((100 * ceiling.seconds) / worker.seconds)} %`,
      statementsPerRenewal: perRenewal(statements, counted),
      ofThemSandbox: perRenewal(sandboxStatements, counted),
      cpuMsPerRenewal: perRenewal(worker.cpuSeconds * 1000, subscriptions),
      relaySeconds: Math.round(relay.seconds * 10) / 10,
      relayCpuMsPerRenewal: perRenewal(relay.cpuSeconds * 1000, subscriptions),
      ceilingCpuMs: perRenewal(ceiling.cpuSeconds * 1000, subscriptions),
      workerPeakMegabytes: Math.round(worker.peakBytes / 1e6),
      ofThemLoaded: Math.round(worker.loadedBytes / 1e6),
      seedSeconds,
    };
  } finally {
    await close();
    await release();
    await rm(folder, { recursive: true, force: true });
  }
}

const perRenewal = (count: number, renewals: number): number => Math.round((100 * count) / renewals) / 100;

const worker = fileURLToPath(new URL('renewals-worker.ts', import.meta.url));

/** Bills what is due in a process of its own, as a worker is; `bare`: so many of them in the bare way. */
async function bill(
  url: string,
  how: 'worker' | 'counted' | 'bare' | 'relay',
  subscriptions: number,
  now = dueAt,
): Promise<Billed> {
  let said = '';
  const { ended } = spawnTied([process.execPath, worker, url, how, now.toISOString(), String(subscriptions)], {
    cwd: projectRoot,
    output: ['pipe', 'inherit'],
    onOutput: (text) => {
      said += text;
    },
  });
  if ((await ended) !== 0) throw new Error(`Billing (${how}) failed`);
  const billed = JSON.parse(said) as Billed;
  if (billed.renewed !== subscriptions) throw new Error(`${billed.renewed} of ${subscriptions} were billed (${how})`);
  return billed;
}

function tableOf(figures: readonly RenewalFigures[]): string {
  const names = Object.keys(figures[0] ?? {}) as (keyof RenewalFigures)[];
  return names
    .map((name) => [name.padEnd(22), ...figures.map((one) => String(one[name]).padStart(10))].join(''))
    .join('\n');
}
