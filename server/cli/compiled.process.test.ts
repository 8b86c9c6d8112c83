/** The compiled program, as production runs it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { ensureBuild } from './build.ts';
import { projectRoot } from './project-root.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 600_000 });

beforeAll(() => ensureBuild());

/** Without type stripping, so that a TypeScript file fails to load. */
function launch(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, ['--no-strip-types', join(projectRoot, 'server/cli/launch.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
}

test('a command runs compiled code', () => {
  const { status, stdout } = launch(['help']);
  expect(status).toBe(0);
  expect(stdout).toContain('merchant create');
  expect(stdout).not.toContain('bench');
});

test('a stack trace names the source file and line', () => {
  const { status, stderr } = launch(['migrate'], {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    APP_SECRET: 'a secret of at least thirty-two characters',
    LOG_LEVEL: 'debug',
  });
  expect(status).toBe(1);
  const [, file = '', line = ''] = /\/(db\/migrate\.ts):(\d+):/.exec(stderr) ?? [];
  expect(readFileSync(join(projectRoot, file), 'utf8').split('\n')[Number(line) - 1]).toContain('await withClient(');
});

test.each([
  ['npm', ['run', '--silent', 'counterfoil', '--', 'help']],
  [process.execPath, ['server/cli/bin.mjs', 'help']],
])('%s %j limits the memory, unless the caller does', (program, args) => {
  const print = `
    import { getHeapStatistics } from 'node:v8';
    console.error(getHeapStatistics().heap_size_limit / 2 ** 20, process.env.MALLOC_ARENA_MAX)`;
  const limitsWith = (options: string, environment: Readonly<Record<string, string>> = {}) => {
    const preload = `--import=data:text/javascript,${encodeURIComponent(print)}`;
    const { stderr } = spawnSync(program, args, {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, ...environment, NODE_OPTIONS: `${preload} ${options}` },
    });
    return stderr.trim().split('\n').at(-1)?.split(' ').map(Number);
  };
  // The young generation has three semi-spaces.
  expect(limitsWith('')).toEqual([1024 + 3 * 16, 2]);
  expect(limitsWith('--max-old-space-size=3000', { MALLOC_ARENA_MAX: '5' })).toEqual([3000 + 3 * 16, 5]);
});
