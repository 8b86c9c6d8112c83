/**
 * Restarts the embedded PostgreSQL at the same address when it dies while in use. Every long-running process does so;
 * the cluster's lock lets one of them act, and the others find it running.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, ensureRunning, findPostmaster } from './embedded-cluster.ts';
import { withProcessLock } from './process-lock.mjs';

/** Without /proc, each check starts a program. */
const pollMs = process.platform === 'linux' ? 500 : 2000;
/** Pauses before the tries: statements of the dead server may run on for a while and block a restart. */
const defaultPausesMs = [0, 1000, 3000, 6000];
/** A server that dies more often will not be saved by another start. */
const maxDeaths = 5;
const deathsWithinMs = 10 * 60_000;

export interface KeeperOptions {
  readonly cluster: Cluster;
  readonly lock: string;
  readonly port: number;
  readonly pausesMs?: readonly number[];
  readonly onRestart: (tookMs: number) => void;
  /** Called once with the last reason; nothing is tried afterwards. */
  readonly onGivingUp: (reason: Error) => void;
}

/** Watches until the returned function is called. */
export function keepRunning({
  cluster,
  lock,
  port,
  pausesMs = defaultPausesMs,
  onRestart,
  onGivingUp,
}: KeeperOptions): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  const startAgain = () =>
    withProcessLock(lock, async () => {
      if (signal.aborted) return;
      const found = await ensureRunning(cluster, port);
      if (found !== port) throw new Error(`it was started at port ${found} instead of ${port}`);
    });

  async function restart(): Promise<void> {
    let last: unknown;
    for (const pauseMs of pausesMs) {
      await pause(pauseMs);
      if (signal.aborted) return;
      try {
        return await startAgain();
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  async function watch(): Promise<void> {
    let deaths: number[] = [];
    for (;;) {
      await pause(pollMs);
      if (signal.aborted) return;
      if (findPostmaster(cluster)) continue;
      const diedAt = performance.now();
      deaths = [...deaths.filter((at) => diedAt - at < deathsWithinMs), diedAt];
      if (deaths.length > maxDeaths) throw new Error(`it died ${deaths.length} times in ten minutes`);
      await restart();
      if (!signal.aborted) onRestart(performance.now() - diedAt);
    }
  }

  watch().catch((error: unknown) => {
    if (!signal.aborted) onGivingUp(error instanceof Error ? error : new Error(String(error)));
  });
  return () => stopping.abort();
}
