/** The dependency order of docs/architecture/modules.md, compared with the imports of all source files. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** The modules by layer, from the top. A module imports values from modules that are listed after it. */
const order = [
  'app server/cli server/main.ts server/telemetry server/worker',
  'components/dashboard components/docs components/auth components/storefront components/actions components/ui',
  'server/storefront server/api server/docs server/graphql',
  'server/actions',
  'server/test-clock server/emails server/webhooks server/analytics',
  'server/checkout server/billing server/customers',
  'server/catalog server/stores server/accounts',
  'server/events',
  'server/providers',
  'server/http server/platform server/i18n db server/domain',
].flatMap((layer) => layer.split(' '));

const isTest = (file: string) => /\.test\.tsx?$|^server\/(testing|lint)\//.test(file);
const files = globSync('{app,components,db,server}/**/*.{ts,tsx,mjs}').filter((file) => !isTest(file));

/** `app` and `db` are one module each; of `server` and `components` each folder or file is one. */
const moduleOf = (file: string): string =>
  file
    .split('/')
    .slice(0, /^(app|db)\//.test(file) ? 1 : 2)
    .join('/');

interface Import {
  readonly from: string;
  readonly to: string;
}

/** The value imports of a file from this project, also dynamic ones. An import of types alone does not count. */
function importsOf(from: string): Import[] {
  const pattern =
    /(?:^(?:import|export)\s+(type\s)?([^;'"]*?)from\s+|(?<!typeof\s+)\bimport\(\s*)'([.#][^']+)'(?!\)\.[A-Z])/gms;
  return [...readFileSync(from, 'utf8').matchAll(pattern)].flatMap(([, isType, names = '', specifier = '']) => {
    const listed = names
      .replace(/^[^{]*\{|\}[^}]*$/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    if (isType || (/^\s*\{/.test(names) && listed.every((name) => name.startsWith('type ')))) return [];
    const to = specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(from), specifier));
    expect(existsSync(to), `${from} imports ${specifier}`).toBe(true);
    return [{ from, to }];
  });
}
const imports = files.flatMap(importsOf).filter(({ to }) => /^(app|components|db|server)\//.test(to) && !isTest(to));
const violations = (isWrong: (edge: Import) => boolean): string[] =>
  imports.filter(isWrong).map(({ from, to }) => `${from} imports ${to}`);

test('names every module', () => {
  expect([...new Set(files.map(moduleOf))].filter((name) => !order.includes(name))).toEqual([]);
});

test('no module imports one above it', () => {
  const level = (file: string) => order.indexOf(moduleOf(file));
  expect(violations(({ from, to }) => level(from) > level(to))).toEqual([]);
});

test('rules are pure: they import rules, the domain and nothing that reads or writes', () => {
  const isPure = (file: string) => /\/rules\/|^server\/domain\//.test(file);
  expect(violations(({ from, to }) => isPure(from) && !isPure(to))).toEqual([]);
  const outside =
    /from 'node:(?!crypto|url|util)|from '(drizzle-orm|pg|postgres|next|react)|\brandom(Bytes|Int|UUID|Fill)|Math\.random/;
  expect(files.filter((file) => isPure(file) && outside.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('data is SQL: it imports the database, rules and the domain, and no error of the API', () => {
  const isAllowed = (file: string) =>
    /\/(data|rules)\/|^(db|server\/domain)\//.test(file) && !file.endsWith('/errors.ts');
  expect(violations(({ from, to }) => from.includes('/data/') && !isAllowed(to))).toEqual([]);
});

test('components import components, rules, the domain and the messages', () => {
  const isAllowed = (file: string) => /^components\/|\/rules\/|^server\/(domain|i18n)\//.test(file);
  expect(violations(({ from, to }) => from.startsWith('components/') && !isAllowed(to))).toEqual([]);
});

test('no relative import climbs three folders', () => {
  const climbing = files.filter((file) => /from '(\.\.\/){3}/.test(readFileSync(file, 'utf8')));
  expect(climbing).toEqual([]);
});

test('a refusal is recognized by its path and code, not by its sentence', () => {
  const parsed = /\bmessage\??\.(startsWith|endsWith|includes|match|search)\(|\.(test|exec)\([^)]*\bmessage\b/;
  // The platform reads what Redis and PostgreSQL say.
  const isOurs = (file: string) => !file.startsWith('server/platform/');
  expect(files.filter((file) => isOurs(file) && parsed.test(readFileSync(file, 'utf8')))).toEqual([]);
});
