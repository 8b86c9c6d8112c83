/** The entry point of the compiled program: the commands for production. */
import { setSourceMapsSupport } from 'node:module';
import '#db/fast-drizzle-imports.mjs';

// Applies to modules that are loaded afterwards.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
const { runProgram } = await import('./program.ts');
await runProgram();
