/**
 * The embedded database: a real PostgreSQL under the data folder. The first process that needs it starts it; it stops
 * after the last one ended, also after a crash. A running server and any number of commands share it.
 *
 *     <dataDir>/postgres            the cluster
 *     <dataDir>/postgres.password   its superuser's password
 *     <dataDir>/postgres.log        its output
 *     <dataDir>/postgres.run/       its current users: see embedded-users.ts
 */
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Cluster, DATABASE, ensureCluster, ensureRunning, findPostmaster, SUPERUSER } from './embedded-cluster.ts';
import { type KeeperOptions, keepRunning } from './embedded-keeper.ts';
import { enter, hasWatchdog, leave, type Users, untilGone } from './embedded-users.ts';
import { withProcessLock } from './process-lock.mjs';
import { readSecret } from './secret.ts';

const STOP_TIMEOUT_MS = 10_000;

export type EmbeddedDatabase = {
  url: string;
  /**
   * The same database at its Unix socket, for pg and libpq: a short statement costs a quarter less processor time. In a
   * folder with a long path there is no socket, and this is `url`.
   */
  socketUrl: string;
  /** Ends this use. The last user waits up to ten seconds until PostgreSQL has stopped. */
  release: () => Promise<void>;
  /**
   * Stops PostgreSQL under all its users, for outage tests: SIGINT like an operator, SIGQUIT like a crash. It stays
   * down until `restart`, which starts it at the same address.
   */
  interrupt: (signal: 'SIGINT' | 'SIGQUIT') => Promise<void>;
  restart: () => Promise<void>;
  /**
   * From now on restarts PostgreSQL when it dies, until `release`. If it does not start, calls `onGivingUp` once with
   * the reason.
   */
  keepRunning: (callbacks: Pick<KeeperOptions, 'onRestart' | 'onGivingUp' | 'pausesMs'>) => void;
};

/**
 * Opens the embedded PostgreSQL of a data folder, creating it on the first call. `durable: false` is for tests: nothing
 * is forced to disk. Throws with the reason if there is no PostgreSQL for this machine or it does not start.
 */
export async function openEmbedded(dataDir: string, { durable = true } = {}): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { cluster, users, lock } = layOut(realpathSync(dataDir), durable);
  const { handle, port } = await withProcessLock(lock, async () => {
    ensureCluster(cluster);
    const userHandle = await enter(users);
    try {
      return { handle: userHandle, port: await ensureRunning(cluster) };
    } catch (error) {
      leave(users, userHandle);
      throw error;
    }
  });
  let released: Promise<void> | undefined;
  let stopKeeping = () => {};
  const urlAt = (host: string) => `postgres://${SUPERUSER}:${cluster.password}@${host}:${port}/${DATABASE}`;
  const url = urlAt('127.0.0.1');
  const socketFolder = findPostmaster(cluster)?.socketFolder;
  return {
    url,
    socketUrl: socketFolder ? urlAt(encodeURIComponent(socketFolder)) : url,
    release() {
      stopKeeping();
      released ??= release(cluster, users, lock, handle);
      return released;
    },
    interrupt: (signal) =>
      withProcessLock(lock, async () => {
        const postmaster = findPostmaster(cluster);
        if (postmaster) process.kill(postmaster.pid, signal);
        await untilGone(() => findPostmaster(cluster) !== null, STOP_TIMEOUT_MS);
      }),
    async restart() {
      await withProcessLock(lock, () => ensureRunning(cluster, port));
    },
    keepRunning(callbacks) {
      stopKeeping();
      stopKeeping = keepRunning({ cluster, lock, port, ...callbacks });
    },
  };
}

function layOut(dataDir: string, durable: boolean) {
  const folder = join(dataDir, 'postgres');
  const runDir = join(dataDir, 'postgres.run');
  const password = readSecret(dataDir, 'postgres.password');
  const cluster: Cluster = { dataDir, folder, log: join(dataDir, 'postgres.log'), password, durable };
  const users: Users = { runDir, cluster: folder };
  return { cluster, users, lock: join(runDir, 'lock') };
}

async function release(cluster: Cluster, users: Users, lock: string, handle: number) {
  const { isLast } = await withProcessLock(lock, () => {
    const left = leave(users, handle);
    if (left.isLast && !hasWatchdog(users)) stopUnwatched(cluster);
    return left;
  });
  if (isLast) await untilGone(() => hasWatchdog(users) || findPostmaster(cluster) !== null, STOP_TIMEOUT_MS);
}

/** The watchdog was killed, so this process does its work. */
function stopUnwatched(cluster: Cluster) {
  const postmaster = findPostmaster(cluster);
  if (postmaster) process.kill(postmaster.pid, 'SIGINT');
}
