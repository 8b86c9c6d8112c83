import { describe, expect, test } from 'vitest';
import type { ChangeTerms } from '#server/billing/quotes/rules/quote-content.ts';
import { englishVoice, voiceFor } from '#server/i18n/say.ts';
import type { Receipt } from './receipt.ts';
import { describeReceipt } from './receipt-text.ts';
import { sampleReceipt } from './testing/sample-receipt.ts';

const inEnglish = (changes: Partial<Receipt> = {}) => describeReceipt(sampleReceipt(changes), englishVoice);

test('a receipt in words', () => {
  expect(inEnglish()).toEqual({
    title: 'Receipt',
    documentTitle: 'Receipt PAY_00CqN4mXWlPvYHkQqjE4yA from Beans by Post',
    warning: null,
    facts: [
      { term: 'Receipt number', value: 'PAY_00CqN4mXWlPvYHkQqjE4yA' },
      { term: 'Order', value: 'ORD_00CqN4mXVIdMhfWvWnTt2c' },
      // The day in UTC, regardless of the server's time zone.
      { term: 'Date paid', value: 'November 21, 2026' },
      { term: 'Payment method', value: 'Visa •••• 4242' },
    ],
    seller: { heading: 'From', lines: ['Beans by Post', 'https://beans.example.com', 'help@beans.example.com'] },
    buyer: { heading: 'Billed to', lines: ['buyer@example.com', '10115', 'Germany'] },
    line: {
      heading: 'Description',
      amountHeading: 'Amount',
      product: 'Handbook of Coffee',
      details: [],
      amount: '€29.00',
    },
    sums: [
      { term: 'Subtotal', value: '€29.00' },
      { term: 'VAT 19%', value: '€5.51' },
    ],
    credit: null,
    total: { term: 'Total paid', value: '€34.51' },
    refunds: [],
    afterRefunds: null,
    notes: [],
    questions: 'Questions? Contact help@beans.example.com',
  });
});

test('shows refunds and the remaining total', () => {
  const refunds: Receipt['refunds'] = [
    {
      since: '2026-12-01T12:00:00.000Z',
      at: '2026-12-03T12:00:00.000Z',
      amountMinor: 1000,
      taxMinor: 160,
      reason: null,
    },
    { since: null, at: '2027-01-04T12:00:00.000Z', amountMinor: 51, taxMinor: 0, reason: 'For the trouble' },
  ];
  expect(inEnglish({ refunds })).toMatchObject({
    total: { term: 'Total paid', value: '€34.51' },
    refunds: [
      {
        term: expect.stringMatching(/^Refunded on December 1\s–\s3, 2026$/),
        value: '-€10.00',
        details: ['Includes VAT 19%: €1.60'],
      },
      { term: 'Refunded on January 4, 2027', value: '-€0.51', details: ['For the trouble'] },
    ],
    afterRefunds: { term: 'Total after refunds', value: '€24.00' },
  });
});

describe('with credit', () => {
  const unused = {
    unusedSeconds: 20 * 86_400,
    periodSeconds: 31 * 86_400,
    periodValueMinor: 3100,
    creditMinor: 2000,
    taxMinor: 319,
  };
  const terms: ChangeTerms = {
    timing: 'immediate',
    effectiveAt: '2026-11-21T23:30:00.000Z',
    periodNumber: 1,
    unused,
    creditOverrideMinor: null,
    amountOverrideMinor: null,
    grantedMinor: 2000,
    grantedTaxMinor: 319,
    balanceMinor: 500,
  };

  test('shows the price, the credit with its derivation, and what was charged', () => {
    const credit = { usedMinor: 2500, change: { terms, fromPlan: 'Small', leftMinor: 0 } };
    expect(inEnglish({ credit, totalMinor: 951 })).toMatchObject({
      line: { amount: '€29.00' },
      sums: [
        { term: 'Subtotal', value: '€29.00' },
        { term: 'VAT 19%', value: '€5.51' },
        { term: 'Total', value: '€34.51' },
      ],
      credit: {
        term: 'Credit',
        value: '-€25.00',
        details: ['Unused time of Small: €20.00', '20 days of 31 days, at €31.00', 'Your credit: €5.00'],
      },
      total: { term: 'Total paid', value: '€9.51' },
    });
  });

  test('names credit as the method when it pays everything, and says what remains', () => {
    const change = { terms: { ...terms, unused: null, creditOverrideMinor: 4000, balanceMinor: 0 }, fromPlan: 'Small' };
    const credit = { usedMinor: 3451, change: { ...change, leftMinor: 549 } };
    const { facts, total, ...text } = inEnglish({ credit, totalMinor: 0 });
    expect(facts[3]).toEqual({ term: 'Payment method', value: 'Credit' });
    expect(total.value).toBe('€0.00');
    expect(text.credit?.details).toEqual([
      'Credit from Beans by Post: €40.00',
      '€5.49 of credit remains for your next charges.',
    ]);
  });

  test('has no derivation at a renewal, and refunds are of what was charged', () => {
    const refunds = [{ since: null, at: '2026-12-01T12:00:00.000Z', amountMinor: 500, taxMinor: 0, reason: null }];
    const text = inEnglish({ credit: { usedMinor: 1000, change: null }, totalMinor: 2451, refunds });
    expect(text).toMatchObject({
      facts: expect.arrayContaining([{ term: 'Payment method', value: 'Visa •••• 4242' }]),
      credit: { value: '-€10.00', details: [] },
      total: { value: '€24.51' },
      afterRefunds: { value: '€19.51' },
    });
  });
});

