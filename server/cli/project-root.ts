import { fileURLToPath } from 'node:url';

/** Where package.json is; everything that names a file of the project names it from here. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
