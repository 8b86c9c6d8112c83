/**
 * Puts the whole product under load while its parts are killed, stopped and restarted: two instances, two workers, one
 * PostgreSQL and a webhook receiver, all in real processes. The invariants are checked afterwards.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '#db/client.ts';
import { openEmbedded } from '#db/embedded.ts';
import { freePort } from '#db/free-port.ts';
import { migrate } from '#db/migrate.ts';
import { settingNames } from '#server/platform/settings.ts';
import { fastStart } from '../node-start.ts';
import { testSecret } from '../test-secret.ts';
import { looseBuyerLimits } from '../test-servers.ts';
import { Caller, type Instance } from './caller.ts';
import { type Check, checkPromises, checkProofs, checkReceived, checkSentences, readUnfinished } from './checks.ts';
import { type Complain, type Disrupted, disrupt } from './disruptions.ts';
import { putLoad } from './load.ts';
import { type LogSummary, summarize } from './logs.ts';
import { Program } from './program.ts';
import { type Random, randomFrom } from './random.ts';
import type { Heard } from './receiver.ts';
import { openShop } from './shop.ts';

type Deeds = Parameters<typeof disrupt>[0];

export interface ChaosOptions {
  readonly seed: number;
  readonly forMs: number;
  readonly clients: number;
  /** The disruptions, in this order. */
  readonly deeds: (disrupted: Disrupted, world: { complain: Complain; random: Random }) => Deeds;
  /** The wait for unfinished work gives up after this time without progress. */
  readonly restMs: number;
  readonly tell: (line: string) => void;
}

