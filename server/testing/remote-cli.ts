/** The packed command line for integrators, called with `npx` in an empty folder, as an integrator does. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#db/project-root.ts';

const execute = promisify(execFile);

export interface RemoteRun {
  readonly child: ChildProcess;
  /** The output so far. */
  readonly output: () => string;
  /** Resolves with the exit code and the whole output. */
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** Packs and installs the package into an empty folder; its commands know the server only by these settings. */
export async function installRemoteCli(settings: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-cli-'));
  const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(projectRoot, 'clients/cli'),
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], { cwd: folder });
  const { PATH = '', HOME = '' } = process.env;
  const environment = { NODE_ENV: 'production' as const, PATH, HOME, ...settings };

  function run(args: readonly string[], more: Readonly<Record<string, string>> = {}): RemoteRun {
    // `npx` itself would hide the process from signals.
    const child = spawn(join(folder, 'node_modules/.bin/counterfoil'), args, {
      cwd: folder,
      env: { ...environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => {
      stdout += String(text);
    });
    child.stderr.on('data', (text) => {
      stderr += String(text);
    });
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
    return { child, output: () => stdout, ended };
  }
  return {
    folder,
    run,
    npx: (args: string[]) => execute('npx', ['--offline', 'counterfoil', ...args], { cwd: folder }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
