/** The command line from its sources, with the commands for development. */
import '#db/fast-drizzle-imports.mjs';
import { runProgram } from './program.ts';

await runProgram({
  dev: () => import('./commands/dev.ts'),
  build: () => import('./commands/build.ts'),
  test: () => import('./commands/test.ts'),
  bench: () => import('./commands/bench.ts'),
  chaos: () => import('./commands/chaos.ts'),
  'attack cards': () => import('./commands/attack-cards.ts'),
});