export interface ChaosReport {
  readonly checks: readonly Check[];
  readonly logs: LogSummary;
  readonly figures: Readonly<Record<string, number>>;
}

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { tell } = options;
  const random = randomFrom(options.seed);
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-chaos-'));
  const cluster = await openEmbedded(folder);
  const { db, close } = openDatabase(cluster.url, { max: 4, applicationName: 'counterfoil-chaos' });
  const programs: Program[] = [];
  try {
    await migrate(cluster.url);
    const instances = await makeInstances(cluster.url);
    const urls = instances.map(({ url }) => url);
    const receiver = newProgram('receiver', ['server/testing/chaos/receiver.ts', ...urls], {}, (said) =>
      said.includes('listening on'),
    );
    programs.push(receiver);
    await receiver.start();
    const receiverUrl = /listening on (\S+)/.exec(receiver.said[0]?.line ?? '')?.[1] ?? '';
    const workers = [1, 2].map((number) =>
      newProgram(
        `worker ${number}`,
        ['server/cli/counterfoil.ts', 'worker'],
        environmentOf(cluster.url, urls[0] ?? '', 0),
        (said) => said.includes('Worker running'),
      ),
    );
    const apps = instances.map(({ program }) => program);
    programs.push(...apps, ...workers);
    for (const program of [...apps, ...workers]) await program.start();
    tell(`${programs.length} processes run; ${options.clients} clients buy`);

    const caller = new Caller(instances, await openShop(db, receiverUrl));
    const complaints: string[] = [];
    const stopping = new AbortController();
    const load = putLoad(db, caller, {
      clients: options.clients,
      random: randomFrom(options.seed + 1),
      signal: stopping.signal,
    });
    const deeds = options.deeds(
      { apps, workers, database: cluster },
      { complain: (problem) => complaints.push(problem), random },
    );
    const disruptions = await disrupt(deeds, { random, forMs: options.forMs, tell }).finally(() => stopping.abort());
    const promised = await load;
    tell('the load has ended; the remaining work is processed');
    const restedMs = performance.now();
    const left = await untilAtRest(db, options);
    const figures = { ...caller.counts, sessions: promised.sessions.length, advances: promised.advances };
    const requestsUnderLoad = figures.requests;
    await caller.askAllAgain();
    const heard = (await (await fetch(`${receiverUrl}/heard`)).json()) as { heard: Heard[]; forged: string[] };
    const deaths = programs.flatMap((program) => program.deaths);
    const logs = summarize(
      [...apps, ...workers].flatMap(({ said }) => said),
      disruptions,
    );
    const checks: Check[] = [
      ...(await checkPromises(db, promised)),
      ...(await checkSentences(db)),
      ...(await checkReceived(db, heard)),
      ...(await checkProofs(db)),
      {
        name: 'every idempotency key returns its first response',
        checked: caller.counts.replays,
        problems: caller.problems,
      },
      { name: 'all work has been done', checked: 1, problems: left },
      {
        name: 'processes that were asked to stop did so and finished their requests',
        checked: disruptions.length,
        problems: [...complaints, ...(caller.cut > 0 ? [`${caller.cut} requests were cut off`] : [])],
      },
      { name: 'no process ended unexpectedly', checked: programs.length, problems: deaths },
      {
        name: 'no log has an error outside an outage',
        checked: programs.length,
        problems: Object.entries(logs.unexplained).map(([kind, count]) => `${count} × ${kind}`),
      },
    ];
    return {
      checks,
      logs,
      figures: {
        ...figures,
        requests: requestsUnderLoad,
        maxMs: Math.round(figures.maxMs),
        paid: promised.paid.length,
        deliveries: heard.heard.length,
        disruptions: disruptions.length,
        secondsToRest: Math.round((performance.now() - restedMs) / 100) / 10,
      },
    };
  } finally {
    for (const program of programs) await program.kill();
    await close();
    await cluster.release();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until no work is left. Returns the remaining work if it has not changed for `restMs`. */
async function untilAtRest(db: Database, { restMs }: ChaosOptions): Promise<string[]> {
  let [latest, since] = ['', performance.now()];
  for (;;) {
    const left = await readUnfinished(db);
    if (left.length === 0 || performance.now() - since > restMs) return left;
    if (left.join() !== latest) [latest, since] = [left.join(), performance.now()];
    await sleep(200);
  }
}

async function makeInstances(databaseUrl: string): Promise<Instance[]> {
  const instances: Instance[] = [];
  for (const number of [1, 2]) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const program = newProgram(
      `app ${number}`,
      ['server/testing/chaos/app.ts'],
      environmentOf(databaseUrl, url, port),
      async () => {
        const answer = await fetch(`${url}/v1/health/ready`).catch(() => undefined);
        return answer?.status === 200;
      },
    );
    instances.push({ program, url });
  }
  return instances;
}

const newProgram = (
  name: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  isReady: (said: string) => boolean | Promise<boolean>,
) =>
  new Program({
    name,
    command: [process.execPath, ...command],
    environment: { ...inherited(), ...environment },
    isReady,
  });

/** The environment of this process, without the settings of the service. */
function inherited(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !settingNames.includes(name) && !name.startsWith('VITE'));
  return Object.fromEntries(kept) as NodeJS.ProcessEnv;
}

const environmentOf = (databaseUrl: string, url: string, port: number) => ({
  NODE_ENV: 'production',
  ...fastStart,
  // Makes the programs exit with this process in any case.
  COUNTERFOIL_PARENT: '1',
  DATABASE_URL: databaseUrl,
  DATABASE_POOL: '10',
  APP_SECRET: testSecret,
  APP_URL: url,
  HOST: '127.0.0.1',
  PORT: String(port),
  DEMO: 'off',
  LOG_LEVEL: 'error',
  WEBHOOK_PRIVATE_ADDRESSES: 'on',
  // All load comes from one address.
  RATE_LIMIT_API_KEY_PER_SECOND: '10000',
  RATE_LIMIT_API_KEY_BURST: '20000',
  RATE_LIMIT_STORE_SLUG_PER_SECOND: '10000',
  RATE_LIMIT_PAYMENTS_PER_MINUTE: '1000',
  ...looseBuyerLimits,
});
