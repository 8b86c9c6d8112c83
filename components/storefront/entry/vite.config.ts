/**
 * Builds the buyer pages: the browser's files (`.hosted/client`) and the renderer (`.hosted/server`). `vite build
 * --app` builds both.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The shared primitives carry "use client" directives, which have no meaning here. */
const quiet = {
  onwarn: (warning: { code?: string }, warn: (warning: never) => void) => {
    if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning as never);
  },
};

export default defineConfig({
  root: resolvePath('.'),
  base: '/assets/',
  publicDir: false,
  css: { postcss: resolvePath('../../..') },
  resolve: {
    alias: [
      // In the dashboard the shared primitives link with Next; here every link loads a page.
      { find: /^next\/link$/, replacement: resolvePath('./link.tsx') },
      // Preact runs the same components with a fifth of the script. Buyers load these pages once, on phones.
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
    ],
  },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: resolvePath('../../../.hosted/client'),
        emptyOutDir: true,
        assetsDir: '.',
        manifest: true,
        // Never inlines assets: the page's content security policy allows no data URLs.
        assetsInlineLimit: 0,
        modulePreload: false,
        rolldownOptions: {
          ...quiet,
          input: { checkout: resolvePath('./checkout.tsx'), portal: resolvePath('./portal.tsx') },
        },
      },
    },
    server: {
      resolve: { noExternal: true },
      build: {
        ssr: true,
        outDir: resolvePath('../../../.hosted/server'),
        emptyOutDir: true,
        rolldownOptions: { ...quiet, input: resolvePath('./render.tsx') },
      },
    },
  },
});
