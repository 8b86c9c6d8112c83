/**
 * The process's structured log. Never hand it a header, a body or an error that may hold a secret; should somebody do
 * so after all, what goes by such a name is left out.
 */
import { type Logger, pino } from 'pino';
import { settings } from './settings.ts';

const neverLogged = [
  'headers',
  'body',
  'rawBody',
  'request',
  'response',
  'authorization',
  'signature',
  'token',
  'secret',
  'password',
];

/** What every log of ours is made with. */
export const logOptions = {
  name: 'counterfoil',
  redact: { paths: neverLogged.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
};

const kept = globalThis as typeof globalThis & { counterfoilLog?: Logger };

/** One JSON line an entry, on standard output. */
export function log(): Logger {
  kept.counterfoilLog ??= pino({ ...logOptions, level: settings().logLevel });
  return kept.counterfoilLog;
}
