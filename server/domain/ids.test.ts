import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromShortId, newId, prefixes, toShortId } from './ids.ts';

const anyPrefix = fc.constantFrom(...prefixes);
const anyUuid = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => {
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
});

test('a Short ID converts both ways without loss, for every prefix and all 128 bits', () => {
  fc.assert(
    fc.property(anyPrefix, anyUuid, (prefix, uuid) => {
      const short = toShortId(prefix, uuid);
      expect(short).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`));
      expect(fromShortId(prefix, short)).toBe(uuid);
      expect(fromShortId(prefix, uuid)).toBe(uuid);
    }),
  );
});

test('the lowest and the highest id keep their 22 characters', () => {
  expect(toShortId('STO', '00000000-0000-0000-0000-000000000000')).toBe('STO_0000000000000000000000');
  expect(toShortId('STO', 'ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('STO_7n42DGM5Tflk9n8mt7Fhc7');
});

test('other texts do not decode, and never throw', () => {
  const short = toShortId('STO', newId());
  const wrong = [
    '',
    'STO_',
    short.slice(0, -1),
    `${short}0`,
    short.replace('STO', 'PROD'),
    `STO_${'z'.repeat(22)}`,
    `STO_${'-'.repeat(22)}`,
    short.toLowerCase(),
  ];
  for (const value of wrong) expect(fromShortId('STO', value)).toBeUndefined();
  fc.assert(
    fc.property(fc.string(), (text) => {
      const uuid = fromShortId('ORD', text);
      if (uuid !== undefined && text.startsWith('ORD_')) expect(toShortId('ORD', uuid)).toBe(text);
    }),
  );
});
