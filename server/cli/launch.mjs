/**
 * Runs the command line: compiled if the build matches the current files, otherwise from the sources. `start` always
 * runs compiled and builds first if necessary. Plain JavaScript, so that a start loads no compiler.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compiledProgram, isUpToDate } from './build-state.mjs';
import { prepare } from './prepare.mjs';

const sources = fileURLToPath(new URL('./counterfoil.ts', import.meta.url));
const development = ['dev', 'test', 'bench', 'chaos', 'attack'];
const [command = ''] = process.argv.slice(2);

if (development.includes(command)) {
  await prepare('all');
  await import(pathToFileURL(sources).href);
} else if (command === 'build' || !isCompiled()) await import(pathToFileURL(sources).href);
else await import(pathToFileURL(compiledProgram).href);

function isCompiled() {
  if (isUpToDate()) return true;
  if (command !== 'start') return false;
  const { status } = spawnSync(process.execPath, [sources, 'build'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  return true;
}
