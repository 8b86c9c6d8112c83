import { describe, expect, test } from 'vitest';
import { type TaxCategory, taxCategories } from '#server/catalog/rules/prices.ts';
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import { countryCodes, regions } from '#server/domain/regions.ts';
import { millionths } from '#server/domain/tax.ts';
import { corrections } from './corrections.ts';
import { taxProvider } from './index.ts';
import { publishedRate } from './published-rates.ts';

const today = new Date('2026-11-21T12:00:00Z');
const person = (country: string, state?: string): BillingDetail => ({ country, state, isBusiness: false });
const business = (country: string, taxId?: string): BillingDetail => ({ country, isBusiness: true, taxId });
const taxOn = (billing: BillingDetail, now = today, taxCategory: TaxCategory = 'digital_goods') =>
  taxProvider().taxFor({ billing, taxCategory, now });

/** Standard rates in per cent, November 2026. */
const golden: Readonly<Record<string, readonly [name: string | null, percent: number]>> = {
  // The European Union.
  AT: ['VAT', 20],
  BE: ['VAT', 21],
  BG: ['VAT', 20],
  CY: ['VAT', 19],
  CZ: ['VAT', 21],
  DE: ['VAT', 19],
  DK: ['VAT', 25],
  EE: ['VAT', 24],
  ES: ['VAT', 21],
  FI: ['VAT', 25.5],
  FR: ['VAT', 20],
  GR: ['VAT', 24],
  HR: ['VAT', 25],
  HU: ['VAT', 27],
  IE: ['VAT', 23],
  IT: ['VAT', 22],
  LT: ['VAT', 21],
  LU: ['VAT', 17],
  LV: ['VAT', 21],
  MT: ['VAT', 18],
  NL: ['VAT', 21],
  PL: ['VAT', 23],
  PT: ['VAT', 23],
  RO: ['VAT', 21],
  SE: ['VAT', 25],
  SI: ['VAT', 22],
  SK: ['VAT', 23],
  // The rest of Europe.
  CH: ['VAT', 8.1],
  GB: ['VAT', 20],
  GG: [null, 0],
  GI: [null, 0],
  IM: ['VAT', 20],
  IS: ['VAT', 24],
  JE: ['VAT', 5],
  LI: ['VAT', 8.1],
  MC: ['VAT', 20],
  NO: ['VAT', 25],
  RU: ['VAT', 22],
  TR: ['VAT', 20],
  UA: ['VAT', 20],
  // Asia and the Pacific.
  AE: ['VAT', 5],
  AU: ['GST', 10],
  BH: ['VAT', 10],
  CN: ['VAT', 13],
  HK: [null, 0],
  ID: ['VAT', 11],
  IL: ['VAT', 18],
  IN: ['GST', 18],
  JP: ['Consumption tax', 10],
  KR: ['VAT', 10],
  KW: [null, 0],
  KZ: ['VAT', 16],
  LK: ['VAT', 18],
  MO: [null, 0],
  MY: ['Service tax', 8],
  NZ: ['GST', 15],
  OM: ['VAT', 5],
  PH: ['VAT', 12],
  PK: ['VAT', 18],
  QA: [null, 0],
  SA: ['VAT', 15],
  SG: ['GST', 9],
  TH: ['VAT', 7],
  TW: ['VAT', 5],
  VN: ['VAT', 10],
  // Africa and the Americas.
  AR: ['VAT', 21],
  BM: [null, 0],
  BR: ['VAT', 17],
  BS: ['VAT', 10],
  CL: ['VAT', 19],
  CO: ['VAT', 19],
  EC: ['VAT', 15],
  EG: ['VAT', 14],
  KE: ['VAT', 16],
  KY: [null, 0],
  MA: ['VAT', 20],
  MX: ['VAT', 16],
  NG: ['VAT', 7.5],
  PE: ['VAT', 18],
  SR: ['VAT', 10],
  ZA: ['VAT', 15],
  // Unknown to the package.
  AF: [null, 0],
};

test.each(Object.entries(golden))('%s: %j', (country, [name, percent]) => {
  const rateMillionths = Math.round(percent * 10_000);
  expect(taxOn(person(country))).toEqual({ rateMillionths, name, reverseCharge: false });
});

/** The federal 5 % apply alone, as part of a harmonized tax, or beside a provincial tax. */
const provinces: Readonly<Record<string, readonly [name: string, percent: number]>> = {
  AB: ['GST', 5],
  BC: ['GST + PST', 12],
  MB: ['GST + PST', 12],
  NB: ['HST', 15],
  NL: ['HST', 15],
  NS: ['HST', 14],
  NT: ['GST', 5],
  NU: ['GST', 5],
  ON: ['HST', 13],
  PE: ['HST', 15],
  QC: ['GST + QST', 14.975],
  SK: ['GST + PST', 11],
  YT: ['GST', 5],
};

test.each(Object.entries(provinces))('Canada, %s: %j', (state, [name, percent]) => {
  expect(taxOn(person('CA', state))).toEqual({
    rateMillionths: Math.round(percent * 10_000),
    name,
    reverseCharge: false,
  });
});

