/** Secrets that the product generates at its first start and stores beside its data. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const SECRET_BYTES = 48;

/**
 * The secret in the file `name` of `dataDir` (base64url of 48 random bytes, readable by the owner only); created if
 * absent. Concurrent processes all get the same one.
 */
export function readSecret(dataDir: string, name = 'app-secret'): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, name);
  return readSecretIfThere(path) ?? makeSecret(path);
}

/** Null if the file does not exist. */
export function readSecretIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a secret atomically to a file that only its owner can read, replacing an existing one. */
export function writeSecret(path: string, secret: string): void {
  const draft = writeDraft(path, secret);
  renameSync(draft, path);
}

/** Written completely under another name first: linking it either succeeds or finds an existing secret. */
function makeSecret(path: string): string {
  const draft = writeDraft(path, randomBytes(SECRET_BYTES).toString('base64url'));
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8').trim();
}

function writeDraft(path: string, secret: string): string {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  writeSync(file, `${secret}\n`);
  fsyncSync(file);
  closeSync(file);
  return draft;
}
