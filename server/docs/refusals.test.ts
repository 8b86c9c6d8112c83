/** The sentences of the refusals that the reference lists. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actions } from '#server/actions/index.ts';
import { refusalsOf } from './refusals.ts';

/** A sentence with what varies left out: `Order <id>` in the reference, `Order ${id}` where it is thrown. */
const shapeOf = (sentence: string): string => sentence.replace(/<[^<>]*>|\$\{[^}]*\}/g, '<>');

test('a sentence that an endpoint documents is written once', () => {
  const documented = new Set(
    [...actions.values()]
      .flatMap(refusalsOf)
      .map(({ message }) => shapeOf(message))
      .filter((sentence) => sentence.includes(' ')),
  );
  const isProduct = (file: string) => !/\.test\.tsx?$|^server\/(i18n|lint|testing)\//.test(file);
  const written = globSync('{app,components,server}/**/*.{ts,tsx}')
    .filter(isProduct)
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '');
      const literals = source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g);
      return [...literals].map(([, quoted, template]) => [shapeOf(quoted ?? template ?? ''), file] as const);
    });
  const places = Map.groupBy(written, ([sentence]) => sentence);
  const twice = [...documented].flatMap((sentence) => {
    const files = (places.get(sentence) ?? []).map(([, file]) => file);
    return files.length > 1 ? [`${sentence}: ${files.join(', ')}`] : [];
  });
  expect(twice).toEqual([]);
  // The comparison finds the literals at all.
  expect(places.get('Store not found')).toHaveLength(1);
});
