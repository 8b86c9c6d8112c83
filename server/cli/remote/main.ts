/** The command line of the package for integrators, which has their commands only. */
import { dispatch } from '../dispatch.ts';
import { UsageError } from '../usage-error.ts';
import { endQuietlyUnread } from './closed-output.ts';
import { remoteCommands } from './commands.ts';

endQuietlyUnread();
try {
  await dispatch(process.argv.slice(2), remoteCommands, 'counterfoil <command>');
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
