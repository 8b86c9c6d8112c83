/**
 * The service on one PostgreSQL, on a Citus cluster of three nodes through its coordinator, and on the same cluster through the
 * nodes (`DATABASE_NODES`), with the same processors. The cluster is the one of `../shared/tools/citus`.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#db/client.ts';
import { ensureBuild } from '#server/cli/build.ts';
import { newDistributedDatabase, readNodes } from '#server/testing/citus/cluster.ts';
import { openCluster } from '#server/testing/citus/start-cluster.ts';
import { productionCommand, startProductionServer } from '#server/testing/test-servers.ts';
import { openMeasuredDatabase } from './database.ts';
import { latencyOf, rounds, roundTo, type Spread, spreadOf } from './measure.ts';
import { type CaseName, cases } from './requests/cases/index.ts';
import type { Begin } from './requests/journey.ts';
import { load } from './requests/load.ts';
import { productSettings } from './requests/product.ts';
import { cpuMsOf, familyCpuMsOf, findProcess } from './resources.ts';
import type { Result, Row } from './result.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const connections = 50;
const measured = ['create-session', 'create-session-idempotent', 'checkout-page', 'complete-sale'] as const;

interface Contender {
  readonly name: string;
  readonly url: string;
  readonly db: ReturnType<typeof openDatabase>['db'];
  readonly servicePid: number;
  /** The postmaster on the server of `DATABASE_URL`, and the postmasters of the other nodes. */
  readonly coordinatorPid: number;
  readonly nodePids: readonly number[];
}

export async function* run(): AsyncGenerator<Result> {
  await ensureBuild();
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const plain = await openMeasuredDatabase();
    closing.unshift(() => plain.close());
    const { url: clusterUrl, folder, close } = await openCluster({ durable: true });
    closing.unshift(close);
    if (!folder) throw new Error('Unset CITUS_URL: this case measures the processes of its own cluster');
    const cluster = await newDistributedDatabase(clusterUrl);
    closing.unshift(() => cluster.close());
    const onCluster = openDatabase(cluster.url, { max: 4, applicationName: 'counterfoil-bench' });
    closing.unshift(() => onCluster.close());
    const [coordinatorPid = 0, ...nodePids] = [0, 1, 2].map((node) => postmasterOf(folder, node));
    const start = async (databaseUrl: string, settings: Readonly<Record<string, string>> = {}) => {
      const server = await startProductionServer(databaseUrl, {
        worker: false,
        settings: { ...productSettings, ...settings },
      });
      closing.unshift(() => server.close());
      return server.url;
    };
    const pidOf = (databaseUrl: string, port: string) =>
      findProcess(productionCommand({ worker: false }), `DATABASE_URL=${databaseUrl}`, `PORT=${port}`) ?? 0;
    const contender = async (
      name: string,
      database: { url: string; db: Contender['db'] },
      processes: Pick<Contender, 'coordinatorPid' | 'nodePids'>,
      settings?: Readonly<Record<string, string>>,
    ): Promise<Contender> => {
      const url = await start(database.url, settings);
      return { name, url, db: database.db, servicePid: pidOf(database.url, new URL(url).port), ...processes };
    };
    const clusterDatabase = { url: cluster.url, db: onCluster.db };
    const contenders = [
      await contender('one PostgreSQL', plain, { coordinatorPid: plain.postmasterPid, nodePids: [] }),
      await contender('Citus, through the coordinator', clusterDatabase, { coordinatorPid, nodePids }),
      await contender(
        'Citus, through the nodes',
        clusterDatabase,
        { coordinatorPid, nodePids },
        { DATABASE_NODES: await readNodes(cluster.url) },
      ),
    ];
    for (const name of measured) yield await measureCase(name, contenders);
  } finally {
    for (const close of closing) await close();
  }
}

async function measureCase(name: CaseName, contenders: readonly Contender[]): Promise<Result> {
  const subjects = [];
  for (const contender of contenders) {
    const { begin } = await cases[name].prepare(contender);
    subjects.push({ contender, begin, works: [] as Measured[] });
  }
  for (const { contender, begin } of subjects) await measure(contender, name, begin, 3 * seconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const { contender, begin, works } of subjects) works.push(await measure(contender, name, begin, seconds));
  }
  const figures = subjects.map(({ contender, works }) => ({ name: contender.name, ...figuresOf(works) }));
  const [plain, , nodes] = figures;
  if (!plain || !nodes) throw new Error('A contender is missing');
  const share = roundTo(nodes.perSecond.median / plain.perSecond.median, 2);
  const coordinator = roundTo(nodes.coordinatorMs.median / plain.coordinatorMs.median, 2);
  return {
    case: name,
    rows: figures.map((each): Row => {
      const { perSecond, p50Ms, p99Ms } = each;
      return {
        '50 connections': each.name,
        'of one PostgreSQL': roundTo(perSecond.median / plain.perSecond.median, 2),
        'per second': cell(perSecond),
        'p50 ms': cell(p50Ms),
        'p99 ms': cell(p99Ms),
        'service CPU ms': cell(each.serviceMs),
        'coordinator CPU ms': cell(each.coordinatorMs),
        'nodes CPU ms': cell(each.nodesMs),
      };
    }),
    goals:
      name === 'create-session'
        ? [
            { text: 'through the nodes, 0.6 of one PostgreSQL', figure: share, isMet: share >= 0.6 },
            {
              text: 'coordinator at most a quarter of one PostgreSQL',
              figure: coordinator,
              isMet: coordinator <= 0.25,
            },
          ]
        : [],
  };
}

const cell = ({ median, min, max }: Spread): string => `${median} (${min}–${max})`;

const usageOf = ({ servicePid, coordinatorPid, nodePids }: Contender) => ({
  serviceMs: cpuMsOf(servicePid),
  coordinatorMs: familyCpuMsOf(coordinatorPid),
  nodesMs: nodePids.reduce((sum, pid) => sum + familyCpuMsOf(pid), 0),
});

type Measured = Awaited<ReturnType<typeof measure>>;

async function measure(contender: Contender, name: CaseName, begin: Begin, duration: number) {
  const before = usageOf(contender);
  const steps = name === 'complete-sale' ? 3 : 1;
  const { failures, ...work } = await load({ url: contender.url, connections, duration }, steps, begin);
  // Requests without an answer at the end of the round, and PostgreSQL's writing.
  await sleep(500);
  const after = usageOf(contender);
  if (failures[0]) throw new Error(`${contender.name}, ${name}: ${failures[0]}`);
  const perItem = (key: keyof typeof after) => (after[key] - before[key]) / work.done;
  return {
    ...work,
    serviceMs: perItem('serviceMs'),
    coordinatorMs: perItem('coordinatorMs'),
    nodesMs: perItem('nodesMs'),
  };
}

function figuresOf(works: readonly Measured[]) {
  const of = (key: 'serviceMs' | 'coordinatorMs' | 'nodesMs') =>
    spreadOf(
      works.map((work) => work[key]),
      3,
    );
  return {
    ...latencyOf(works),
    serviceMs: of('serviceMs'),
    coordinatorMs: of('coordinatorMs'),
    nodesMs: of('nodesMs'),
  };
}

const postmasterOf = (clusterFolder: string, node: number): number =>
  Number(readFileSync(`${clusterFolder}/cluster/node${node}/postmaster.pid`, 'utf8').split('\n', 1)[0]);
