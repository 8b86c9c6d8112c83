/** `npm run dev`: Next and the worker with reload, on the configured or embedded database. */
import { join } from 'node:path';
import { database } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { openConfiguredDatabase } from '../configured-database.ts';
import { projectRoot } from '../project-root.ts';
import { mayHaveDemo, warnWithoutOperator } from '../public-host.ts';
import { listenForStop } from '../stop-request.ts';
import { spawnTied } from '../tied-process.ts';
import { parseOptions } from '../usage-error.ts';

export const usage = 'dev';
export const summary = 'Start the development server, which reloads changed files.';

export async function run(args: string[]) {
  parseOptions({ args });
  const stop = listenForStop();
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  const { settings, url, keepRunning, release } = await openConfiguredDatabase();
  await migrate(url);
  keepRunning();
  if (mayHaveDemo(settings)) await seedDemo();
  await warnWithoutOperator(settings);
  const pages = spawnTied(nextDev(settings.host ?? '127.0.0.1', settings.port), { cwd: projectRoot });
  const buyersPages = spawnTied(watchHosted(), { cwd: projectRoot });
  const worker = spawnTied([process.execPath, '--watch', 'server/cli/counterfoil.ts', 'worker'], { cwd: projectRoot });
  await Promise.race([stop.requested, pages.ended]);
  await Promise.all([pages.stop(), buyersPages.stop(), worker.stop()]);
  await database(settings).close();
  await release();
  process.exit(stop.isRequested() ? 0 : 1);

  async function seedDemo() {
    const { ensureDemo } = await import('../demo/demo.ts');
    const demo = await ensureDemo(database(settings).db, { now: new Date(), dataDir: settings.dataDir });
    if (demo) console.log(`\n  Demo sign-in   ${demo.email}  ${demo.password}\n  Demo checkout  ${demo.checkoutUrl}\n`);
  }
}

function nextDev(host: string, port: number): string[] {
  const next = join(projectRoot, 'node_modules/next/dist/bin/next');
  return [process.execPath, next, 'dev', '--hostname', host, '--port', String(port)];
}

/** Rebuilds the customers' pages when a file changes. */
function watchHosted(): string[] {
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js');
  return [
    process.execPath,
    vite,
    'build',
    '--app',
    '--watch',
    '--config',
    'components/storefront/entry/vite.config.ts',
  ];
}
