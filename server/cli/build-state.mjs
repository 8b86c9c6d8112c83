/** Determines which parts of the production build match the current files. Plain JavaScript, because each start asks first. */
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
/** Files beside a part's inputs that do not affect it. */
const NOT_BUILT = {
  pages: /^server\/(cli|testing|lint)\/|^package\.json$|\.test\.tsx?$/,
  server: /^app\/|^server\/(testing|lint)\/|\.test\.tsx?$/,
};
/** Each is in a folder that the part's build first empties, so a killed build has no fingerprint. */
const fingerprintFiles = {
  pages: join(root, '.next', 'counterfoil-build'),
  server: join(root, '.server', 'counterfoil-build'),
};

/** The compiled program. */
export const compiledProgram = join(root, '.server', 'counterfoil.mjs');

/** The parts that do not match the current files, each with the fingerprint to record after its build. */
export function outdatedParts() {
  const current = fingerprints();
  return Object.fromEntries(Object.entries(current).filter(([part, digest]) => readRecorded(part) !== digest));
}

export const isUpToDate = () => Object.keys(outdatedParts()).length === 0;

export const recordBuild = (part, digest) => writeFileSync(fingerprintFiles[part], digest);

const readRecorded = (part) =>
  existsSync(fingerprintFiles[part]) ? readFileSync(fingerprintFiles[part], 'utf8') : undefined;

/** One hash for each part, over names and contents of its inputs. */
function fingerprints() {
  const hashes = { pages: createHash('sha256'), server: createHash('sha256') };
  for (const path of INPUTS.flatMap(filesUnder).sort((a, b) => (a < b ? -1 : 1))) {
    const content = readFileSync(join(root, path));
    for (const [part, hash] of Object.entries(hashes)) {
      if (!NOT_BUILT[part].test(path)) hash.update(`${path}\n${content.length}\n`).update(content);
    }
  }
  return { pages: hashes.pages.digest('hex'), server: hashes.server.digest('hex') };
}

function filesUnder(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
  );
}
