/**
 * The process's structured log. Never hand it a header, a body or an error that may hold a secret; should somebody do
 * so after all, what goes by such a name is left out.
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

/**
 * What the log may know of a failure: its kind and place, not the values of a failed statement, which may be a buyer's.
 * What PostgreSQL (class 22) and JSON.parse say of data they cannot read repeats that data.
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
