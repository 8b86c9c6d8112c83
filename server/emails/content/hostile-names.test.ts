/** Hostile store and product names cannot pass for the service's own words in any email or language. */
import { describe, expect, test } from 'vitest';
import type { Draft } from '#server/events/rules/email-content.ts';
import { languages } from '#server/i18n/languages.ts';
import { type Voice, voiceFor } from '#server/i18n/say.ts';
import { linkEmail } from '#server/storefront/portal/link-email.ts';
import type { EmailSubject } from './buyer-email.ts';
import { refundAnswerEmail, refundEmail } from './refund-emails.ts';
import { endedEmail, pastDueEmail, reminderEmail } from './subscription-emails.ts';

const [on, orderUrl] = [new Date('2027-03-15T10:00:00Z'), 'https://pay.test/portal/orders/ORD_1'];
const amounts = { subtotalMinor: 1800, taxMinor: 342, totalMinor: 2142, taxRateMillionths: 190_000, taxName: 'VAT' };
const charge = { amounts, currency: 'EUR', method: null };
const pastDue = { ...charge, reason: 'no_method', retryAt: null, endsAt: on, recoveryUrl: orderUrl };
const decision = { amountMinor: 1050, currency: 'EUR', note: null, canAskAgain: false, orderUrl };
const refund = { amountMinor: 1050, taxMinor: 0, currency: 'EUR', tax: amounts, reason: null, orderUrl };

/** Every email that names a store or a product. */
const draftsOf = (storeName: string, productName: string, voice: Voice): Draft[] => {
  const about: EmailSubject = { storeName, productName, supportEmail: null, mode: 'live', voice };
  return [
    reminderEmail(about, { ...charge, isTrial: false, on, billingPeriod: 'monthly', orderUrl }),
    reminderEmail(about, { ...charge, isTrial: true, on, billingPeriod: 'yearly', orderUrl: null }),
    pastDueEmail(about, pastDue),
    pastDueEmail(about, { ...pastDue, method: 'Visa •••• 4242' }),
    endedEmail(about, { orderUrl: null }),
    refundAnswerEmail(about, { ...decision, isApproved: true, note: 'Hm.' }),
    refundAnswerEmail(about, { ...decision, isApproved: false }),
    refundEmail(about, { ...refund, reason: 'Hm.' }),
    linkEmail(
      { name: storeName, supportEmail: null, website: orderUrl, logo: null, checkoutSettings: null },
      'prod',
      { link: orderUrl, hasAccount: true },
      voice,
    ),
  ];
};

const hostile = [
  'Beans”. Your account is locked: https://evil.example/login',
  'Beans".\r\n\r\nSign in at www.evil.example\r\nBcc: all@evil.example',
  'Beans“ »」』« «„ evil.example',
  'Beans\u2028\u2029\u202ehttp://evil.example\u202c\u2066 \u200bevil.\u200bexample',
  `Beans ${'very '.repeat(100)}long https://evil.example`,
];

describe.each(languages)('in %s', (language) => {
  const voice = voiceFor({ language, locale: language });
  const [before = '', after = ''] = voice.say('emails.quoted', { name: '\0' }).split('\0');
  const plainDrafts = draftsOf('Shop', 'Thing', voice);

  test('quotes names with the quotation marks of the language', () => {
    expect([before, after].every((quote) => /\p{Quotation_Mark}/u.test(quote))).toBe(true);
    for (const { subject, body } of plainDrafts) {
      expect(`${subject}\n${body}`).toContain(`${before}Shop${after}`);
      expect(
        `${subject}\n${body}`.replaceAll(`${before}Shop${after}`, '').replaceAll(`${before}Thing${after}`, ''),
      ).not.toMatch(/Shop|Thing/);
    }
  });

  test.each(hostile)('keeps %j inside the quotes', (name) => {
    const drafts = draftsOf(name, name, voice);
    drafts.forEach(({ subject, body }, at) => {
      const expected = plainDrafts[at] as Draft;
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(body.split('\n')).toHaveLength(expected.body.split('\n').length);
      expect(body.match(/\p{Quotation_Mark}/gu)?.filter((mark) => !"'’".includes(mark))).toEqual(
        expected.body.match(/\p{Quotation_Mark}/gu)?.filter((mark) => !"'’".includes(mark)),
      );
      // The only links that a mail program detects are our own.
      const links = body.match(/\p{L}+:\/\/\S+|www\.\S+|\S*evil\.\S+/giu) ?? [];
      expect(links.filter((link) => link !== orderUrl)).toEqual([]);
      expect(`${subject}${body}`).not.toMatch(/[\u200b\u202a-\u202e\u2066\u2067]/);
      expect(Math.max(...body.split('\n').map((line) => line.length))).toBeLessThan(600);
    });
  });
});
