/** Metrics and traces of this process, as the settings want them. What they do not want is not loaded. */

import { database } from '#db/client.ts';
import { readClock } from '#server/platform/clock.ts';
import { addObserver } from '#server/platform/observe.ts';
import type { Settings } from '#server/platform/settings.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { readBacklog } from '#server/worker/data/backlog.ts';
import type { Due } from './metrics.ts';

export interface Telemetry {
  /** The port that metrics are served on; null: none. */
  readonly metricsPort: number | null;
  /** Sends what has not been sent yet. Waits a few seconds at most. */
  stop(): Promise<void>;
}

/** What a process is: the app, the worker or both. */
export interface Role {
  readonly app: boolean;
  readonly worker: boolean;
}

/** Throws what listening on METRICS_PORT throws. */
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
    // What is due is measured by those who do it.
    ...(role.worker && { readDue: () => readDue(settings) }),
  });
  const server = await serveMetrics(registry, where);
  addObserver(observer);
  return server;
}

async function startTraces(url: string) {
  // OpenTelemetry's exporter reads its address there, and knows nothing of files that hold settings.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT ||= url;
  const { makeTraces } = await import('./traces.ts');
  const { observer, close } = makeTraces();
  addObserver(observer);
  // A collector that is away does not hold up the end of the process.
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
