/**
 * The process's structured log. Never pass a header, a body or an error that may contain a secret. As a safeguard,
 * fields with such names are removed.
 */
import { type Logger, pino } from 'pino';
import { maskText } from '#server/domain/mask-text.ts';
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

/** The options of every logger. */
export const logOptions = {
  name: 'counterfoil',
  redact: { paths: neverLogged.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
};

const shared = globalThis as typeof globalThis & { counterfoilLog?: Logger };

/** Writes one JSON line per entry to standard output. */
export function log(): Logger {
  shared.counterfoilLog ??= pino({ ...logOptions, level: settings().logLevel });
  return shared.counterfoilLog;
}

/**
 * The loggable parts of a failure: its type and stack, not the values of a failed statement, which may be a buyer's.
 * PostgreSQL's class 22 errors and JSON.parse errors repeat data and are reduced.
 */
export function describeFailure(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  const repeatsData = cause.name === 'SyntaxError' || code?.startsWith('22');
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    error: cause.name,
    code,
    reason: repeatsData ? undefined : maskText(cause.message.split('\n', 1)[0] ?? ''),
    stack: stack?.join('\n'),
  };
}
