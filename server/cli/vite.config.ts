/** Compiles the commands for production, the API and the worker into `.server`. Packages stay in node_modules. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('../..'),
  publicDir: false,
  build: {
    ssr: true,
    target: 'node22',
    outDir: here('../../.server'),
    sourcemap: true,
    rolldownOptions: {
      input: { counterfoil: here('./compiled.ts') },
      // Flat, so that db/project-root.ts finds the same folder from every file.
      output: {
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
        // Stack traces need positions only; Node keeps maps in memory.
        sourcemapExcludeSources: true,
      },
    },
  },
});
