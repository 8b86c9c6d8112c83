import { describe, expect, test } from 'vitest';
import { languages } from '#server/i18n/languages.ts';
import { englishVoice, voiceFor } from '#server/i18n/say.ts';
import type { EmailSubject } from './buyer-email.ts';
import { type RefundFacts, refundEmail } from './refund-emails.ts';

const about = (changes: Partial<EmailSubject> = {}): EmailSubject => ({
  storeName: 'Beans by Post',
  supportEmail: 'help@beans.example.com',
  productName: 'Handbook',
  mode: 'live',
  voice: englishVoice,
  ...changes,
});
const facts = (changes: Partial<RefundFacts> = {}): RefundFacts => ({
  amountMinor: 1050,
  taxMinor: 168,
  currency: 'EUR',
  tax: { taxName: 'VAT', taxRateMillionths: 190_000 },
  reason: null,
  orderUrl: 'https://pay.example.com/beans/portal/orders/ORD_1',
  ...changes,
});

test('a refund as it is read', () => {
  expect(refundEmail(about(), facts({ reason: 'The second chapter was missing.' }))).toMatchObject({
    subject: 'Your €10.50 refund from “Beans by Post”',
    body: [
      '“Beans by Post” refunded €10.50 for “Handbook” to your original payment method.',
      'Includes VAT 19%: €1.68.',
      'Depending on your bank, this usually takes a few days, sometimes up to two weeks.',
      'Message from “Beans by Post”:',
      '> The second chapter was missing.',
      'Your order:',
      'https://pay.example.com/beans/portal/orders/ORD_1',
      'Questions? Contact help@beans.example.com',
    ].join('\n\n'),
  });
});

test('without tax, reason and page, where no money moves', () => {
  const subject = about({ mode: 'demonstration', supportEmail: null });
  const letter = refundEmail(subject, facts({ taxMinor: 0, orderUrl: null }));
  expect(letter.subject).toMatch(/^\[Demonstration\] /);
  expect(letter.body.split('\n\n')).toEqual([
    '“Beans by Post” refunded €10.50 for “Handbook” to your original payment method.',
    'Depending on your bank, this usually takes a few days, sometimes up to two weeks.',
    'Demonstration: no real charges.',
  ]);
});

describe.each(languages)('in %s', (language) => {
  const voice = voiceFor({ language, locale: language });
  const letter = refundEmail(about({ voice }), facts({ reason: 'Hm.' }));
  const plain = (text: string) => text.replace(/[\u200e\u200f]/g, '');
  const money = (amount: number) =>
    plain(new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(amount));

  test('it says the store, the product, the amounts as they are written there, the reason and the way', () => {
    for (const said of ['Beans by Post', 'Handbook', money(10.5), money(1.68), '\n> Hm.\n', '\nhttps://pay.example']) {
      expect(plain(letter.body)).toContain(said);
    }
    expect(plain(letter.subject)).toContain(money(10.5));
    expect(`${letter.subject}${letter.body}`).not.toMatch(/[{}]|undefined|null/);
  });

  test('it is written in that language', () => {
    const english = refundEmail(about(), facts({ reason: 'Hm.' })).body.split('\n\n');
    const same = letter.body.split('\n\n').filter((line) => english.includes(line));
    expect(same).toEqual(language === 'en' ? english : ['> Hm.', 'https://pay.example.com/beans/portal/orders/ORD_1']);
  });
});
