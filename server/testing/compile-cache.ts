import { fileURLToPath } from 'node:url';

/** Where Node keeps what it has made of the modules that servers and commands load: with it they start a third sooner. */
export const compileCache = fileURLToPath(new URL('../../.next/cache/node', import.meta.url));
