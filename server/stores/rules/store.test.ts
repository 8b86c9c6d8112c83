import { expect, test } from 'vitest';
import { storeName } from './store.ts';

test.each([' Kettle & Crema ', 'Köln – 東京 👩‍🚀', `${'x'.repeat(48)}\n`])(
  'accepts and trims a single-line name: %j',
  (name) => {
    expect(storeName().parse(name)).toBe(name.trim());
  },
);

test.each([
  'X\n\nVerify at https://evil.example',
  'a\tb',
  'a\u0000b',
  'a\u001b[2J',
  'a\u0085b',
  'a\u2028b',
  'a\u2029b',
])('rejects a name with control characters: %j', (name) => {
  const { error } = storeName().safeParse(name);
  expect(error?.issues.map(({ message }) => message)).toEqual(['Store name cannot contain control characters']);
});
