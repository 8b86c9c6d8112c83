#!/usr/bin/env node
/**
 * The `counterfoil` command, callable from any folder. Prepares its project, then runs the command line there with the
 * right Node.js. Arguments, streams, signals and the exit code pass through.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { config } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

async function main() {
  const node = await prepare('production');
  const child = spawn(node, ['server/cli/launch.mjs', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: {
      // As in the scripts of package.json. The caller's own win.
      MALLOC_ARENA_MAX: config.malloc_arena_max,
      ...process.env,
      NODE_OPTIONS: `${config.node_options} ${process.env.NODE_OPTIONS ?? ''}`,
      COUNTERFOIL_PARENT: String(process.pid),
      INIT_CWD: process.cwd(),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', fail);
  child.once('exit', (code, signal) => {
    process.exitCode = signal ? 1 : code;
  });
}

function fail(error) {
  console.error(error.message);
  process.exitCode = 1;
}

main().catch(fail);
