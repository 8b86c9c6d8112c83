import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangeTerms } from '#server/billing/quotes/rules/quote-content.ts';
import { type Language, languages, type Reading } from '#server/i18n/languages.ts';
import { voiceFor } from '#server/i18n/say.ts';
import { renderReceiptPdf } from './pdf.ts';
import type { Receipt } from './receipt.ts';
import { describeReceipt, type ReceiptText } from './receipt-text.ts';
import { readPdf } from './testing/read-pdf.ts';
import { sampleReceipt } from './testing/sample-receipt.ts';

const english: Reading = { language: 'en', locale: 'en' };
const marginPoints = 56;
const widthPoints = 595;

const months = { from: '2026-11-21T12:00:00.000Z', to: '2026-12-21T12:00:00.000Z' };
const named = (sellerName: string, businessName: string, productName: string): Partial<Receipt> => ({
  seller: { name: sellerName, website: 'https://shop.example.com', supportEmail: 'help@example.com' },
  buyer: { ...sampleReceipt().buyer, businessName, taxId: 'DE136695976' },
  line: { productName, billingPeriod: 'monthly', isTrial: false, period: months },
});

/** Sample names in each language. */
const samples: Readonly<Record<Language, Partial<Receipt>>> = {
  en: named('Beans by Post', 'Acme Inc.', 'The monthly box'),
  de: named('Kaffeerösterei Groß & Söhne', 'Überwachungs-GmbH', 'Das große Kaffeehandbuch'),
  fr: named('Brûlerie de l’Œuvre', 'Société Générale du Café', 'Abonnement « découverte » à 29 €'),
  es: named('Café Ñandú', 'Compañía Española, S. L.', '¿Qué café eres tú?'),
  'pt-BR': named('Torrefação São João', 'Comércio de Grãos Ltda.', 'Assinatura de cafés especiais'),
  it: named('Torrefazione Caffè', 'Società Perché S.p.A.', 'Città e caffè'),
  ja: named('珈琲豆通信販売株式会社', '有限会社髙島屋珈琲店', '毎月届くスペシャルティコーヒーの定期便「深煎り」'),
  'zh-Hans': named('咖啡豆邮购有限公司', '上海浦东新区贸易有限公司', '每月寄送的精品咖啡豆，深烘与浅烘（三袋）'),
  ar: named('متجر القهوة العربية', 'شركة الرياض (المحدودة)', 'اشتراك شهري في القهوة المختصة 500 غ'),
};

const refund = (amountMinor: number, reason: string | null): Receipt['refunds'][number] => ({
  since: null,
  at: '2026-12-03T12:00:00.000Z',
  amountMinor,
  taxMinor: 88,
  reason,
});

const changeTerms: ChangeTerms = {
  timing: 'immediate',
  effectiveAt: '2026-11-21T12:00:00.000Z',
  periodNumber: 1,
  unused: {
    unusedSeconds: 1_648_800,
    periodSeconds: 2_678_400,
    periodValueMinor: 3100,
    creditMinor: 1908,
    taxMinor: 305,
  },
  creditOverrideMinor: null,
  amountOverrideMinor: null,
  grantedMinor: 1908,
  grantedTaxMinor: 305,
  balanceMinor: 692,
};

/** All texts of the receipt, in page order. */
const textsIn = (text: ReceiptText): string[] => [
  text.title,
  ...text.facts.flatMap(({ term, value }) => [term, value]),
  ...[text.seller, text.buyer].flatMap(({ heading, lines }) => [heading, ...lines]),
  text.line.heading,
  text.line.amountHeading,
  text.line.product,
  ...text.line.details,
  text.line.amount,
  ...text.sums.flatMap(({ term, value }) => [term, value]),
  ...(text.credit ? [text.credit.term, ...text.credit.details, text.credit.value] : []),
  text.total.term,
  text.total.value,
  ...text.refunds.flatMap(({ term, details, value }) => [term, ...details, value]),
  ...(text.afterRefunds ? [text.afterRefunds.term, text.afterRefunds.value] : []),
  ...text.notes,
];

