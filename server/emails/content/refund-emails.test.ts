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

test('states the amount, the tax, the reason and the link', () => {
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

test('leaves out tax, reason and link, and marks a demonstration', () => {
  const subject = about({ mode: 'demonstration', supportEmail: null });
  const draft = refundEmail(subject, facts({ taxMinor: 0, orderUrl: null }));
  expect(draft.subject).toMatch(/^\[Demonstration\] /);
  expect(draft.body.split('\n\n')).toEqual([
    '“Beans by Post” refunded €10.50 for “Handbook” to your original payment method.',
    'Depending on your bank, this usually takes a few days, sometimes up to two weeks.',
    'Demonstration: no real charges.',
  ]);
});

describe.each(languages)('in %s', (language) => {
  const voice = voiceFor({ language, locale: language });
  const draft = refundEmail(about({ voice }), facts({ reason: 'Hm.' }));
  const plain = (text: string) => text.replace(/[\u200e\u200f]/g, '');
  const money = (amount: number) =>
    plain(new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(amount));

  test('names the store, the product, the localized amounts, the reason and the link', () => {
    for (const text of ['Beans by Post', 'Handbook', money(10.5), money(1.68), '\n> Hm.\n', '\nhttps://pay.example']) {
      expect(plain(draft.body)).toContain(text);
    }
    expect(plain(draft.subject)).toContain(money(10.5));
    expect(`${draft.subject}${draft.body}`).not.toMatch(/[{}]|undefined|null/);
  });

  test('is written in that language', () => {
    const english = refundEmail(about(), facts({ reason: 'Hm.' })).body.split('\n\n');
    const same = draft.body.split('\n\n').filter((line) => english.includes(line));
    expect(same).toEqual(language === 'en' ? english : ['> Hm.', 'https://pay.example.com/beans/portal/orders/ORD_1']);
  });
});
