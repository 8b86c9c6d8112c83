/**
 * Ensures that the dependencies are installed and that a Node.js exists that runs TypeScript. Plain JavaScript for
 * Node 18 and later, without dependencies. Silent when there is nothing to do, and never on standard output, which
 * belongs to the command.
 *
 * `production` is the set of packages that build and run the service; `all` has those for development too. A fresh clone
 * gets the set that its first command needs. The first command for development replaces a production installation.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withProcessLock } from '#db/process-lock.mjs';
import { selectProduction, writeProductionPackages } from './production-packages.mjs';
import { prune } from './prune.mjs';

const OLDEST_NODE = [22, 18];
const INSTALL_TIMEOUT_MS = 600_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');
/** The staging folder of an installation. An interrupted one leaves it. */
const staging = join(root, '.packages');
/** Has the checksum of the lock file that the last complete installation followed. */
const stamp = join(modules, '.counterfoil-installed');
/** Marks a production installation, whose packages lack files that only development reads. */
const productionMark = '.counterfoil-production';

/** Installs missing packages and returns the path of the Node.js to use. Throws an error of one line if that fails. */
export async function prepare(set = 'all') {
  if (!isInstalled(set)) {
    await withProcessLock(join(root, '.next/cache/counterfoil-locks/install'), () => install(set), {
      timeoutMs: INSTALL_TIMEOUT_MS,
      onWait: () => console.error('Another command is installing the dependencies; waiting for it.'),
    });
  }
  return findNode();
}

/** Whether every package of the set is installed in its version, other platforms' packages excepted. */
function isInstalled(set) {
  if (set === 'all' && isForProduction()) return false;
  const locked = readPackages(join(root, 'package-lock.json'));
  const wanted = set === 'production' ? selectProduction(locked) : locked;
  const present = readPackages(join(modules, '.package-lock.json'));
  // A package that one install skipped would be skipped again.
  const isTried = readText(stamp) === lockDigest();
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    if (present[path]) return present[path].version === entry.version;
    return entry.optional && (isTried || !isForHere(entry));
  });
}

/** Optional packages without a platform belong to one that names it. */
function isForHere({ os, cpu, libc }) {
  return (
    Boolean(os && cpu) && fits(os, process.platform) && fits(cpu, process.arch) && (!libc || fits(libc, libcHere()))
  );
}

/** Reads a platform list as npm does: allowed values, or excluded ones with `!`. */
function fits(listed, here) {
  const list = [listed].flat();
  return list.some((name) => name.startsWith('!')) ? !list.includes(`!${here}`) : list.includes(here);
}

function libcHere() {
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

function readPackages(path) {
  const text = readText(path);
  return text ? JSON.parse(text).packages : {};
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function lockDigest() {
  return createHash('sha256')
    .update(readText(join(root, 'package-lock.json')))
    .digest('hex');
}

function install(set) {
  if (isInstalled(set)) return;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  if (set === 'production' && (!existsSync(modules) || isForProduction())) {
    console.error('Installing dependencies …');
    installProduction();
  } else {
    console.error('Installing dependencies, with those for development …');
    // npm would consider packages with pruned files complete.
    if (isForProduction()) setAside();
    runNpm(root);
  }
  writeFileSync(stamp, lockDigest());
  rmSync(staging, { recursive: true });
}

/** Replaces node_modules only at the end, so that a failed installation leaves the former one. */
function installProduction() {
  writeProductionPackages(root, staging);
  runNpm(staging);
  const staged = join(staging, 'node_modules');
  prune(staged);
  writeFileSync(join(staged, productionMark), '');
  if (existsSync(modules)) setAside();
  renameSync(staged, modules);
}

/** In one step: an interruption must not leave half of the packages with npm's list of all. */
const setAside = () => renameSync(modules, join(staging, 'former'));

const isForProduction = () => existsSync(join(modules, productionMark));

/** Installs all packages of the lock file in `folder`. */
function runNpm(folder) {
  const [program, ...before] = npmCommand();
  const run = (command, output) => {
    const args = [...before, ...command, '--include=dev', '--include=optional', '--loglevel=error'];
    return spawnSync(program, args, { cwd: folder, stdio: ['ignore', output, output] }).status === 0;
  };
  // A lock file may lack packages of other platforms, and then `npm ci` refuses it.
  if (run(['ci'], 'ignore') || run(['install', '--no-save'], 2)) return;
  throw new Error('The dependencies could not be installed: see above.');
}

/** The npm that runs this process, if any. */
function npmCommand() {
  const running = process.env.npm_execpath ?? '';
  return basename(running) === 'npm-cli.js' && existsSync(running) ? [process.execPath, running] : ['npm'];
}

/** The project's own Node.js, which npm puts first in PATH, or else (on macOS) the current one. */
function findNode() {
  const own = join(modules, '.bin', 'node');
  const node = existsSync(own) ? own : process.execPath;
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() || 'one that does not run';
  if (isNewEnough(version)) return node;
  throw new Error(
    `Counterfoil needs Node.js ${OLDEST_NODE.join('.')} or newer, and ${node} is ${version}. ` +
      'Install Node.js 24, or run: npm ci --include=optional',
  );
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await prepare(process.argv[2]);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
