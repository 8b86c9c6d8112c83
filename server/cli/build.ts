/** The production build, repeated only after an input has changed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withProcessLock } from '#db/process-lock.mjs';
import { fileNameOf } from '#server/platform/setting-files.ts';
import { settingNames } from '#server/platform/settings.ts';
import { projectRoot } from './project-root.ts';
import { spawnTied } from './tied-process.ts';

const INPUTS = [
  'app',
  'components',
  'server',
  'db',
  'public',
  'next.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];
/** `next build` first empties `.next`, this file included, so a killed build has no fingerprint. */
const fingerprintFile = join(projectRoot, '.next', 'counterfoil-build');
const lock = join(projectRoot, '.next', 'cache', 'counterfoil-locks', 'build');

/**
 * Ensures that `.next` holds a production build of the current files. Returns whether it had to build. Throws when the
 * build fails, with the build's output on stderr.
 */
export async function ensureBuild(onBuild: () => void = () => {}): Promise<'built' | 'up to date'> {
  if (isUpToDate(fingerprint())) return 'up to date';
  return await withProcessLock(
    lock,
    async () => {
      const wanted = fingerprint();
      if (isUpToDate(wanted)) return 'up to date';
      onBuild();
      await build();
      writeFileSync(fingerprintFile, wanted);
      return 'built';
    },
    { timeoutMs: 600_000 },
  );
}

function isUpToDate(wanted: string) {
  return existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === wanted;
}

/** Files beside the build's inputs that do not affect it. */
const NOT_BUILT = /^server\/(cli|testing|lint)\/|\.test\.tsx?$/;

/** One hash over names and contents of all build inputs. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(filesUnder).sort()) {
    const content = readFileSync(join(projectRoot, path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function filesUnder(path: string): string[] {
  const absolute = join(projectRoot, path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1))
    .filter((file) => !NOT_BUILT.test(file));
}

/** Builds the customers' pages, in about a second. Throws like {@link ensureBuild}. */
export const buildStorefront = (): Promise<void> =>
  runBuild([
    'node_modules/vite/bin/vite.js',
    'build',
    '--app',
    '--config',
    'components/storefront/entry/vite.config.ts',
  ]);

/** Next builds the dashboard, Vite the customers' pages. */
async function build() {
  await buildStorefront();
  await runBuild(['node_modules/next/dist/bin/next', 'build']);
}

async function runBuild([program = '', ...args]: readonly string[]) {
  let said = '';
  const { ended } = spawnTied([process.execPath, join(projectRoot, program), ...args], {
    cwd: projectRoot,
    env: buildEnvironment(),
    output: ['pipe', 'inherit'],
    onOutput: (text) => {
      said += text;
    },
  });
  const code = await ended;
  if (code === 0) return;
  process.stderr.write(said);
  throw new Error(`The build failed (${program} ended with exit code ${code})`);
}

/** The operator's settings must not become part of a build that runs under other settings. */
function buildEnvironment(): NodeJS.ProcessEnv {
  const names = new Set(settingNames.flatMap((name) => [name, fileNameOf(name)]));
  const passed = Object.entries(process.env).filter(([name]) => !names.has(name));
  return { ...Object.fromEntries(passed), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
}
