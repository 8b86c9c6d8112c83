import { fileURLToPath } from 'node:url';

/** The folder of package.json. All paths within the project start here. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
