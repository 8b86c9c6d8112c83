/** Opens the Citus cluster of a test run: the one of `CITUS_URL`, or one that runs as long as the test run. */
import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { withClient } from '#db/single-client.ts';
import { projectRoot } from '#server/cli/project-root.ts';
import { spawnTied } from '#server/cli/tied-process.ts';
import { clusterProgram } from './cluster.ts';

export interface Cluster {
  /** A database of the coordinator, with Citus and its worker nodes. */
  readonly url: string;
  /** The folder of a cluster that was started here; empty for the one of `CITUS_URL`. */
  readonly folder: string;
  close(): Promise<void>;
}

/**
 * Throws one sentence if there is no cluster at `CITUS_URL`, or if the one beside the project does not start. A started one
 * that is not `durable` is faster.
 */
export async function openCluster({ durable = false } = {}): Promise<Cluster> {
  const url = process.env.CITUS_URL;
  if (!url) return await startCluster(durable);
  try {
    await withClient(url, 'counterfoil-tests', (client) => client.query('select citus_version()'));
  } catch (error) {
    throw new Error(`CITUS_URL is not a database with Citus: ${(error as Error).message}`);
  }
  return { url, folder: '', close: async () => {} };
}

/**
 * Starts the cluster and stops it at SIGTERM. A process tied to this one gets that signal at the latest when this one
 * ends, so that a failed or interrupted test run leaves no server behind.
 */
const KEEP = `
stop() { "$1" down; rm -rf "$3"; exit "$4"; }
trap 'kill $! 2>/dev/null; stop "$@" 0' TERM
"$1" up "$2" || stop "$@" 1
while :; do sleep 3600 & wait $!; done
`;
const stopTimeoutMs = 60_000;
const nodeCount = 3;

async function startCluster(durable: boolean): Promise<Cluster> {
  const folder = await mkdtemp(join(await temporaryFolder(), 'counterfoil-citus-'));
  await chmod(folder, 0o755);
  const port = await freePorts(nodeCount);
  const started = Promise.withResolvers<string>();
  const keeper = spawnTied(['bash', '-c', KEEP, 'cluster', clusterProgram, String(port), folder], {
    cwd: projectRoot,
    env: { ...process.env, CITUS_DIR: join(folder, 'cluster') },
    output: ['pipe', 'inherit'],
    onOutput: (text) => started.resolve(text.trim()),
  });
  const failed = keeper.ended.then((code): never => {
    throw new Error(`The Citus cluster did not start: ${clusterProgram} up ${port} ended with exit code ${code}`);
  });
  failed.catch(() => {});
  const url = await Promise.race([started.promise, failed]);
  if (!durable) for (let node = 0; node < nodeCount; node += 1) await writeFaster(url, port + node);
  return { url, folder, close: () => keeper.stop(stopTimeoutMs) };
}

/** Forces nothing to disk: the system keeps what a killed server has written. */
const writeFaster = (url: string, port: number) =>
  withClient(Object.assign(new URL(url), { port: String(port) }).href, 'counterfoil-tests', async (client) => {
    for (const option of ['fsync', 'full_page_writes']) await client.query(`alter system set ${option} = off`);
    await client.query('select pg_reload_conf()');
  });

/** A folder that each user may enter: if root starts the servers, they run as another user. */
async function temporaryFolder(): Promise<string> {
  for (let folder = tmpdir(); folder !== dirname(folder); folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return '/tmp';
  }
  return tmpdir();
}

/** The first of `count` consecutive free ports, below those that the system gives away. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(20_000, 30_000);
    const areFree = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (areFree.every(Boolean)) return first;
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
