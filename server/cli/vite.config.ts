/** Compiles the commands for production, the API and the worker into `.server`. Packages stay in node_modules. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: pathOf('../..'),
  publicDir: false,
  build: {
    ssr: true,
    target: 'node22',
    outDir: pathOf('../../.server'),
    sourcemap: true,
    rolldownOptions: {
      input: { counterfoil: pathOf('./compiled.ts') },
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
