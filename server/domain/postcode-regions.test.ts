import { expect, test } from 'vitest';
import { regionOfPostcode } from './postcode-regions.ts';
import { regions } from './regions.ts';

test.each([
  ['US', '10001', 'NY'],
  ['US', '94016', 'CA'],
  ['US', '97201-1234', 'OR'],
  ['US', '00501', 'NY'],
  ['US', '06390', 'NY'],
  ['US', '20147', 'VA'],
  ['US', '20500', 'DC'],
  ['US', '05501', 'MA'],
  ['US', '73301', 'TX'],
  ['US', '88540', 'TX'],
  ['US', '00901', 'PR'],
  ['US', '96950', 'MP'],
  ['US', '96913', 'GU'],
  ['US', '09012', 'AE'],
  ['US', '00000', undefined],
  ['US', '1000', undefined],
  ['US', '1000A', undefined],
  ['CA', 'K1A 0B1', 'ON'],
  ['CA', 'h2y', 'QC'],
  ['CA', 'X0A 0H0', 'NU'],
  ['CA', 'X1A 2B3', 'NT'],
  ['CA', 'D1A 0B1', undefined],
  ['CA', '10001', undefined],
  ['DE', '10115', undefined],
])('finds the region of %s %s: %s', (country, postcode, region) => {
  expect(regionOfPostcode(country, postcode)).toBe(region);
});

test('knows a postcode of every region', () => {
  const digits = (number: number) => String(number).padStart(5, '0');
  const zips = Array.from({ length: 100_000 }, (_, zip) => regionOfPostcode('US', digits(zip)));
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((letter) => [`${letter}0A`, `${letter}1A`]);
  const found = { US: zips, CA: letters.map((code) => regionOfPostcode('CA', code)) };
  for (const [country, codes] of Object.entries(found)) {
    const known = new Set(codes.filter((code) => code !== undefined));
    expect([...known].toSorted()).toEqual(Object.keys(regions[country] ?? {}).toSorted());
  }
});
