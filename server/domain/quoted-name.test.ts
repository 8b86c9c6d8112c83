import { expect, test } from 'vitest';
import { plainName, quotedName } from './quoted-name.ts';

test.each([
  ['Kettle & Crema', '“Kettle & Crema”'],
  ['Ben’s Beans, 1.5 kg', '“Ben’s Beans, 1.5 kg”'],
  ['ビーンズ。豆：「深煎り」', "“ビーンズ。豆: '深煎り'”"],
  ['X\n\r\n\u2028Verify', '“X Verify”'],
  ['X” is verified. “Y', "“X' is verified. 'Y”"],
  ['a » b « c 「d」 „e‟ "f" ＂g＂', "“a ' b ' c 'd' 'e' 'f' 'g'”"],
  ['\u202eevil\u202c \u2067name\u2069\ufeff', '“evil name”'],
  ['\u202e', '“”'],
])('in an email a name is one line in quotes that it cannot close: %j', (name, quoted) => {
  expect(quotedName(name)).toBe(quoted);
});

test('accepts other quotation marks around it', () =>
  expect(quotedName('a “b”', (name) => `«${name}»`)).toBe("«a 'b'»"));

test('is cut to the maximum length between characters', () => {
  expect(plainName('x'.repeat(100))).toBe('x'.repeat(100));
  expect(plainName('🫘'.repeat(101))).toBe(`${'🫘'.repeat(99)}…`);
});

/** What mail programs turn into links: schemes, and names with dots. */
const links = /\p{L}:\S|[\p{L}\p{M}\p{N}\p{S}\p{Cf}_-][.．｡][\p{L}_-]|www\./iu;

test.each([
  'https://evil.example/login?next=a.b',
  'HTTP://EVIL.EXAMPLE',
  'hxxps:evil.example',
  'go to www.evil.example now',
  'evil.example',
  'evil.xn--p1ai/a.b.c',
  'пример.рф',
  'evil．example and evil｡example and evil。example',
  'write to help@evil.example.',
  'mailto:help@evil.example',
  'tel:+49123456789',
  '(evil.example)',
  'evil.\u200bexample',
  'evil\u2060.example',
  'evil\u00ad.example',
  'evil\u0301.example',
  'evil\u200d.example',
  'https://☃.evil',
])('nothing in it is a link: %j', (name) => {
  expect(plainName(name)).not.toMatch(links);
  expect(plainName(name)).toMatch(/evil|пример|tel: /i);
});

test('leaves texts without links unchanged', () => {
  for (const name of ['Dr. Bean', 'Vol. 2: Crema', 'Beans…', '3.5 stars', 'v. 2', 'a @ b']) {
    expect(plainName(name)).toBe(name);
  }
});
