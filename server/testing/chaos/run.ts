/**
 * Puts the whole product under load while its parts are killed, stopped and restarted: two instances, two workers, the
 * database and a webhook receiver, all in real processes. The invariants are checked afterwards.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '#db/client.ts';
import { freePort } from '#db/free-port.ts';
import { settingNames } from '#server/platform/settings.ts';
import { fastStart } from '../node-start.ts';
import { testSecret } from '../test-secret.ts';
import { looseBuyerLimits } from '../test-servers.ts';
import { Caller, type Instance } from './caller.ts';
import {
  type Check,
  checkConfirmed,
  checkConsistency,
  checkDeliveries,
  checkInvariants,
  readUnfinished,
} from './checks.ts';
import type { ChaosDatabase } from './databases.ts';
import { type DisruptionTargets, disrupt, type ReportProblem } from './disruptions.ts';
import { runLoad } from './load.ts';
import { type LogSummary, summarize } from './logs.ts';
import { createMerchant } from './merchant.ts';
import { Program } from './program.ts';
import { type Random, randomFrom } from './random.ts';
import type { ReceivedDelivery } from './receiver.ts';

type DisruptionPlan = Parameters<typeof disrupt>[0];

export interface ChaosOptions {
  readonly seed: number;
  readonly forMs: number;
  readonly clients: number;
  readonly openDatabase: () => Promise<ChaosDatabase>;
  /** The disruptions, in this order. */
  readonly planDisruptions: (
    targets: DisruptionTargets,
    context: { reportProblem: ReportProblem; random: Random },
  ) => DisruptionPlan;
  /**
   * The wait for unfinished work gives up after this time without progress. An email whose worker was killed waits for the
   * end of its lease.
   */
  readonly idleTimeoutMs: number;
  readonly log: (line: string) => void;
}

export interface ChaosReport {
  readonly checks: readonly Check[];
  readonly logs: LogSummary;
  readonly figures: Readonly<Record<string, number>>;
}

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { log } = options;
  const random = randomFrom(options.seed);
  const database = await options.openDatabase();
  const { db, close } = openDatabase(database.url, { max: 4, applicationName: 'counterfoil-chaos' });
  const programs: Program[] = [];
  try {
    const instances = await makeInstances(database.url);
    const urls = instances.map(({ url }) => url);
    const receiver = newProgram('receiver', ['server/testing/chaos/receiver.ts', ...urls], {}, (output) =>
      output.includes('listening on'),
    );
    programs.push(receiver);
    await receiver.start();
    const receiverUrl = /listening on (\S+)/.exec(receiver.lines[0]?.line ?? '')?.[1] ?? '';
    const workers = [1, 2].map((number) =>
      newProgram(
        `worker ${number}`,
        ['server/cli/counterfoil.ts', 'worker'],
        programEnvironment(database.url, urls[0] ?? '', 0),
        (output) => output.includes('Worker running'),
      ),
    );
    const apps = instances.map(({ program }) => program);
    programs.push(...apps, ...workers);
    for (const program of [...apps, ...workers]) await program.start();
    log(`${programs.length} processes run; ${options.clients} clients buy`);

    const caller = new Caller(instances, await createMerchant(db, receiverUrl));
    const problems: string[] = [];
    const stopping = new AbortController();
    const load = runLoad(db, caller, {
      clients: options.clients,
      random: randomFrom(options.seed + 1),
      signal: stopping.signal,
    });
    const plan = options.planDisruptions(
      { apps, workers, outages: database.outages },
      { reportProblem: (problem) => problems.push(problem), random },
    );
    const disruptions = await disrupt(plan, { random, forMs: options.forMs, log }).finally(() => stopping.abort());
    const confirmed = await load;
    log('the load has stopped; waiting for the remaining work');
    const loadEndedAt = performance.now();
    const unfinished = await waitUntilIdle(db, options);
    const figures = { ...caller.counts, sessions: confirmed.sessions.length, advances: confirmed.advances };
    const requestsUnderLoad = figures.requests;
    await caller.repeatAllCalls();
    const record = (await (await fetch(`${receiverUrl}/deliveries`)).json()) as {
      received: ReceivedDelivery[];
      forged: string[];
    };
    const unexpectedExits = programs.flatMap((program) => program.unexpectedExits);
    const logs = summarize(
      [...apps, ...workers].flatMap(({ lines }) => lines),
      disruptions,
    );
    const checks: Check[] = [
      ...(await checkConfirmed(db, confirmed)),
      ...(await checkInvariants(db)),
      ...(await checkDeliveries(db, record)),
      ...(await checkConsistency(db)),
      {
        name: 'every repeated request gets its first answer',
        checked: caller.counts.replays,
        problems: caller.problems,
      },
      { name: 'no work is left', checked: 1, problems: unfinished },
      {
        name: 'stopped processes exit cleanly and answer their requests',
        checked: disruptions.length,
        problems: [
          ...problems,
          ...(caller.unansweredRequests > 0 ? [`${caller.unansweredRequests} requests were not answered`] : []),
        ],
      },
      { name: 'no process exits unexpectedly', checked: programs.length, problems: unexpectedExits },
      {
        name: 'no log has an unexplained error',
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
        paid: confirmed.paid.length,
        deliveries: record.received.length,
        disruptions: disruptions.length,
        secondsToRest: Math.round((performance.now() - loadEndedAt) / 100) / 10,
      },
    };
  } finally {
    for (const program of programs) await program.kill();
    await close();
    await database.close();
  }
}

/** Waits until no work is left. Returns the remaining work if it has not changed for `idleTimeoutMs`. */
async function waitUntilIdle(db: Database, { idleTimeoutMs }: ChaosOptions): Promise<string[]> {
  let [latest, unchangedSince] = ['', performance.now()];
  for (;;) {
    const left = await readUnfinished(db);
    if (left.length === 0 || performance.now() - unchangedSince > idleTimeoutMs) return left;
    if (left.join() !== latest) [latest, unchangedSince] = [left.join(), performance.now()];
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
      programEnvironment(databaseUrl, url, port),
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
  isReady: (output: string) => boolean | Promise<boolean>,
) =>
  new Program({
    name,
    command: [process.execPath, ...command],
    environment: { ...inheritedEnvironment(), ...environment },
    isReady,
  });

/** The environment of this process, without the settings of the service. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !settingNames.includes(name) && !name.startsWith('VITE'),
  );
  return Object.fromEntries(entries) as NodeJS.ProcessEnv;
}

const programEnvironment = (databaseUrl: string, url: string, port: number) => ({
  NODE_ENV: 'production',
  ...fastStart,
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
