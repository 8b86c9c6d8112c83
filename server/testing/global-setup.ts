/** Starts one PostgreSQL before the API tests, and on request a database and servers for each worker. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { ensureBuild } from '#server/cli/build.ts';
import { isOnCluster, newDistributedDatabase, readNodes } from './citus/cluster.ts';
import { findUnreadIndexes, preferIndexes } from './databases/unread-indexes.ts';
import { checkOnCluster } from './statements/plan-on-cluster.ts';
import { checkStatements, startRecording } from './statements/plan-statements.ts';
import { copyDatabase, startApiServer, startNextServer, startTestDatabase, type TestServer } from './test-servers.ts';

/** The database and servers of one worker. */
export interface WorkerServers {
  readonly databaseUrl: string;
  /** The production server, `node:http`. */
  readonly nodeUrl: string;
  /** Next without the production server. Empty if no project needs it, because it needs a build. */
  readonly nextUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers `GET /<worker number>` with the {@link WorkerServers} of that worker. */
    workerServersUrl: string;
    /** Whether Next is the server under test. */
    isBehindNext: boolean;
    /** A migrated database without connections, to copy. */
    emptyDatabaseUrl: string;
    /** The folder of the Citus cluster under test; empty without one, or if the tests did not start it. */
    clusterFolder: string;
  }
}

const behindNext = 'api behind Next';

interface TestServers {
  readonly workerServersUrl: string;
  readonly emptyDatabaseUrl: string;
  readonly clusterFolder: string;
  close(): Promise<void>;
}

/** On globalThis, because each project loads its own copy of this module. */
const shared = globalThis as typeof globalThis & { counterfoilTestServers?: Promise<TestServers> };

export default async function setup(project: TestProject) {
  const needsNext = project.vitest.projects.some(({ name }) => name === behindNext);
  shared.counterfoilTestServers ??= startTestServers(needsNext);
  const { workerServersUrl, emptyDatabaseUrl, clusterFolder, close } = await shared.counterfoilTestServers;
  project.provide('workerServersUrl', workerServersUrl);
  project.provide('emptyDatabaseUrl', emptyDatabaseUrl);
  project.provide('clusterFolder', clusterFolder);
  project.provide('isBehindNext', project.name === behindNext);
  return close;
}

async function startTestServers(needsNext: boolean): Promise<TestServers> {
  if (needsNext) await ensureBuild(() => console.error('Building …'));
  const { CITUS_URL: clusterUrl = '', CITUS_FOLDER: clusterFolder = '' } = process.env;
  const database = isOnCluster ? await newDistributedDatabase(clusterUrl) : await startTestDatabase();
  const mustFindUnread = !isOnCluster && process.env.FIND_UNREAD_INDEXES === 'on';
  if (mustFindUnread) await preferIndexes(database.url);
  const readStatements = await startRecording();
  const running: TestServer[] = [];
  const workers = new Map<string, Promise<WorkerServers>>();
  const addServer = async (starting: Promise<TestServer>): Promise<string> => {
    const server = await starting;
    running.push(server);
    return server.url;
  };
  async function startWorkerServers(worker: string): Promise<WorkerServers> {
    // Creating a database on a cluster takes half a minute, so its only worker uses the first one.
    const { url: databaseUrl } = isOnCluster ? database : await copyDatabase(database.url, `worker_${worker}`);
    // The log of requests is written afterwards, for several merchants in one statement; calls are counted without it.
    const settings = isOnCluster ? { REQUEST_LOG: 'off', DATABASE_NODES: await readNodes(databaseUrl) } : {};
    const [nodeUrl, nextUrl] = await Promise.all([
      addServer(startApiServer(databaseUrl, { pages: false, worker: false, settings })),
      needsNext ? addServer(startNextServer(databaseUrl)) : '',
    ]);
    return { databaseUrl, nodeUrl, nextUrl };
  }
  const directory = createServer((request, response) => {
    const worker = request.url?.slice(1) ?? '';
    const servers = workers.get(worker) ?? startWorkerServers(worker);
    workers.set(worker, servers);
    servers.then(
      (started) => response.end(JSON.stringify(started)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => directory.listen(0, '127.0.0.1', resolve));
  let closed: Promise<void> | undefined;
  const close = async () => {
    directory.close();
    await Promise.all(running.map((server) => server.close()));
    try {
      await (isOnCluster ? checkOnCluster : checkStatements)(database.url, await readStatements());
      if (mustFindUnread)
        console.error('Unread indexes:', (await findUnreadIndexes(database.url)).join(', ') || 'none');
    } finally {
      await database.close();
    }
  };
  return {
    workerServersUrl: `http://127.0.0.1:${(directory.address() as AddressInfo).port}`,
    emptyDatabaseUrl: database.url,
    clusterFolder,
    close() {
      closed ??= close();
      return closed;
    },
  };
}