describe.each(languages)('in %s', (language) => {
  const reading: Reading = { language, locale: language };
  const refunds = [refund(551, 'One bag was torn.'), refund(100, null)];
  const receipt = sampleReceipt({
    ...samples[language],
    taxName: 'VAT, reverse charge',
    taxRateMillionths: 0,
    refunds,
    credit: { usedMinor: 2500, change: { terms: changeTerms, fromPlan: 'Small', leftMinor: 100 } },
    totalMinor: 951,
  });

  test('all text can be read and copied in order', async () => {
    const { text: found } = await readPdf(await renderReceiptPdf(receipt, reading));
    const plain = (text: string) => text.normalize('NFKC').replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '');
    let rest = plain(found);
    for (const line of textsIn(describeReceipt(receipt, voiceFor(reading)))) {
      // Compares words in right-to-left text: readers join mixed directions differently.
      const parts = language === 'ar' ? line.split(/[\s()،.:؟–€]+/) : [line];
      for (const part of parts) expect(language === 'ar' ? plain(found) : rest).toContain(plain(part));
      if (language !== 'ar') rest = rest.slice(rest.indexOf(plain(line)) + plain(line).length);
    }
    expect(found).not.toContain('\ufffd');
  });

  test('is one small tagged A4 page with a title and nothing beyond its margins', async () => {
    const bytes = await renderReceiptPdf(receipt, reading);
    const { pages, size, words, info, isTagged, structure } = await readPdf(bytes);
    expect({ pages, size, isTagged }).toEqual({ pages: 1, size: [widthPoints, 842], isTagged: true });
    expect(info.Title).toBe(describeReceipt(receipt, voiceFor(reading)).documentTitle);
    expect(info).toMatchObject({ Author: receipt.seller.name, Language: language });
    for (const role of ['"H1"', '"H2"', '"Table"', '"TR"', '"TH"', '"TD"']) expect(structure).toContain(role);
    expect(bytes.length).toBeLessThan(150_000);
    for (const { left, right, bottom } of words) {
      expect(left).toBeGreaterThan(marginPoints - 1);
      expect(right).toBeLessThan(widthPoints - marginPoints + 1);
      expect(bottom).toBeGreaterThan(marginPoints);
    }
  });
});

test('starts Arabic lines at the right', async () => {
  const bytes = await renderReceiptPdf(sampleReceipt(samples.ar), { language: 'ar', locale: 'ar' });
  const { words } = await readPdf(bytes);
  const right = (text: string) => words.find((word) => word.text.includes(text))?.right ?? 0;
  expect(right('PAY_')).toBeCloseTo(widthPoints - marginPoints, 0);
  expect(right('ORD_')).toBeLessThan(widthPoints / 2);
});

test('renders the same receipt to the same bytes', async () => {
  const render = () => renderReceiptPdf(sampleReceipt(), english);
  expect(Buffer.compare(await render(), await render())).toBe(0);
});

test('says that no real money was charged', async () => {
  const textOf = async (changes: Partial<Receipt>) =>
    (await readPdf(await renderReceiptPdf(sampleReceipt(changes), english))).text;
  expect(await textOf({ environment: 'test', isSandbox: true })).toContain('Testmode:norealcharges.');
  expect(await textOf({ isSandbox: true })).toContain('Demonstration:norealcharges.');
  expect(await textOf({})).not.toContain('norealcharges');
});

test.each([
  ['JPY', 4500, '¥4,500'],
  ['KWD', 12_500, 'KWD12.500'],
  ['USD', 999_999_999_999, '$9,999,999,999.99'],
])('%s has the decimals that it has, and room', async (currency, amountMinor, expected) => {
  const amounts = { currency, subtotalMinor: amountMinor, taxMinor: 0, totalMinor: amountMinor };
  const { text, words } = await readPdf(await renderReceiptPdf(sampleReceipt(amounts), english));
  expect(text).toContain(expected);
  // On one line that ends at the right margin.
  const ends = words.filter((word) => word.text.replace(/\s/g, '').endsWith(expected.slice(-6)));
  expect(ends).toHaveLength(3);
  for (const { right } of ends) expect(right).toBeCloseTo(widthPoints - marginPoints, 0);
});

