import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };

const preload = (path: string) => `--import=${new URL(path, import.meta.url).href}`;

/** Flags of `node` that load these files before any other module. */
export const preloads = [
  preload('../../db/fast-drizzle-imports.mjs'),
  preload('cheap-password-hashes.mjs'),
  preload('statements/record-statements.mjs'),
];

/** Environment variables that cut the run time of servers, commands and other programs that tests start. */
export const fastStart = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.next/cache/node', import.meta.url)),
  NODE_OPTIONS: preloads.join(' '),
} as const;

/** The memory limits of `npm start`, as environment variables. */
export const productionMemory = {
  NODE_OPTIONS: packageJson.config.node_options,
  MALLOC_ARENA_MAX: packageJson.config.malloc_arena_max,
} as const;