const buyer = sampleReceipt().buyer;

test.each([
  [
    { ...buyer, businessName: 'Kaffee GmbH', taxId: 'DE136695976' },
    ['Kaffee GmbH', 'buyer@example.com', 'VAT number: DE136695976', '10115', 'Germany'],
  ],
  [
    { ...buyer, businessName: 'Acme Inc.', taxId: '12-345', country: 'US', state: 'NY', postcode: '10001' },
    ['Acme Inc.', 'buyer@example.com', 'Tax ID: 12-345', 'New York 10001', 'United States'],
  ],
  [{ ...buyer, email: null, postcode: null, country: null }, []],
])('who bought: %j', (given, lines) => {
  expect(inEnglish({ buyer: given }).buyer.lines).toEqual(lines);
});

test('shows reverse charge beside the tax and in a note', () => {
  const { sums, notes } = inEnglish({ taxName: 'VAT, reverse charge', taxRateMillionths: 0, taxMinor: 0 });
  expect(sums[1]).toEqual({ term: 'VAT, reverse charge', value: '€0.00' });
  expect(notes).toEqual(['Reverse charge: the purchasing business is responsible for paying the tax.']);
});

const period = { from: '2026-12-31T12:00:00.000Z', to: '2027-01-31T12:00:00.000Z' };

test.each([
  ['monthly', false, ['Billed every month', 'December 31, 2026 – January 31, 2027']],
  ['quarterly', false, ['Billed every 3 months', 'December 31, 2026 – January 31, 2027']],
  ['yearly', true, ['Trial', 'December 31, 2026 – January 31, 2027']],
] as const)('a subscription, %s, trial: %s', (billingPeriod, isTrial, details) => {
  const line = { productName: 'Box', billingPeriod, isTrial, period };
  const plain = inEnglish({ line }).line.details.map((detail) => detail.replace(/[\u2009\u202f]/g, ' '));
  expect(plain).toEqual(details);
});

test.each([
  ['test', true, 'Test mode: no real charges. This is not proof of payment.'],
  ['prod', true, 'Demonstration: no real charges. This is not proof of payment.'],
  ['prod', false, null],
] as const)('in %s, sandbox: %s', (environment, isSandbox, warning) => {
  expect(inEnglish({ environment, isSandbox }).warning).toBe(warning);
});

test.each([
  [{ type: 'card', cardBrand: 'visa', cardLast4: '4242' }, 'Visa •••• 4242'],
  [{ type: 'card', cardBrand: 'newcomer', cardLast4: '0005' }, 'newcomer •••• 0005'],
  [{ type: 'sepa_debit', cardBrand: null, cardLast4: null }, 'SEPA'],
])('paid with %j', (method, expected) => {
  expect(inEnglish({ method }).facts[3]?.value).toBe(expected);
});

test('formats dates, amounts and places for the reader’s region in the Gregorian calendar', () => {
  const read = (language: 'de' | 'ar' | 'ja', locale: string) =>
    describeReceipt(sampleReceipt(), voiceFor({ language, locale }));
  const german = read('de', 'de-AT');
  expect(german.facts[2]?.value).toBe('21. November 2026');
  expect(german.total.value).toMatch(/^€\s34,51$/);
  expect(german.buyer.lines).toContain('Deutschland');
  expect(read('ja', 'ja-JP').facts[2]?.value).toBe('2026年11月21日');
  expect(read('ar', 'ar-SA').facts[2]?.value).toMatch(/2026|٢٠٢٦/);
});
