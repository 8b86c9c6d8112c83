import { beforeAll, expect, test } from 'vitest';
import { type FindFont, loadFonts } from './fonts.ts';
import { type Direction, drawnCharacters, setText } from './typesetting.ts';

const style = { weight: 'regular', size: 10 } as const;
const samples = [
  'The quick brown fox',
  'a-very-long-word@without.any-place-to-break',
  '深煎り・浅煎り「飲み比べ」セット、二百グラム。',
  'متجر (الرياض) 2026 Acme [x] لا ٢٠٢٦',
  'naïve nai\u0308ve 1\u202f234\u00a0€',
];
let find: FindFont;
beforeAll(async () => {
  const texts = samples.map((text) => ({ text: drawnCharacters(text), weight: style.weight }));
  find = await loadFonts(texts, 'ja');
});

const linesOf = (text: string, width = 1000, direction: Direction = 'ltr') =>
  setText(text, style, width, direction, find).lines.map(({ runs }) => runs.map((run) => run.text).join(''));

test('breaks lines between words and drops the space', () => {
  expect(linesOf('The quick brown fox', 60)).toEqual(['The quick', 'brown fox']);
  expect(linesOf('')).toEqual(['']);
});

test('breaks a word that is too long without losing characters', () => {
  const lines = linesOf(samples[1] ?? '', 60);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join('')).toBe(samples[1]);
  for (const { width } of setText(samples[1] ?? '', style, 60, 'ltr', find).lines)
    expect(width).toBeLessThanOrEqual(60);
});

test('breaks Japanese between words and keeps brackets with their text', () => {
  for (const width of [25, 35, 45, 55, 65, 75, 95]) {
    const lines = linesOf(samples[2] ?? '', width);
    expect(lines.join('')).toBe(samples[2]);
    if (width < 45) continue;
    for (const line of lines) {
      expect(line).not.toMatch(/^[、。」・]/);
      expect(line).not.toMatch(/「$/);
    }
  }
});

test('keeps no-break spaces and composes accents', () => {
  expect(linesOf('naïve nai\u0308ve 1\u202f234\u00a0€', 60)).toEqual(['naïve naïve', '1\u00a0234\u00a0€']);
});

test.each([
  // In visual order from left to right. Fonts reverse Arabic letters and digits themselves.
  ['متجر (الرياض) 2026', 'rtl', ['2026', '(', 'الرياض', ')', 'متجر']],
  ['Acme متجر [x]', 'ltr', ['Acme', 'متجر', '[x]']],
  ['Acme [x]', 'auto', ['Acme [x]']],
  ['متجر Acme', 'auto', ['Acme', 'متجر']],
] as const)('%s, %s', (text, direction, expected) => {
  const [line] = setText(text, style, 1000, direction, find).lines;
  const found = line?.runs.map((run) => run.text.trim()).filter((part) => part !== '');
  expect(found?.join('|').replace(/\s/g, '')).toBe(expected.join('|').replace(/\s/g, ''));
});

test('reports reordered and missing characters', () => {
  const about = (text: string, direction: Direction) => {
    const { isTurned, isReplaced } = setText(text, style, 1000, direction, find);
    return { isTurned, isReplaced };
  };
  expect(about('Acme', 'ltr')).toEqual({ isTurned: false, isReplaced: false });
  expect(about('متجر', 'auto')).toEqual({ isTurned: true, isReplaced: false });
  expect(about('Acme 🎉', 'ltr')).toEqual({ isTurned: false, isReplaced: true });
});
