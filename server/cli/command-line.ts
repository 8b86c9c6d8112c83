/**
 * The commands by name, and the parser of the command line. Exit codes: 0 success; 1 failure, with one line on stderr;
 * 2 wrong usage.
 */
import { z } from 'zod';
import { SettingsError } from '#server/platform/settings.ts';
import { type Commands, dispatch } from './dispatch.ts';
import { remoteCommands } from './remote/commands.ts';
import { UsageError } from './usage-error.ts';

const commands: Commands = {
  start: () => import('./commands/start.ts'),
  migrate: () => import('./commands/migrate.ts'),
  worker: () => import('./commands/worker.ts'),
  'merchant create': () => import('./commands/merchant-create.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  'secret rotate': () => import('./commands/secret-rotate.ts'),
  emails: () => import('./commands/emails.ts'),
  'ledger verify': () => import('./commands/ledger-verify.ts'),
  'webhook-keys list': () => import('./commands/webhook-keys/list.ts'),
  'webhook-keys rotate': () => import('./commands/webhook-keys/rotate.ts'),
  'audit list': () => import('./commands/audit/list.ts'),
  'database distribute': () => import('./commands/database/distribute.ts'),
  doctor: () => import('./commands/doctor.ts'),
  'audit verify': () => import('./commands/audit/verify.ts'),
  'test-clock create': () => import('./commands/test-clock/create.ts'),
  'test-clock advance': () => import('./commands/test-clock/advance.ts'),
  'test-clock reset': () => import('./commands/test-clock/reset.ts'),
  'test-clock show': () => import('./commands/test-clock/show.ts'),
  'account verify': () => import('./commands/account/verify.ts'),
  'account reset-two-factor': () => import('./commands/account/reset-two-factor.ts'),
  'operator grant': () => import('./commands/operator/grant.ts'),
  'operator revoke': () => import('./commands/operator/revoke.ts'),
  'operator invite': () => import('./commands/operator/invite.ts'),
  'operator suspend': () => import('./commands/operator/suspend.ts'),
  'operator reinstate': () => import('./commands/operator/reinstate.ts'),
  'operator enable-prod': () => import('./commands/operator/enable-prod.ts'),
  'operator disable-prod': () => import('./commands/operator/disable-prod.ts'),
  'operator list': () => import('./commands/operator/list.ts'),
  'operator queue': () => import('./commands/operator/queue.ts'),
  'operator approve': () => import('./commands/operator/approve.ts'),
  'operator reject': () => import('./commands/operator/reject.ts'),
  ...remoteCommands,
};

/**
 * Runs the command that the arguments name; `development` has further commands. Throws the command's errors, and a
 * {@link UsageError} for an unknown command.
 */
export const runCommandLine = (args: string[], development: Commands = {}): Promise<void> =>
  dispatch(args, { ...commands, ...development }, 'npm run --silent counterfoil -- <command>');

/** The exit code and the message for an error. */
export function failureOf(error: unknown): { code: 1 | 2; message: string } {
  const isUsage = error instanceof UsageError || error instanceof SettingsError;
  const isDebug = process.env.LOG_LEVEL === 'debug' && error instanceof Error && !isUsage;
  const message = (isDebug ? error.stack : describe(error)) || String(error);
  return { code: isUsage ? 2 : 1, message };
}

/** A failed query is reported by its cause, in one line: its own message contains the statement and its values. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A ZodError's message is JSON.
  if (error instanceof z.core.$ZodError) return error.issues[0]?.message ?? 'A value is not valid';
  return 'query' in error && error.cause instanceof Error
    ? (error.cause.message.split('\n', 1)[0] ?? '')
    : error.message;
}
