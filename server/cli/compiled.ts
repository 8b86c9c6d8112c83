/** The entry point of the compiled program: the commands for production. */
import { enableCompileCache, setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';
import '#db/fast-drizzle-imports.mjs';
import { projectRoot } from '#db/project-root.ts';

// Both apply to modules that are loaded afterwards. The cache saves half of the time of a start.
enableCompileCache(join(projectRoot, '.next/cache/compiled'));
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
const { runProgram } = await import('./program.ts');
await runProgram();
