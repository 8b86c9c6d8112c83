/** The installation of dependencies, with a stand-in for npm. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from './project-root.ts';

const programs = [
  'server/cli/prepare.mjs',
  'server/cli/production-packages.mjs',
  'server/cli/prune.mjs',
  'db/process-lock.mjs',
];
const dependencies = { service: '1.0.0' };
const devDependencies = { 'optional-peer': '1.0.0', 'test-tool': '1.0.0' };
/** `optional-peer` is a development package that `npm ci --omit=dev` installs too. */
const packages = {
  '': { dependencies, devDependencies },
  'node_modules/service': {
    version: '1.0.0',
    peerDependencies: { 'optional-peer': '1' },
    peerDependenciesMeta: { 'optional-peer': { optional: true } },
  },
  'node_modules/optional-peer': { version: '1.0.0', devOptional: true },
  'node_modules/test-tool': { version: '1.0.0', dev: true },
};
/** Installs packages of two files, and records each call. Fails on request. */
const npm = `
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
appendFileSync(dirname(__dirname) + '/calls', process.argv.slice(2).join(' ') + '\\n');
rmSync('node_modules', { recursive: true, force: true });
if (existsSync(dirname(__dirname) + '/offline')) process.exit(1);
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const paths = Object.keys(packages).filter((path) => path !== '');
for (const path of paths) {
  mkdirSync(path, { recursive: true });
  writeFileSync(path + '/index.js', '');
  writeFileSync(path + '/index.d.ts', '');
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
`;
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'counterfoil-prepare-'));
  for (const file of programs) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(projectRoot, file), join(root, file));
  }
  const manifest = { type: 'module', imports: { '#db/*': './db/*' }, dependencies, devDependencies };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  mkdirSync(join(root, 'npm'));
  writeFileSync(join(root, 'npm/package.json'), '{}');
  writeFileSync(join(root, 'npm/npm-cli.js'), npm);
});

afterEach(() => rmSync(root, { recursive: true }));

async function prepare(set: 'production' | 'all', expectedCode = 0) {
  const env = { ...process.env, npm_execpath: join(root, 'npm/npm-cli.js') };
  const child = spawn(process.execPath, ['server/cli/prepare.mjs', set], { cwd: root, env, stdio: 'ignore' });
  expect((await once(child, 'exit'))[0]).toBe(expectedCode);
}

function changeLock() {
  const newer = { ...packages, 'node_modules/service': { ...packages['node_modules/service'], version: '1.1.0' } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: newer }));
}

const callCount = (): number => readFileSync(join(root, 'calls'), 'utf8').trim().split('\n').length;
const has = (path: string): boolean => existsSync(join(root, path));
const present = (): string[] =>
  ['service/index.js', 'service/index.d.ts', 'optional-peer', 'test-tool'].filter((path) =>
    has(join('node_modules', path)),
  );

test('a production installation has no development packages and no declarations', async () => {
  await prepare('production');
  await prepare('production');
  expect(callCount()).toBe(1);
  expect(present()).toEqual(['service/index.js']);
  expect(has('.packages')).toBe(false);
});

test('concurrent development commands complete a production installation once', async () => {
  await prepare('production');
  await Promise.all([prepare('all'), prepare('all'), prepare('production')]);
  expect(callCount()).toBe(2);
  expect(present()).toEqual(['service/index.js', 'service/index.d.ts', 'optional-peer', 'test-tool']);
});

test('a complete installation stays complete when the lock file changes', async () => {
  await prepare('all');
  changeLock();
  await prepare('production');
  expect(callCount()).toBe(2);
  expect(present()).toContain('test-tool');
});

test('a failed production installation leaves the former one, and the next one succeeds', async () => {
  await prepare('production');
  changeLock();
  writeFileSync(join(root, 'offline'), '');
  await prepare('production', 1);
  expect(present()).toEqual(['service/index.js']);
  rmSync(join(root, 'offline'));
  await prepare('production');
  await prepare('production');
  expect(callCount()).toBe(4);
  expect(present()).toEqual(['service/index.js']);
});
