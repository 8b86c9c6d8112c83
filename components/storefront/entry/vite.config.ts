/**
 * Builds the buyers' pages: what their browsers load (`.hosted/client`) and what renders them on the server
 * (`.hosted/server`). `vite build --app` makes both.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The shared primitives mark themselves as the dashboard's framework wants it, which means nothing here. */
const quiet = {
  onwarn: (warning: { code?: string }, warn: (warning: never) => void) => {
    if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning as never);
  },
};

export default defineConfig({
  root: here('.'),
  base: '/assets/',
  publicDir: false,
  css: { postcss: here('../../..') },
  resolve: {
    alias: [
      // The shared primitives' links are Next's in the dashboard; here every link loads a page.
      { find: /^next\/link$/, replacement: here('./link.tsx') },
      // The same components, a quarter of the script: buyers come once, on phones, over bad networks.
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
        outDir: here('../../../.hosted/client'),
        emptyOutDir: true,
        assetsDir: '.',
        manifest: true,
        // A file of its own, even when it is small: the page's policy allows no inlined data.
        assetsInlineLimit: 0,
        modulePreload: false,
        rolldownOptions: { ...quiet, input: { checkout: here('./checkout.tsx'), portal: here('./portal.tsx') } },
      },
    },
    server: {
      resolve: { noExternal: true },
      build: {
        ssr: true,
        outDir: here('../../../.hosted/server'),
        emptyOutDir: true,
        rolldownOptions: { ...quiet, input: here('./render.tsx') },
      },
    },
  },
});
