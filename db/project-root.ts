import { fileURLToPath } from 'node:url';

/** The folder of package.json. The compiled server's files are in a folder beside `db`, so the same step leads there. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
