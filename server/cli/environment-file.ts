/** Settings from the file `.env`. */
import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SettingsError } from '#server/platform/settings.ts';
import { checkNames } from './setting-names.ts';

const readableByOthers = 0o004;

/**
 * Completes `environment` from the file. Existing values win unless they are empty. Calls `warn` when every user of
 * the machine can read the file. Throws a SettingsError when the file cannot be read or a name is wrong.
 */
export function loadEnvironmentFile(
  path: string,
  environment: Record<string, string | undefined>,
  warn: (text: string) => void,
): void {
  const text = readText(path, warn);
  const entries = text === null ? {} : parseEnv(text);
  checkNames(Object.keys(entries), Object.keys(environment));
  for (const [name, value] of Object.entries(entries)) environment[name] ||= value;
}

/** Null: there is no such file. */
function readText(path: string, warn: (text: string) => void): string | null {
  let bytes: Buffer;
  let mode: number;
  try {
    bytes = readFileSync(path);
    ({ mode } = statSync(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new SettingsError(`Cannot read .env (${code ?? 'unknown error'})`);
  }
  if (process.platform !== 'win32' && mode & readableByOthers)
    warn('Warning: every user of this machine can read .env, which may hold secrets. Run: chmod 600 .env');
  return decode(bytes);
}

function decode(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!hasControlCharacter(text)) return text;
  } catch {
    // Refused below: not a text file either way.
  }
  throw new SettingsError('.env is not a text file in UTF-8: see .env.example');
}

const hasControlCharacter = (text: string): boolean => /[^\P{Cc}\t\n\r]/u.test(text);
