import { describe, expect, test } from 'vitest';
import { languages } from '#server/i18n/languages.ts';
import { englishVoice, voiceFor } from '#server/i18n/say.ts';
import type { EmailSubject } from './buyer-email.ts';
import { type RefundAnswer, refundAnswerEmail } from './refund-emails.ts';

const about = (changes: Partial<EmailSubject> = {}): EmailSubject => ({
  storeName: 'Beans by Post',
  supportEmail: 'help@beans.example.com',
  productName: 'Handbook',
  mode: 'live',
  voice: englishVoice,
  ...changes,
});
const decision = (changes: Partial<RefundAnswer> = {}): RefundAnswer => ({
  isApproved: true,
  amountMinor: 1050,
  currency: 'EUR',
  note: null,
  canAskAgain: false,
  orderUrl: 'https://pay.example.com/beans/portal/orders/ORD_1',
  ...changes,
});

test('an approval', () => {
  expect(refundAnswerEmail(about(), decision())).toMatchObject({
    subject: 'You get €10.50 back from “Beans by Post”',
    body: [
      '“Beans by Post” has approved your request for a refund of “Handbook”. €10.50 goes back to what you paid with.',
      'How long that takes is up to your bank: usually a few days, sometimes two weeks.',
      'This is the page of your order:',
      'https://pay.example.com/beans/portal/orders/ORD_1',
      'Questions? Write to help@beans.example.com',
    ].join('\n\n'),
  });
});

test('a rejection, with what the store says and the way to ask again', () => {
  const note = 'Which page?\r\nhttps://evil.example\u2028Counterfoil';
  expect(refundAnswerEmail(about(), decision({ isApproved: false, canAskAgain: true, note })).body).toBe(
    [
      '“Beans by Post” has declined your request to have €10.50 back for “Handbook”.',
      '“Beans by Post” says:',
      '> Which page?\n> https://evil.example\n> Counterfoil',
      'If there is something that they should know, you can ask again on the page of your order:',
      'https://pay.example.com/beans/portal/orders/ORD_1',
      'Questions? Write to help@beans.example.com',
    ].join('\n\n'),
  );
});

test('without a page of their own, and where no money moves', () => {
  const letter = refundAnswerEmail(about({ mode: 'test', supportEmail: null }), decision({ orderUrl: null }));
  expect(letter.subject).toMatch(/^\[Test mode\] /);
  expect(letter.body).not.toContain('page of your order');
  expect(letter.body).toMatch(/This is about test orders: no money moves\.$/);
});

describe.each(languages)('in %s', (language) => {
  const voice = voiceFor({ language, locale: language });
  const letters = [true, false].flatMap((isApproved) =>
    [true, false].map((canAskAgain) =>
      refundAnswerEmail(
        about({ voice }),
        decision({ isApproved, canAskAgain: canAskAgain && !isApproved, note: 'Hm.' }),
      ),
    ),
  );

  test('each says the store, the product, the amount as it is written there, the note and the way', () => {
    const written = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(10.5);
    for (const { subject, body } of letters) {
      expect(subject).toContain('Beans by Post');
      const plain = (text: string) => text.replace(/[\u200e\u200f]/g, '');
      for (const said of ['Handbook', '> Hm.', '/orders/ORD_1', plain(written)]) expect(plain(body)).toContain(said);
      expect(`${subject}${body}`).not.toMatch(/[{}]|undefined/);
      expect(subject).not.toMatch(/\n/);
    }
  });

  test('approved, declined, and declined for the last time differ', () =>
    expect(new Set(letters.map(({ body }) => body)).size).toBe(3));
});
