/** Bundles the commands for integrators into one file without dependencies. */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));

await rm(pathOf('dist'), { recursive: true, force: true });
await build({
  entryPoints: [pathOf('../../server/cli/remote/main.ts')],
  outfile: pathOf('dist/counterfoil.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.3',
  banner: { js: '#!/usr/bin/env node' },
});
