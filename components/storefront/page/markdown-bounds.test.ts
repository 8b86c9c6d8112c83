import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cpuMsOf } from '#server/testing/cpu-time.ts';
import { isReadableMarkdown } from './markdown-bounds.ts';

it.each([
  '',
  'Beans, *every* month, **roasted** to order.',
  '- a\n  - b\n    - c\n\n> > quoted\n\n1. one\n2. two',
  `Terms\n=====\n\n${'-'.repeat(60)}\n\n***\n\n_ _ _`,
  Array.from({ length: 300 }, (_, row) => `- **Item ${row}** of _many_`).join('\n'),
])('reads ordinary text: %j', (text) => {
  expect(isReadableMarkdown(text)).toBe(true);
});

it.each(['* ', '> ', '>', '1. ', '> - ', '*_', '*a_', 'a\n=\n', 'a\n-\n'])('leaves endless %j unparsed', (piece) => {
  expect(isReadableMarkdown(`${piece.repeat(10_000 / piece.length)}a`)).toBe(false);
});

it('decides quickly for any text', () => {
  const piece = fc.constantFrom(' ', '\t', '>', '*', '-', '+', '1', '.', ')', '=', '_', '\n', 'a');
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
      const text = pieces.join('').repeat(10_000 / pieces.length);
      expect(cpuMsOf(() => isReadableMarkdown(text))).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
});
