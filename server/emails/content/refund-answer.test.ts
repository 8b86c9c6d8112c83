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

test('states an approval', () => {
  expect(refundAnswerEmail(about(), decision())).toMatchObject({
    subject: 'Your €10.50 refund from “Beans by Post”',
    body: [
      '“Beans by Post” approved your refund request for “Handbook”. €10.50 will be returned to your original payment method.',
      'Depending on your bank, this usually takes a few days, sometimes up to two weeks.',
      'Your order:',
      'https://pay.example.com/beans/portal/orders/ORD_1',
      'Questions? Contact help@beans.example.com',
    ].join('\n\n'),
  });
});

test('states a rejection with the store’s note and how to ask again', () => {
  const note = 'Which page?\r\nhttps://evil.example\u2028Counterfoil';
  expect(refundAnswerEmail(about(), decision({ isApproved: false, canAskAgain: true, note })).body).toBe(
    [
      '“Beans by Post” declined your request for a €10.50 refund of “Handbook”.',
      'Message from “Beans by Post”:',
      '> Which page?\n> https://evil.example\n> Counterfoil',
      'To add more information, request again on your order page:',
      'https://pay.example.com/beans/portal/orders/ORD_1',
      'Questions? Contact help@beans.example.com',
    ].join('\n\n'),
  );
});

test('has no link without a portal page, and marks test mode', () => {
  const draft = refundAnswerEmail(about({ mode: 'test', supportEmail: null }), decision({ orderUrl: null }));
  expect(draft.subject).toMatch(/^\[Test\] /);
  expect(draft.body).not.toContain('page of your order');
  expect(draft.body).toMatch(/Test mode: no real charges\.$/);
});

describe.each(languages)('in %s', (language) => {
  const voice = voiceFor({ language, locale: language });
  const drafts = [true, false].flatMap((isApproved) =>
    [true, false].map((canAskAgain) =>
      refundAnswerEmail(
        about({ voice }),
        decision({ isApproved, canAskAgain: canAskAgain && !isApproved, note: 'Hm.' }),
      ),
    ),
  );

  test('names the store, the product, the localized amount, the note and the link', () => {
    const written = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(10.5);
    for (const { subject, body } of drafts) {
      expect(subject).toContain('Beans by Post');
      const plain = (text: string) => text.replace(/[\u200e\u200f]/g, '');
      for (const part of ['Handbook', '> Hm.', '/orders/ORD_1', plain(written)]) expect(plain(body)).toContain(part);
      expect(`${subject}${body}`).not.toMatch(/[{}]|undefined/);
      expect(subject).not.toMatch(/\n/);
    }
  });

  test('approved, declined, and declined for the last time differ', () =>
    expect(new Set(drafts.map(({ body }) => body)).size).toBe(3));
});
