/** The command line of the package for integrators, which has their commands only. */
import { dispatch } from '../dispatch.ts';
import { UsageError } from '../usage-error.ts';
import { remoteCommands } from './commands.ts';

try {
  await dispatch(process.argv.slice(2), remoteCommands, 'npx @counterfoil/cli <command>');
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
