/** The process's structured log. Never hand it a header, a body or an error that may hold a secret. */
import { type Logger, pino } from 'pino';
import { settings } from './settings.ts';

const kept = globalThis as typeof globalThis & { counterfoilLog?: Logger };

/** One JSON line an entry, on standard output. */
export function log(): Logger {
  kept.counterfoilLog ??= pino({ name: 'counterfoil', level: settings().logLevel });
  return kept.counterfoilLog;
}
