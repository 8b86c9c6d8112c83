import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { compactModules, inAscii } from './compact-modules.ts';

const beyondAscii = /[^\0-\x7f]/;

test('strings, patterns and names mean the same in ASCII', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(text, (value) => {
      const code = inAscii(JSON.stringify(value));
      expect(code).not.toMatch(beyondAscii);
      expect(runInThisContext(code)).toBe(value);
    }),
  );
  const code = '/^[\u{1F600}é]$/u.test("\u{1F600}") && ((größe) => "→" + größe)(2)';
  expect(runInThisContext(inAscii(code))).toBe('→2');
});

test.each(['String.raw`→`', '"\\→"'])('%s, where an escape would differ, stays as it is', (code) => {
  expect(inAscii(code)).toBe(code);
});

test('chunks of equal text are loaded once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-compact-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'chunks'));
  const files = { 'chunks/[a].js': 'module.exports=[1,"→"]', 'chunks/b.js': 'module.exports=[1,"→"]', 'c.js': 'x="→"' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  compactModules(folder);
  const load = createRequire(join(folder, 'page.js'));
  expect(load('./chunks/b.js')).toEqual([1, '→']);
  expect(load('./chunks/b.js')).toBe(load('./chunks/[a].js'));
  expect(readFileSync(join(folder, 'c.js'), 'utf8')).toBe('x="\\u2192"');
});
