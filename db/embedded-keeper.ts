/**
 * Brings the embedded PostgreSQL up again, at the same address, whenever it has died under those who use it. Every long-running
 * process of ours does so, whoever of them started it: the cluster's lock lets one of them act, and the others find it running.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, ensureRunning, findPostmaster } from './embedded-cluster.ts';
import { withProcessLock } from './process-lock.mjs';

/** Without /proc, each look starts a program. */
const lookMs = process.platform === 'linux' ? 500 : 2000;
/** Before each further try: statements of the one that died may go on for a while, and keep the next from starting. */
const usualPausesMs = [0, 1000, 3000, 6000];
/** One that dies more often than that will not be helped by another start. */
const maxDeaths = 5;
const deathsWithinMs = 10 * 60_000;

export interface KeeperOptions {
  readonly cluster: Cluster;
  readonly lock: string;
  readonly port: number;
  readonly pausesMs?: readonly number[];
  readonly onRestart: (tookMs: number) => void;
  /** Called once, with the last reason; nothing is tried after that. */
  readonly onGivingUp: (reason: Error) => void;
}

/** Looks after it until the returned function is called. */
export function keepRunning({
  cluster,
  lock,
  port,
  pausesMs = usualPausesMs,
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
      await pause(lookMs);
      if (signal.aborted) return;
      if (findPostmaster(cluster)) continue;
      const diedAt = performance.now();
      deaths = [...deaths.filter((at) => diedAt - at < deathsWithinMs), diedAt];
      if (deaths.length > maxDeaths) throw new Error(`it has died ${deaths.length} times in ten minutes`);
      await restart();
      if (!signal.aborted) onRestart(performance.now() - diedAt);
    }
  }

  watch().catch((error: unknown) => {
    if (!signal.aborted) onGivingUp(error instanceof Error ? error : new Error(String(error)));
  });
  return () => stopping.abort();
}
