/** The command line as a process. */
import '#db/fast-drizzle-imports.mjs';
import { delimiter, join } from 'node:path';
import { rememberCallerFolder } from './caller-path.ts';
import { failureOf, runCommandLine } from './command-line.ts';
import { loadEnvironmentFile } from './environment-file.ts';
import { projectRoot } from './project-root.ts';

/** `emails | head`: whoever read the output has enough. The work is done to its end, with nobody to tell. */
function endQuietlyUnread() {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

try {
  endQuietlyUnread();
  rememberCallerFolder();
  process.chdir(projectRoot);
  // As npm does it: the tools that commands start, and the Node.js that runs them, are the project's own.
  process.env.PATH = [join(projectRoot, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  loadEnvironmentFile(join(projectRoot, '.env'), process.env, (text) => console.error(text));
  await runCommandLine(process.argv.slice(2));
} catch (error) {
  const { code, message } = failureOf(error);
  console.error(message);
  process.exit(code);
}
