/** The messages of documented errors. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actions } from '#server/actions/index.ts';
import { refusalsOf } from './refusals.ts';

/** A message without its variable parts: `Order <id>` in the documentation, `Order ${id}` in the code. */
const shapeOf = (sentence: string): string => sentence.replace(/<[^<>]*>|\$\{[^}]*\}/g, '<>');

test('each documented message is written once in the source code', () => {
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
  const bySentence = Map.groupBy(written, ([sentence]) => sentence);
  const twice = [...documented].flatMap((sentence) => {
    const files = (bySentence.get(sentence) ?? []).map(([, file]) => file);
    return files.length > 1 ? [`${sentence}: ${files.join(', ')}`] : [];
  });
  expect(twice).toEqual([]);
  // The search finds literals.
  expect(bySentence.get('Store not found')).toHaveLength(1);
});
