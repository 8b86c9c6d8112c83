/**
 * The packages that build and run the service, selected from package.json and package-lock.json. `npm ci --omit=dev`
 * would install more: the development packages that a production package names as optional peers.
 * `node server/cli/production-packages.mjs` replaces both files, for the image. Plain JavaScript for Node 18 and later.
 */
import { copyFileSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Next's build requires only that TypeScript's package exists. Its compiler is an optional dependency of it. */
const WITHOUT_OPTIONAL = ['node_modules/typescript'];

/** Selects from a lock file's `packages`, which are keyed by path; '' is the project. */
export function selectProduction(packages) {
  const selected = {};
  const add = (path) => {
    if (path === undefined || selected[path]) return;
    const entry = { ...packages[path] };
    delete entry.devDependencies;
    if (WITHOUT_OPTIONAL.includes(path)) delete entry.optionalDependencies;
    selected[path] = entry;
    for (const name of neededBy(entry)) add(resolve(packages, path, name));
  };
  if (packages['']) add('');
  return selected;
}

function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys({ ...peerDependencies }).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** As Node does: the nearest node_modules, from the package's own up to the project's. */
function resolve(packages, path, name) {
  const nearest = `${path && `${path}/`}node_modules/${name}`;
  if (packages[nearest]) return nearest;
  if (path === '') return undefined;
  return resolve(packages, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}

/** Writes package.json, the lock file and npm's settings for the production packages into `folder`, which exists. */
export function writeProductionPackages(root, folder) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  delete manifest.devDependencies;
  lock.packages = selectProduction(lock.packages);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const settings = join(root, '.npmrc');
  if (folder !== root && existsSync(settings)) copyFileSync(settings, join(folder, '.npmrc'));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  writeProductionPackages(root, root);
}
