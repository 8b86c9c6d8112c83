import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import { selectProduction } from './production-packages.mjs';

test('has dependencies and required peers of each level, and no development package', () => {
  const packages = {
    '': { dependencies: { app: '1' }, optionalDependencies: { 'for-linux': '1' }, devDependencies: { tool: '1' } },
    'node_modules/app': {
      dependencies: { shared: '2' },
      peerDependencies: { peer: '1', tool: '1' },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    'node_modules/app/node_modules/shared': { dependencies: { leaf: '1' } },
    'node_modules/shared': {},
    'node_modules/leaf': {},
    'node_modules/peer': {},
    'node_modules/for-linux': { optional: true },
    'node_modules/tool': { dependencies: { shared: '1' }, devOptional: true },
  };
  const selected = selectProduction(packages);
  expect(Object.keys(selected).sort()).toEqual([
    '',
    'node_modules/app',
    'node_modules/app/node_modules/shared',
    'node_modules/for-linux',
    'node_modules/leaf',
    'node_modules/peer',
  ]);
  expect(selected).not.toHaveProperty(['', 'devDependencies']);
});

test('the project installs its dependencies in production, and no direct dependency of development', () => {
  const selected = selectProduction(lock.packages);
  const { dependencies, optionalDependencies, devDependencies } = packageJson;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
    expect(selected).toHaveProperty([`node_modules/${name}`]);
  for (const name of Object.keys(devDependencies)) expect(selected).not.toHaveProperty([`node_modules/${name}`]);
});
