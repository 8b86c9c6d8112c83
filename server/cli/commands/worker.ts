import { database } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { checkNodes } from '#db/nodes/check-nodes.ts';
import { logLivePayments } from '#server/providers/payments/log-live-payments.ts';
import { openConfiguredDatabase } from '../configured-database.ts';
import { listenForStop } from '../stop-request.ts';
import { parseOptions } from '../usage-error.ts';

export const usage = 'worker';
export const summary = 'Run only the background jobs, until a signal. Several workers may run at the same time.';

export async function run(args: string[]) {
  parseOptions({ args });
  const stop = listenForStop();
  const { settings, url, keepRunning, release } = await openConfiguredDatabase();
  await migrate(url);
  await checkNodes(url, settings.databaseNodes);
  keepRunning();
  const { startTelemetry } = await import('#server/telemetry/start.ts');
  const telemetry = await startTelemetry(settings, { app: false, worker: true });
  const { startWorker } = await import('#server/worker/worker.ts');
  const worker = await startWorker({ url });
  logLivePayments(settings);
  console.error('Worker running. Press Ctrl-C to stop.');
  await stop.requested;
  await worker.stop();
  await database(settings).close();
  await telemetry.stop();
  await release();
  process.exit(0);
}
