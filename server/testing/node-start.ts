import { fileURLToPath } from 'node:url';

/** A flag of `node` that registers the hook before any other module is loaded. */
export const fastDrizzleImports = `--import=${new URL('../../db/fast-drizzle-imports.mjs', import.meta.url).href}`;

/** Environment variables that cut the start-up time of servers, commands and other programs that tests start. */
export const fastStart = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.next/cache/node', import.meta.url)),
  NODE_OPTIONS: fastDrizzleImports,
} as const;
