/** Whether the production build is one of the current files. Plain JavaScript, because each start asks first. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const INPUTS = [
  'app',
  'components',
  'server',
  'db',
  'public',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
/** Files beside the build's inputs that do not affect it. */
const NOT_BUILT = /^server\/(testing|lint)\/|\.test\.tsx?$/;
/** `next build` first empties `.next`, this file included, so a killed build has no fingerprint. */
const fingerprintFile = join(root, '.next', 'counterfoil-build');

/** The compiled program. */
export const compiledProgram = join(root, '.server', 'counterfoil.mjs');

export function isUpToDate(wanted = fingerprint()) {
  return existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === wanted;
}

/** Records that the build is one of the files with this fingerprint. */
export const recordBuild = (built) => writeFileSync(fingerprintFile, built);

/** One hash over names and contents of all build inputs. */
export function fingerprint() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(filesUnder).sort()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
    .filter((file) => !NOT_BUILT.test(file));
}
