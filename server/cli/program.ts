/** The program around its commands: streams, folder, `.env`, errors and exit codes. */
import { delimiter, join } from 'node:path';
import { rememberCallerFolder } from './caller-path.ts';
import { failureOf, runCommandLine } from './command-line.ts';
import type { Commands } from './dispatch.ts';
import { loadEnvironmentFile } from './environment-file.ts';
import { projectRoot } from './project-root.ts';
import { endQuietlyUnread } from './remote/closed-output.ts';

/** Runs the command line of this process. */
export async function runProgram(development?: Commands): Promise<void> {
  try {
    endQuietlyUnread();
    rememberCallerFolder();
    process.chdir(projectRoot);
    // As npm does: commands use the project's own tools and Node.js.
    process.env.PATH = [join(projectRoot, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
    loadEnvironmentFile(join(projectRoot, '.env'), process.env, (text) => console.error(text));
    await runCommandLine(process.argv.slice(2), development);
  } catch (error) {
    const { code, message } = failureOf(error);
    console.error(message);
    process.exit(code);
  }
}
