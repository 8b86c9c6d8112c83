/** Licenses and versions of all shipped packages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './project-root.ts';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

const readJson = (file: string) => JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));
const { dependencies, devDependencies, optionalDependencies } = readJson('package.json');
const locked = Object.entries(readJson('package-lock.json').packages as Record<string, Locked>).filter(
  ([path]) => path !== '',
);

/** Licenses that require attribution only. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MIT/X11',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages under other licenses, and the reason for each. */
const takenIn: readonly (readonly [string, RegExp, string])[] = [
  ['OFL-1.1', /^@(fontsource-variable|embedpdf)\//, 'fonts, shipped as they are'],
  ['CC-BY-4.0', /^caniuse-lite$/, 'data about browsers, used while building'],
  ['MPL-2.0', /^lightningcss(-|$)/, 'compiles styles while building, unchanged'],
  ['LGPL-3.0-or-later', /^@img\/sharp-/, 'a library of its own beside the program, unchanged'],
  // Packages with a license in their sources but not in package.json.
  ['', /^png-js$/, 'MIT'],
  ['', /^@next\/swc-|^@tailwindcss\/oxide-/, 'MIT, the same program for another platform'],
];

/** `A OR B` requires one of them, `A AND B` both. */
function isAllowed(name: string, license: string): boolean {
  const text = license.replace(/^\((.*)\)$/, '$1');
  if (text.includes(' OR ')) return text.split(' OR ').some((one) => isAllowed(name, one));
  if (text.includes(' AND ')) return text.split(' AND ').every((one) => isAllowed(name, one));
  return permissive.has(text) || takenIn.some(([one, names]) => one === text && names.test(name));
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('every shipped package has a permissive license', () => {
  const shipped = locked.filter(([, { dev }]) => !dev);
  expect(shipped.length).toBeGreaterThan(100);
  const refused = shipped
    .map(([path, { license = '' }]) => [nameOf(path), license] as const)
    .filter(([name, license]) => !isAllowed(name, license));
  expect(refused).toEqual([]);
});

test('every dependency has an exact version and a checksum', () => {
  const named: [string, string][] = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  for (const [name, version] of named) {
    expect([name, locked.find(([path]) => path === `node_modules/${name}`)?.[1].version]).toEqual([name, version]);
  }
  // For packages of other platforms npm may record only the version.
  const unlocked = locked.filter(([, { integrity, optional }]) => !integrity && !optional);
  expect(unlocked.map(([path]) => path)).toEqual([]);
});

test('exceptions apply only to their packages', () => {
  expect(isAllowed('left-pad', 'MPL-2.0')).toBe(false);
  expect(isAllowed('left-pad', '')).toBe(false);
  expect(isAllowed('left-pad', 'GPL-3.0-only')).toBe(false);
  expect(isAllowed('left-pad', '(GPL-3.0-only OR MIT)')).toBe(true);
  expect(isAllowed('left-pad', 'MIT AND GPL-3.0-only')).toBe(false);
});