const longName = 'Dreiundzwanzigtausendsiebenhundertneunundachtzigfachverstärkungsgesellschaft '
  .repeat(2)
  .slice(0, 128);

const longCredit = { usedMinor: 2500, change: { terms: changeTerms, fromPlan: longName, leftMinor: 100 } };

test('wraps long names and addresses and moves the content below', async () => {
  const buyer = {
    ...sampleReceipt().buyer,
    businessName: longName,
    email: `${'a'.repeat(64)}@${'b'.repeat(120)}.example`,
  };
  const line = { ...sampleReceipt().line, productName: 'W'.repeat(64) };
  const { text, words } = await readPdf(await renderReceiptPdf(sampleReceipt({ buyer, line }), english));
  for (const value of [longName, buyer.email, line.productName]) expect(text).toContain(value.replace(/\s/g, ''));
  for (const { right } of words) expect(right).toBeLessThan(widthPoints - marginPoints + 1);
  const bottoms = (part: string) => words.filter((word) => word.text.includes(part)).map(({ bottom }) => bottom);
  expect(Math.min(...bottoms('bbbb'))).toBeGreaterThan(Math.max(...bottoms('Description')));
});

test('shows characters without a font as missing but keeps them for copying', async () => {
  const line = { ...sampleReceipt().line, productName: 'Café 🎉 box 𓂀' };
  const bytes = await renderReceiptPdf(sampleReceipt({ line }), english);
  const { text } = await readPdf(bytes);
  expect(text).toContain('Café\ufffdbox\ufffd');
});

test.each([
  ['Korean', '커피 정기 배송'],
  ['Greek', 'Ελληνικός καφές'],
  ['Russian', 'Кофе по подписке'],
  ['Hebrew', 'קפה בדואר'],
  ['Thai', 'กาแฟทางไปรษณีย์'],
  ['Hindi', 'डाक द्वारा कॉफी'],
  ['Vietnamese', 'Cà phê đặc biệt Tiếng Việt'],
  ['Polish', 'Zażółć gęślą jaźń'],
])('a name in %s has all its characters', async (_, productName) => {
  const line = { ...sampleReceipt().line, productName };
  const { text } = await readPdf(await renderReceiptPdf(sampleReceipt({ line }), english));
  expect(text).not.toContain('\ufffd');
});

test('renders any name', async () => {
  const anyName = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('\u202e\u0000\ud800x', ')(', 'א)ב', '\u200b', ' ', 'A\u0301\u0302\u0303', '\u0627\u0651('),
  );
  await fc.assert(
    fc.asyncProperty(anyName, anyName, fc.constantFrom(...languages), async (productName, businessName, language) => {
      const { seller, buyer, line } = sampleReceipt();
      const receipt = sampleReceipt({
        seller: { ...seller, name: businessName },
        buyer: { ...buyer, businessName },
        line: { ...line, productName },
      });
      const { pages, words } = await readPdf(await renderReceiptPdf(receipt, { language, locale: language }));
      expect(pages).toBe(1);
      for (const { left, right } of words) {
        expect(left).toBeGreaterThan(marginPoints - 2);
        expect(right).toBeLessThan(widthPoints - marginPoints + 2);
      }
    }),
    { numRuns: 40 },
  );
});

test.each([
  [
    'two with the longest reasons',
    [refund(100, 'Überwachung '.repeat(17).slice(0, 200)), refund(100, 'x'.repeat(200))],
  ],
  ['as many as have a line', Array.from({ length: 4 }, () => refund(100, null))],
  ['one with the longest reason, with credit', [refund(100, 'x'.repeat(200))], longCredit],
  ['two with credit', [refund(100, null), refund(100, null)], longCredit],
])('refunds stay on the page: %s', async (_, refunds, credit: Receipt['credit'] = null) => {
  const receipt = sampleReceipt({ ...samples.de, environment: 'test', refunds, credit });
  const { pages, words } = await readPdf(await renderReceiptPdf(receipt, { language: 'de', locale: 'de' }));
  expect(pages).toBe(1);
  expect(Math.min(...words.map(({ bottom }) => bottom))).toBeGreaterThan(marginPoints);
});
