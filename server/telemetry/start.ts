/** Starts the configured metrics and traces of this process. Disabled parts are not loaded. */

import { database } from '#db/client.ts';
import { readClock } from '#server/platform/clock.ts';
import { addObserver } from '#server/platform/observe.ts';
import { replicaState } from '#server/platform/reader.ts';
import type { Settings } from '#server/platform/settings.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { readBacklog } from '#server/worker/data/backlog.ts';
import type { Due } from './metrics.ts';

export interface Telemetry {
  /** The metrics port; null: disabled. */
  readonly metricsPort: number | null;
  /** Flushes pending data. Waits a few seconds at most. */
  stop(): Promise<void>;
}

/** The process's role: app, worker or both. */
export interface Role {
  readonly app: boolean;
  readonly worker: boolean;
}

/** Throws when METRICS_PORT cannot be opened. */
export async function startTelemetry(settings: Settings, role: Role): Promise<Telemetry> {
  const metrics = settings.metrics && (await startMetrics(settings, settings.metrics, role));
  const traces = settings.tracesUrl === undefined ? null : await startTraces(settings.tracesUrl);
  if (metrics || traces) (await import('./statements.ts')).watchStatements();
  return {
    metricsPort: metrics?.port ?? null,
    async stop() {
      await Promise.all([metrics?.close(), traces?.close()]);
    },
  };
}

async function startMetrics(settings: Settings, where: { host: string; port: number }, role: Role) {
  const [{ makeMetrics }, { serveMetrics }] = await Promise.all([
    import('./metrics.ts'),
    import('./metrics-server.ts'),
  ]);
  const { registry, observer } = makeMetrics({
    ...(role.app && { poolSize: settings.databasePool }),
    ...(role.app && settings.readUrl && { readReplica: () => replicaState(settings) }),
    // Only the worker measures the backlog.
    ...(role.worker && { readDue: () => readDue(settings) }),
  });
  const server = await serveMetrics(registry, where);
  addObserver(observer);
  return server;
}

async function startTraces(url: string) {
  // OpenTelemetry's exporter reads its address from the environment, not from setting files.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT ||= url;
  const { makeTraces } = await import('./traces.ts');
  const { observer, close } = makeTraces();
  addObserver(observer);
  // An unreachable collector must not delay the end of the process.
  return {
    close: () => withTimeout(close(), 3000).catch(() => {}),
  };
}

async function readDue(settings: Settings): Promise<Due[]> {
  const now = readClock();
  const backlog = await readBacklog(database(settings).db, now);
  return backlog.map(({ name, due, oldestAt }) => ({
    name,
    due,
    oldestSeconds: oldestAt ? Math.max(now.getTime() - oldestAt.getTime(), 0) / 1000 : 0,
  }));
}
