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
