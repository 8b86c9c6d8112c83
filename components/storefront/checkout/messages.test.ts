/** All text that a buyer reads comes from the message catalogs. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makePage } from '#server/storefront/rendering/pages.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const sources = ['checkout', 'page', 'theme'].flatMap((area) =>
  readdirSync(`${folder}/${area}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => [`${area}/${name}`, readFileSync(`${folder}/${area}/${name}`, 'utf8')] as const),
);

/** Text that is the same in every language. */
const same = /^(?:–|••••|UTC|1234 1234 1234 1234)$/;

it.each(sources.filter(([name]) => name.endsWith('.tsx')))('%s contains no text in its markup', (_name, source) => {
  const code = source.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
  const texts = [...code.matchAll(/(?<![=(-])>([^<>{}=();]*\p{L}[^<>{}=();]*)<\//gu)].map(([, text = '']) =>
    text.trim(),
  );
  const attributes = [...code.matchAll(/\b(?:placeholder|aria-label|alt|title|label)="([^"]+)"/g)].map(
    ([, text]) => text,
  );
  expect([...texts, ...attributes].filter((text) => !same.test(text ?? ''))).toEqual([]);
});

it('sends the page every message that its components use', () => {
  const around = { store: null, reading: { language: 'en', locale: 'en' }, theme: null, path: '/' } as const;
  const { messages } = makePage({ kind: 'not-found' }, around, new Date());
  const usedKeys = sources.flatMap(([, source]) =>
    [
      ...source.matchAll(
        /['"]((?:common|summary|due|form|testCards|bank|processing|notice|receipt|problems)\.[\w.]+)['"]/g,
      ),
    ].map(([, key]) => key ?? ''),
  );
  expect(usedKeys.length).toBeGreaterThan(80);
  expect(usedKeys.filter((key) => messages?.[key] === undefined)).toEqual([]);
});
