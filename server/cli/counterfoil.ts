/** The entry point of the command line. */
import '#db/fast-drizzle-imports.mjs';
import { delimiter, join } from 'node:path';
import { rememberCallerFolder } from './caller-path.ts';
import { failureOf, runCommandLine } from './command-line.ts';
import { loadEnvironmentFile } from './environment-file.ts';
import { projectRoot } from './project-root.ts';

/** With `emails | head`, the reader closes the pipe early. The command still completes. */
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
  // As npm does: commands use the project's own tools and Node.js.
  process.env.PATH = [join(projectRoot, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  loadEnvironmentFile(join(projectRoot, '.env'), process.env, (text) => console.error(text));
  await runCommandLine(process.argv.slice(2));
} catch (error) {
  const { code, message } = failureOf(error);
  console.error(message);
  process.exit(code);
}
