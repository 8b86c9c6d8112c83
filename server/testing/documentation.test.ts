/** The documentation is consistent with itself and with the project's files. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const pages = globSync(['*.md', 'docs/**/*.md', 'clients/*/README.md']);
const prose = new Map(pages.map((page) => [page, withoutCode(readFileSync(page, 'utf8'))]));

function withoutCode(text: string): string {
  return text.replace(/^```.*?^```$/gms, '');
}

/** The anchor of a heading, as GitHub generates it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (page: string): string[] =>
  Array.from(prose.get(page)?.matchAll(/^#{1,6} (.+)$/gm) ?? [], ([, heading = '']) => anchorOf(heading));

interface Link {
  readonly page: string;
  readonly target: string;
  readonly file: string;
  readonly anchor: string;
}

const links = [...prose].flatMap(([page, text]) =>
  Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']): Link => {
    const [path = '', anchor = ''] = target.split('#');
    return { page, target, file: path ? normalize(join(dirname(page), path)) : page, anchor };
  }).filter(({ target }) => !/^[a-z]+:/.test(target)),
);

const show = ({ page, target }: Link) => `${page}: ${target}`;

test('every relative link leads to a file', () => {
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ file }) => !existsSync(file)).map(show)).toEqual([]);
});

test('every anchor leads to a heading', () => {
  const broken = links.filter(({ file, anchor }) => anchor && !anchorsOf(file).includes(anchor));
  expect(broken.map(show)).toEqual([]);
});

test('the index lists every page of docs/', () => {
  const listed = links.filter(({ page }) => page === 'docs/README.md').map(({ file }) => file);
  expect(
    pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md' && !listed.includes(page)),
  ).toEqual([]);
});

test('every file that a page names in code style exists', () => {
  const named = [...prose].flatMap(([page, text]) =>
    Array.from(text.matchAll(/`((?:app|bench|components|db|e2e|public|server)\/[\w./[\]-]+)`/g), ([, file = '']) => ({
      page,
      file,
    })),
  );
  expect(named.filter(({ file }) => !existsSync(file)).map(({ page, file }) => `${page}: ${file}`)).toEqual([]);
});

test('every code comment that names a page names one that exists', () => {
  const sources = globSync('{app,bench,components,db,e2e,server}/**/*.{ts,tsx,mjs,css,sql}');
  const missing = sources.flatMap((source) =>
    Array.from(readFileSync(source, 'utf8').matchAll(/\bdocs\/[\w/-]+\.md\b/g), ([page]) => page)
      .filter((page) => !existsSync(page))
      .map((page) => `${source}: ${page}`),
  );
  expect(missing).toEqual([]);
});

test('the page of the command line names every command', () => {
  const spans = Array.from(
    readFileSync('docs/operations/command-line.md', 'utf8').matchAll(/`([^`]+)`/g),
    ([, span]) => span,
  );
  const commands = globSync('server/cli/commands/**/*.ts').flatMap((source) =>
    Array.from(
      readFileSync(source, 'utf8').matchAll(/^export const usage =\s+['"`]([a-z][a-z-]*(?: [a-z][a-z-]*)?)/gm),
      ([, name]) => name,
    ),
  );
  const isNamed = (command = '') =>
    spans.some((span = '') => span.startsWith(command) || span === command.split(' ').slice(1).join(' '));
  expect(commands.length).toBeGreaterThan(25);
  expect(commands.filter((command) => !isNamed(command))).toEqual([]);
});

test('every log message of the runbook is in the source', () => {
  const [, section = ''] = readFileSync('docs/operations/runbook.md', 'utf8').split('## Log messages');
  const messages = Array.from(
    section.split('\n## ')[0]?.matchAll(/^\| `([^`]+)`/gm) ?? [],
    ([, message = '']) => message,
  );
  const sources = globSync('{db,server}/**/*.ts').map((source) => readFileSync(source, 'utf8'));
  expect(messages.length).toBeGreaterThan(5);
  expect(messages.filter((message) => !sources.some((source) => source.includes(message)))).toEqual([]);
});

test('a decision record has a context, a decision and consequences in under 50 lines', () => {
  for (const page of pages.filter((name) => name.startsWith('docs/decisions/'))) {
    const text = readFileSync(page, 'utf8');
    expect(text.trimEnd().split('\n').length, page).toBeLessThan(50);
    for (const part of ['Context', 'Decision', 'Consequences'])
      expect(text, page).toMatch(new RegExp(`^## ${part}$`, 'm'));
  }
});

test('no page has a line that is too long to read', () => {
  const isTable = (line: string) => line.startsWith('|') || line.startsWith('![') || line.includes('](http');
  const long = pages.flatMap((page) =>
    (prose.get(page) ?? '')
      .split('\n')
      .filter((line) => line.length > (isTable(line) ? 400 : 140))
      .map((line) => `${page}: ${line.slice(0, 60)}`),
  );
  expect(long).toEqual([]);
});

test('pictures are small enough to load', () => {
  for (const picture of globSync('docs/images/*')) expect(statSync(picture).size, picture).toBeLessThan(400_000);
});
