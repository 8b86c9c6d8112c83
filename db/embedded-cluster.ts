/** The cluster of the embedded database: creation, start and discovery. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, chooseRunAs, findBinaries, type RunAs } from './embedded-binaries.ts';
import { freePort } from './free-port.ts';
import { processIdentity } from './process-lock.mjs';

const POLL_MS = 10;
const START_TIMEOUT_MS = 90_000;
const START_TRIES = 5;
const FORMER_PORT_TRIES = 3;
/** PostgreSQL's message on a file system without sockets. */
const NO_SOCKET = 'could not create any Unix-domain sockets';
/** Far above any real process id. */
const NO_PROCESS = 2_147_483_646;
const LOG_LIMIT_BYTES = 5_000_000;

export const SUPERUSER = 'counterfoil';
export const DATABASE = 'counterfoil';

export type Cluster = { dataDir: string; folder: string; log: string; password: string; durable: boolean };

/** PostgreSQL reads settings such as PGDATA from its environment, so ours is not passed on. */
const environment = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
} as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

/**
 * Creates the cluster with its database if absent. It is created under another name and renamed when complete, so that
 * a killed process leaves no broken cluster.
 */
export function ensureCluster(cluster: Cluster) {
  if (existsSync(join(cluster.folder, 'PG_VERSION'))) return;
  removeDrafts(cluster.dataDir);
  const incomplete = join(cluster.dataDir, `postgres.new-${randomBytes(4).toString('hex')}`);
  mkdirSync(incomplete, { mode: 0o700 });
  writeFileSync(join(incomplete, 'password'), cluster.password, { mode: 0o600 });
  const runAs = chooseRunAs(incomplete);
  const binaries = findBinaries();
  runOrThrow(runAs, [binaries.initdb, ...initdbArguments(incomplete, cluster.durable)]);
  const single = [binaries.postgres, '--single', '-D', join(incomplete, 'cluster'), 'postgres'];
  runOrThrow(runAs, single, `CREATE DATABASE ${DATABASE};\n`);
  renameSync(join(incomplete, 'cluster'), cluster.folder);
  rmSync(incomplete, { recursive: true });
}

