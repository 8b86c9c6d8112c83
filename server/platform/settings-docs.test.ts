/** Generates `.env.example` and the tables of `docs/operations/configuration.md`: `vitest run --project unit settings-docs -u`. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readSettings } from './settings.ts';
import { settingGroups } from './settings-schema.ts';

interface Described {
  readonly name: string;
  readonly fallback: string;
  readonly description: string;
}

const groups = Object.entries(settingGroups).map(([title, settings]) => ({
  title,
  settings: Object.entries(settings).map(([name, schema]): Described => {
    const input = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const { description = '' } = z.globalRegistry.get(schema) ?? {};
    return { name, fallback: String(input.default ?? ''), description };
  }),
}));

/** Breaks text into comment lines of at most 120 characters. */
const comment = (text: string): string => text.replace(/(.{1,118})(?:\s+|$)/g, '# $1\n').trimEnd();

const quoted = (value: string): string => (/[\s<>]/.test(value) ? `"${value}"` : value);

function environmentExample(): string {
  const head = [
    comment('Every setting with its default. Copy this file to .env (chmod 600), or set the environment, which wins.'),
    comment('NAME_FILE=/path reads the value of NAME from a file. Unknown names are refused.'),
  ];
  const sections = groups.map(({ title, settings }) =>
    [
      `## ${title}`,
      ...settings.map(
        ({ name, fallback, description }) => `${comment(description.replaceAll('`', ''))}\n${name}=${quoted(fallback)}`,
      ),
    ].join('\n\n'),
  );
  return `${[head.join('\n'), ...sections].join('\n\n')}\n`;
}

function settingTables(): string {
  return groups
    .map(({ title, settings }) => {
      const rows = settings.map(({ name, fallback, description }): [string, string, string] => [
        `\`${name}\``,
        fallback ? `\`${fallback}\`` : '',
        link(description).replaceAll('|', '\\|'),
      ]);
      const head: [string, string, string] = ['setting', 'default', 'description'];
      const [first, second] = [0, 1].map((column) =>
        Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
      );
      const line = ([name, fallback, text]: [string, string, string]) =>
        `| ${name.padEnd(first ?? 0)} | ${fallback.padEnd(second ?? 0)} | ${text} |`;
      const rule = `| ${'-'.repeat(first ?? 0)} | ${'-'.repeat(second ?? 0)} | ----------- |`;
      return [`### ${title}\n`, line(head), rule, ...rows.map(line)].join('\n');
    })
    .join('\n\n');
}

/** Turns the path of a page into a link to it from `docs/operations/`. */
const link = (text: string): string =>
  text.replace(/See docs\/(\w+)\/([\w-]+)\.md/g, (_, folder, page) => {
    const target = folder === 'operations' ? `${page}.md` : `../${folder}/${page}.md`;
    return `See [${page.replaceAll('-', ' ')}](${target})`;
  });

const pageFile = new URL('../../docs/operations/configuration.md', import.meta.url).pathname;
const exampleFile = new URL('../../.env.example', import.meta.url).pathname;

test('describes every setting', () => {
  const settings = groups.flatMap((group) => group.settings);
  expect(settings.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
});

test('generates .env.example from the settings, with defaults that read as the defaults', async () => {
  const example = environmentExample();
  await expect(example).toMatchFileSnapshot(exampleFile);
  expect(readSettings(parseEnv(example), { serving: true })).toEqual(readSettings({}, { serving: true }));
});

test('generates the tables of the configuration page from the settings', async () => {
  const page = readFileSync(pageFile, 'utf8');
  const generated = /(?<=<!-- settings -->\n\n).*?(?=\n\n<!-- end of settings -->)/s;
  expect(page).toMatch(generated);
  await expect(page.replace(generated, () => settingTables())).toMatchFileSnapshot(pageFile);
});
