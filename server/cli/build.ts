/** The production build, repeated only after an input has changed. */
import { join } from 'node:path';
import { withProcessLock } from '#db/process-lock.mjs';
import { fileNameOf } from '#server/platform/setting-files.ts';
import { settingNames } from '#server/platform/settings.ts';
import { isUpToDate, outdatedParts, recordBuild } from './build-state.mjs';
import { compactModules } from './compact-modules.ts';
import { projectRoot } from './project-root.ts';
import { spawnTied } from './tied-process.ts';

const lock = join(projectRoot, '.next', 'cache', 'counterfoil-locks', 'build');

/**
 * Ensures that there is a production build of the current files. Returns whether it had to build. Throws when the build
 * fails, with the build's output on stderr.
 */
export async function ensureBuild(onBuild: () => void = () => {}): Promise<'built' | 'up to date'> {
  if (isUpToDate()) return 'up to date';
  return await withProcessLock(
    lock,
    async () => {
      const { server, pages } = outdatedParts();
      if (!server && !pages) return 'up to date';
      onBuild();
      if (server) await buildServer(server);
      if (pages) await buildPages(pages);
      return 'built';
    },
    { timeoutMs: 600_000 },
  );
}

const vite = ['node_modules/vite/bin/vite.js', 'build', '--config'];

/** Builds the customers' pages, in about a second. Throws like {@link ensureBuild}. */
export const buildStorefront = (): Promise<void> =>
  runBuild([...vite, 'components/storefront/entry/vite.config.ts', '--app']);

async function buildServer(digest: string) {
  await runBuild([...vite, 'server/cli/vite.config.ts']);
  compactModules(join(projectRoot, '.server'));
  recordBuild('server', digest);
}

/** Next builds the dashboard, Vite the customers' pages. */
async function buildPages(digest: string) {
  await buildStorefront();
  await runBuild(['node_modules/next/dist/bin/next', 'build']);
  for (const folder of ['.hosted/server', '.next/server']) compactModules(join(projectRoot, folder));
  recordBuild('pages', digest);
}

async function runBuild([program = '', ...args]: readonly string[]) {
  let output = '';
  const { ended } = spawnTied([process.execPath, join(projectRoot, program), ...args], {
    cwd: projectRoot,
    env: buildEnvironment(),
    output: ['pipe', 'inherit'],
    onOutput: (text) => {
      output += text;
    },
  });
  const code = await ended;
  if (code === 0) return;
  process.stderr.write(output);
  throw new Error(`The build failed (${program} ended with exit code ${code})`);
}

/** The operator's settings must not become part of a build that runs under other settings. */
function buildEnvironment(): NodeJS.ProcessEnv {
  const names = new Set(settingNames.flatMap((name) => [name, fileNameOf(name)]));
  const passed = Object.entries(process.env).filter(([name]) => !names.has(name));
  return { ...Object.fromEntries(passed), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
}
