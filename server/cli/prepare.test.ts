/** The installation of dependencies, with a stand-in for npm. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from './project-root.ts';

const programs = ['server/cli/prepare.mjs', 'server/cli/prune.mjs', 'db/process-lock.mjs'];
/** `optional-peer` is a development package that npm installs for production too. */
const packages = {
  'node_modules/service': { version: '1.0.0' },
  'node_modules/optional-peer': { version: '1.0.0', devOptional: true },
  'node_modules/test-tool': { version: '1.0.0', dev: true },
};
/** Installs packages of two files, and records each call. */
const npm = `
const { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const call = process.argv.slice(2).join(' ');
appendFileSync('calls', call + '\\n');
rmSync('node_modules', { recursive: true, force: true });
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const chosen = Object.entries(packages).filter(([, { dev }]) => !dev || !call.includes('--omit=dev'));
for (const [path] of chosen) {
  mkdirSync(path, { recursive: true });
  writeFileSync(path + '/index.js', '');
  writeFileSync(path + '/index.d.ts', '');
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(chosen) }));
`;
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'counterfoil-prepare-'));
  for (const file of programs) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(projectRoot, file), join(root, file));
  }
  const devDependencies = { 'optional-peer': '1.0.0', 'test-tool': '1.0.0' };
  const manifest = { type: 'module', imports: { '#db/*': './db/*' }, devDependencies };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  mkdirSync(join(root, 'npm'));
  writeFileSync(join(root, 'npm/package.json'), '{}');
  writeFileSync(join(root, 'npm/npm-cli.js'), npm);
});

afterEach(() => rmSync(root, { recursive: true }));

async function prepare(set: 'production' | 'all') {
  const env = { ...process.env, npm_execpath: join(root, 'npm/npm-cli.js') };
  const child = spawn(process.execPath, ['server/cli/prepare.mjs', set], { cwd: root, env, stdio: 'ignore' });
  expect((await once(child, 'exit'))[0]).toBe(0);
}

const calls = (): string[] => readFileSync(join(root, 'calls'), 'utf8').trim().split('\n');
const has = (path: string): boolean => existsSync(join(root, 'node_modules', path));

test('a production installation has no development packages and no declarations', async () => {
  await prepare('production');
  await prepare('production');
  expect(calls()).toEqual([expect.stringContaining('ci --omit=dev')]);
  expect(['service/index.js', 'service/index.d.ts', 'optional-peer', 'test-tool'].map(has)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('concurrent development commands complete a production installation once', async () => {
  await prepare('production');
  await Promise.all([prepare('all'), prepare('all'), prepare('production')]);
  expect(calls()).toEqual([expect.stringContaining('--omit=dev'), expect.stringContaining('--include=dev')]);
  expect(['service/index.d.ts', 'optional-peer', 'test-tool'].map(has)).toEqual([true, true, true]);
});

test('a complete installation stays complete when the lock file changes', async () => {
  await prepare('all');
  const newer = { ...packages, 'node_modules/service': { version: '1.1.0' } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: newer }));
  await prepare('production');
  expect(calls()).toEqual([expect.stringContaining('--include=dev'), expect.stringContaining('--include=dev')]);
});
