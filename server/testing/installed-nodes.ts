import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The paths of all Node.js versions on the PATH, and of the running one. */
export const installedNodes: readonly string[] = [
  ...new Set(
    [process.execPath, ...(process.env.PATH ?? '').split(delimiter).map((path) => join(path, 'node'))]
      .filter((path) => existsSync(path))
      .map((path) => realpathSync(path)),
  ),
];
