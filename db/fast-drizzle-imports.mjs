/**
 * Halves the start-up time of everything that loads the schema. The package.json of drizzle-orm lists 179 kB of `exports`,
 * and Node parses the file again for every import of the package and for every import inside it. This hook resolves each
 * import of the package once, and those inside it without the file. An entry point imports it before anything else.
 */
import * as module from 'node:module';

const resolved = new Map();
const insidePackage = '/node_modules/drizzle-orm/';

// Older versions of Node have no such hooks, and work without them.
module.registerHooks?.({
  resolve(specifier, context, next) {
    if (!context.conditions.includes('import')) return next(specifier, context);
    const parent = context.parentURL ?? '';
    if (parent.includes(insidePackage) && specifier.startsWith('.')) {
      return { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true };
    }
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context);
    const found = resolved.get(specifier) ?? next(specifier, context);
    resolved.set(specifier, found);
    return { ...found, shortCircuit: true };
  },
});