function removeDrafts(dataDir: string) {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-')) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

function initdbArguments(incomplete: string, durable: boolean) {
  return [
    `--pgdata=${join(incomplete, 'cluster')}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${join(incomplete, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same collation on every machine, independent of system libraries whose changes could break an index.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync', '--no-data-checksums']),
  ];
}

function runOrThrow(runAs: RunAs, command: string[], input = '') {
  const [program = '', ...args] = [...runAs.prefix, ...command];
  const { status, stderr, error } = spawnSync(program, args, {
    input,
    encoding: 'utf8',
    env: environment,
    cwd: '/',
    ...runAs.user,
  });
  if (status !== 0)
    throw new Error(`The embedded PostgreSQL could not be set up: ${(error?.message ?? stderr).trim()}`);
}

export type Postmaster = { pid: number; port: number; socketFolder: string | undefined; ready: boolean };

/** The PostgreSQL running on this cluster, started by any process; null if none is. */
export function findPostmaster(cluster: Cluster): Postmaster | null {
  const lines = readLines(join(cluster.folder, 'postmaster.pid'));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || processIdentity(pid) === null) return null;
  if (!commandOf(pid).includes(cluster.folder)) return null;
  return {
    pid,
    port: Number(lines[3]),
    socketFolder: lines[4]?.trim() || undefined,
    ready: lines[7]?.trim() === 'ready',
  };
}

/** A clean shutdown removes the file. */
function portOfKilled(cluster: Cluster): number | undefined {
  return Number(readLines(join(cluster.folder, 'postmaster.pid'))[3]) || undefined;
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Returns the port of the cluster's PostgreSQL. Reuses a running one (such as an orphan), otherwise starts one,
 * preferably on `wantedPort`, the port of a killed one that other processes still use. Only the holder of the cluster's
 * lock may call this. Throws with the end of the log if it does not start.
 */
export async function ensureRunning(cluster: Cluster, wantedPort?: number): Promise<number> {
  const running = await settledPostmaster(cluster);
  if (running) return running.port;
  forgetOccupiedPid(cluster);
  let lastError: unknown;
  let withSocket = mayHoldSocket(cluster.folder);
  for (let attempt = 0; attempt < START_TRIES; attempt += 1) {
    try {
      const formerPort = attempt < FORMER_PORT_TRIES ? portOfKilled(cluster) : undefined;
      const port = wantedPort ?? formerPort ?? (await freePort());
      return await start(cluster, findBinaries(), port, withSocket);
    } catch (error) {
      // The port was taken in between, or processes of a killed server are still running.
      lastError = error;
      withSocket &&= !String(error).includes(NO_SOCKET);
      await sleep(200 * attempt);
    }
  }
  throw lastError;
}

/** Waits until a starting server is ready or a stopping one is gone. */
async function settledPostmaster(cluster: Cluster): Promise<Postmaster | null> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let found = findPostmaster(cluster);
  while (found && !found.ready && Date.now() < deadline) {
    await sleep(POLL_MS);
    found = findPostmaster(cluster);
  }
  return found;
}

/**
 * PostgreSQL refuses to start while the process of a left-over postmaster.pid exists, even as a zombie or as an
 * unrelated process with the same id. Only the id is removed: from the rest of the file PostgreSQL checks that no
 * process of its predecessor still uses the cluster.
 */
function forgetOccupiedPid(cluster: Cluster) {
  const path = join(cluster.folder, 'postmaster.pid');
  const [pid, ...rest] = readLines(path);
  if (pid !== undefined && isOccupied(Number(pid))) writeFileSync(path, [NO_PROCESS, ...rest].join('\n'));
  // The lock of a killed server's socket names the process, too.
  for (const name of readdirSync(cluster.folder))
    if (/^\.s\.PGSQL\.\d+\.lock$/.test(name)) rmSync(join(cluster.folder, name));
}

function isOccupied(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function start(cluster: Cluster, binaries: Binaries, port: number, withSocket: boolean): Promise<number> {
  const runAs = chooseRunAs(cluster.folder);
  const log = openLog(cluster.log);
  const logStart = statSync(cluster.log).size;
  const [program = '', ...args] = [...runAs.prefix, binaries.postgres, ...serverArguments(cluster, port, withSocket)];
  // Detached, so that Ctrl-C reaches the application and not its database.
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: environment,
    cwd: '/',
    ...runAs.user,
  });
  closeSync(log);
  child.unref();
  await untilReady(cluster, child, logStart);
  return port;
}

function serverArguments(cluster: Cluster, port: number, withSocket: boolean) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: withSocket ? cluster.folder : '',
    shared_buffers: '64MB',
    max_connections: '200',
    io_method: 'sync',
    max_logical_replication_workers: '0',
    jit: 'off',
    log_checkpoints: 'off',
    timezone: 'UTC',
    ...(cluster.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster.folder, '-p', String(port), ...flags];
}

/** The path of a Unix socket has at most 103 bytes on macOS and 107 on Linux. Other characters would need quotes. */
const mayHoldSocket = (folder: string): boolean =>
  /^[\w./-]+$/.test(folder) && `${folder}/.s.PGSQL.65535`.length <= 103;

function openLog(path: string): number {
  const timeoutError = existsSync(path) && statSync(path).size > LOG_LIMIT_BYTES;
  return openSync(path, timeoutError ? 'w' : 'a', 0o600);
}

async function untilReady(cluster: Cluster, child: ChildProcess, logStart: number) {
  let gone = '';
  child.once('error', (error) => {
    gone = error.message;
  });
  child.once('exit', (code, signal) => {
    gone = `it ended with ${signal ?? `exit code ${code}`}`;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const found = findPostmaster(cluster);
    if (found?.ready && found.pid === child.pid) return;
    if (gone || Date.now() > deadline) {
      throw new Error(
        `The embedded PostgreSQL did not start (${gone || 'it took too long'}):\n${readFrom(cluster.log, logStart)}`,
      );
    }
    await sleep(POLL_MS);
  }
}

/** At most the first two kilobytes added to the log. */
function readFrom(path: string, position: number): string {
  const bytes = Buffer.alloc(2_000);
  const file = openSync(path, 'r');
  const length = readSync(file, bytes, 0, bytes.length, position);
  closeSync(file);
  return bytes.toString('utf8', 0, length).trim();
}
