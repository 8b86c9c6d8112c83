/**
 * Secrets that the product makes for itself at the first start and keeps beside its data.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SECRET_BYTES = 48;

/**
 * The secret kept in the file `name` of `dataDir` (base64url of 48 random bytes, readable by the owner only); made if
 * there is none. Any number of processes may ask at once, and all get the same one.
 */
export function readSecret(dataDir: string, name = 'app-secret'): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, name);
  return readIfThere(path) ?? makeSecret(path);
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Written in full under another name first: a link either gives the whole secret its name or finds one there. */
function makeSecret(path: string): string {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  writeSync(file, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8').trim();
}