/** Each state's own rate in percent, without county and city taxes; 0: none. */
const states = Object.fromEntries(
  `AL 4, AK 0, AZ 5.6, AR 6.5, CA 7.25, CO 2.9, CT 6.35, DE 0, DC 6, FL 6, GA 4, HI 4, ID 6, IL 6.25, IN 7, IA 6, KS 6.5,
  KY 6, LA 5, ME 5.5, MD 6, MA 6.25, MI 6, MN 6.875, MS 7, MO 4.225, MT 0, NE 5.5, NV 6.85, NH 0, NJ 6.625, NM 4.875,
  NY 4, NC 4.75, ND 5, OH 5.75, OK 4.5, OR 0, PA 6, RI 7, SC 6, SD 4.2, TN 7, TX 6.25, UT 6.1, VT 6, VA 5.3, WA 6.5,
  WV 6, WI 5, WY 4, PR 11.5, AS 0, GU 0, MP 0, VI 0, AA 0, AE 0, AP 0`
    .split(/,\s*/)
    .map((entry) => entry.split(' '))
    .map(([state, percent]) => [state, Number(percent)] as const),
);

test('covers every state of the United States', () => {
  expect(Object.keys(states).sort()).toEqual(Object.keys(regions.US ?? {}).sort());
  const found = Object.keys(states).map((state) => [state, taxOn(person('US', state)).rateMillionths / 10_000]);
  expect(Object.fromEntries(found)).toEqual(states);
  expect(taxOn(person('US', 'NY')).name).toBe('Sales tax');
  expect(taxOn(person('US', 'OR')).name).toBeNull();
});

test.each([
  ['DE', undefined, '2020-10-01', 160_000],
  ['DE', undefined, '2020-06-01', 190_000],
  ['EE', undefined, '2023-06-01', 200_000],
  ['EE', undefined, '2024-06-01', 220_000],
  ['EE', undefined, '2025-08-01', 240_000],
  ['CA', 'NS', '2025-03-31', 150_000],
  ['RU', undefined, '2025-12-31', 200_000],
  ['RU', undefined, '2026-01-01', 220_000],
  ['KZ', undefined, '2025-12-31', 120_000],
  ['KZ', undefined, '2026-01-01', 160_000],
  ['BH', undefined, '2021-12-31', 50_000],
])('the rate of the day: %s %s on %s', (country, state, day, rateMillionths) => {
  expect(taxOn(person(country, state), new Date(`${day}T12:00:00Z`)).rateMillionths).toBe(rateMillionths);
});

test('every selectable place has a rate below 100 % for every category', () => {
  for (const country of countryCodes) {
    for (const state of [undefined, ...Object.keys(regions[country] ?? {})]) {
      const [first, ...others] = taxCategories.map((category) => taxOn(person(country, state), today, category));
      const { rateMillionths, name } = first ?? { rateMillionths: -1, name: null };
      expect(Number.isInteger(rateMillionths) && rateMillionths >= 0 && rateMillionths < 1_000_000).toBe(true);
      expect(name === null).toBe(rateMillionths === 0);
      for (const other of others) expect(other).toEqual(first);
    }
  }
});

describe.each(Object.entries(corrections))('the correction of %s', (region, { rate, name = 'VAT', since, source }) => {
  test('belongs to a selectable place, with a rate, a start and a source', () => {
    const [country = '', state] = region.split('-');
    expect(state ? Object.keys(regions[country] ?? {}) : [...countryCodes]).toContain(state ?? country);
    expect(millionths(rate)).toBeLessThan(1_000_000);
    expect(URL.parse(source)?.protocol).toBe('https:');
    if (since) expect(new Date(since).toISOString()).toBe(since.replace('Z', '.000Z'));
  });

  test('is still needed: the package has another rate or none', () => {
    const isState = region.startsWith('US-');
    const published = publishedRate(region, today);
    const says = [published?.rateMillionths, isState ? '' : published?.name];
    expect(says).not.toEqual([millionths(rate), isState ? '' : millionths(rate) > 0 ? name : null]);
  });
});

describe('reverse charge', () => {
  test.each([
    ['DE', 'DE136695976'],
    ['DE', 'de 136 695 976'],
    ['DE', '136695976'],
    ['GR', 'EL040127797'],
    ['AT', 'ATU10223006'],
    ['NL', 'NL010000446B01'],
  ])('a business in %s with %s owes the tax itself', (country, taxId) => {
    expect(taxOn(business(country, taxId))).toEqual({ rateMillionths: 0, name: 'VAT', reverseCharge: true });
  });

  test.each([
    ['a wrong check digit', business('DE', 'DE136695977')],
    ['another country’s number', business('FR', 'DE136695976')],
    ['no number', business('DE')],
    ['a person with a number', { ...business('DE', 'DE136695976'), isBusiness: false }],
    ['a number outside the EU', business('CH', 'CHE113690319MWST')],
    ['no VAT number at all', business('DE', 'hello')],
  ])('not with %s', (_, detail) => {
    const { reverseCharge, rateMillionths } = taxOn(detail);
    expect(reverseCharge).toBe(false);
    expect(rateMillionths).toBeGreaterThan(0);
  });
});
