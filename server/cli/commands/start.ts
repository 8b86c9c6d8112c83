/** `npm start`, once the build is up to date: database, server and worker in one process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { database } from '#db/client.ts';
import { freePort } from '#db/free-port.ts';
import { migrate } from '#db/migrate.ts';
import { checkNodes } from '#db/nodes/check-nodes.ts';
import type { RunningServer } from '#server/main.ts';
import { fileNameOf } from '#server/platform/setting-files.ts';
import { readSettings, type Settings } from '#server/platform/settings.ts';
import type { Role } from '#server/telemetry/start.ts';
import { checkPort, explainListenError } from '../check-port.ts';
import { type ConfiguredDatabase, openConfiguredDatabase } from '../configured-database.ts';
import type { DemoInfo } from '../demo/demo.ts';
import { phase } from '../phase.ts';
import { mayHaveDemo, warnWithoutOperator } from '../public-host.ts';
import { listenForStop } from '../stop-request.ts';
import { parseOptions } from '../usage-error.ts';

export const usage = 'start [--no-worker]';
export const summary = 'Start database, server and worker.';

export async function run(args: string[]) {
  const { values } = parseOptions({ args, options: { 'no-worker': { type: 'boolean', default: false } } });
  const stop = listenForStop();
  let isServing = false;
  // Before it serves there is nothing to shut down: the database and the build end with this process.
  void stop.requested.then(() => isServing || process.exit(0));
  Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
  const started = performance.now();
  await choosePort();
  console.log('\nCounterfoil\n');
  const running = await startAll({ withWorker: !values['no-worker'] });
  isServing = true;
  printAddresses(running, performance.now() - started);
  await stop.requested;
  console.log('\nStopping …');
  await running.stop();
  console.log('Stopped.');
  process.exit(0);
}

/** PORT=0 means any free port. Links in pages and emails need the number before the server starts. */
async function choosePort() {
  const { host = '127.0.0.1', port } = readSettings(process.env, { serving: false });
  if (port === 0) {
    process.env.PORT = String(await freePort());
    delete process.env[fileNameOf('PORT')];
  } else await checkPort(host, port);
}

/**
 * Several of these may start at the same time on one database. `withWorker: false`: separate `counterfoil worker`
 * processes run the jobs.
 */
async function startAll({ withWorker }: { withWorker: boolean }) {
  // Their modules load while PostgreSQL starts.
  void loadServer();
  if (withWorker) void loadWorker();
  const opened = await phase('Database ready', openMigrated);
  const { settings, url } = opened;
  const telemetry = await startMeasuring(settings, { app: true, worker: withWorker });
  // Before the worker, whose jobs would renew the demo's subscriptions at today's date.
  const demo = await seedDemo(settings, opened.isEmbedded);
  await warnWithoutOperator(settings);
  const [worker, server] = await Promise.all([
    withWorker ? phase('Worker ready', () => startJobs(url)) : null,
    phase('Server ready', () => startServer(settings)),
  ]);
  const stop = async () => {
    server.drain();
    await Promise.all([worker?.stop(), closeLater(server, settings.shutdownDelaySeconds)]);
    await database(settings).close();
    await telemetry.stop();
    await opened.release();
  };
  return { settings, demo, metricsPort: telemetry.metricsPort, stop };
}

const loadServer = () => import('#server/main.ts');
const loadWorker = () => import('#server/worker/worker.ts');

async function startMeasuring(settings: Settings, role: Role) {
  const { startTelemetry } = await import('#server/telemetry/start.ts');
  return await startTelemetry(settings, role);
}

async function startJobs(url: string) {
  const { startWorker } = await loadWorker();
  return await startWorker({ url });
}

/** Load balancers send requests until they notice that this server is not ready. */
async function closeLater(server: RunningServer, delaySeconds: number) {
  await sleep(delaySeconds * 1000);
  await server.close();
}

async function openMigrated(): Promise<ConfiguredDatabase> {
  const opened = await openConfiguredDatabase();
  await migrate(opened.url);
  await checkNodes(opened.url, opened.settings.databaseNodes);
  opened.keepRunning();
  return opened;
}

async function seedDemo(settings: Settings, isEmbedded: boolean): Promise<DemoInfo | null> {
  if (!mayHaveDemo(settings)) return null;
  const { ensureDemo } = await import('../demo/demo.ts');
  const demo = await ensureDemo(database(settings).db, { now: new Date(), dataDir: settings.dataDir });
  if (demo && isEmbedded) await offerDemo(demo);
  return demo;
}

async function offerDemo(demo: DemoInfo): Promise<void> {
  const { offerDemoSignIn } = await import('#server/api/sign-in/demo-sign-in.ts');
  offerDemoSignIn(demo);
}

async function startServer(settings: Settings) {
  const { serve } = await loadServer();
  const { host = '127.0.0.1', port } = settings;
  try {
    return await serve({ host, port });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === 'listen'
      ? explainListenError(error as NodeJS.ErrnoException, host, port)
      : error;
  }
}

type Running = Awaited<ReturnType<typeof startAll>>;

function printAddresses({ settings, demo, metricsPort }: Running, tookMs: number) {
  const lines: Array<[string, string]> = [['Dashboard', `${settings.appUrl}/dashboard`]];
  if (demo) {
    lines.push(['Demo sign-in', `${demo.email}  ${demo.password}`]);
    lines.push(['Demo checkout', demo.checkoutUrl]);
  }
  const explored = demo ? `?slug=${demo.storeSlug}` : '';
  if (settings.explorer === 'on') lines.push(['GraphQL explorer', `${settings.appUrl}/v1/graphql${explored}`]);
  if (metricsPort !== null) lines.push(['Metrics', `http://${settings.metrics?.host}:${metricsPort}/metrics`]);
  console.log(`\nUp in ${(tookMs / 1000).toFixed(1)} s. Ctrl-C stops everything.\n`);
  for (const [label, value] of lines) console.log(`  ${label.padEnd(18)} ${value}`);
  console.log('');
}
