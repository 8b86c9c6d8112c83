import { describe, expect, test } from 'vitest';
import { type Language, languages } from '#server/i18n/languages.ts';
import { voiceFor } from '#server/i18n/say.ts';
import type { EmailSubject } from './buyer-email.ts';
import { endedEmail, pastDueEmail, reminderEmail } from './subscription-emails.ts';

const amounts = { subtotalMinor: 1800, taxMinor: 342, totalMinor: 2142, taxRateMillionths: 190_000, taxName: 'VAT' };
const charge = { amounts, currency: 'EUR', method: 'Visa •••• 4242' };
const [on, retryAt, endsAt] = ['2027-03-15', '2027-03-16', '2027-03-22'].map((day) => new Date(`${day}T10:00:00Z`)) as [
  Date,
  Date,
  Date,
];
const orderUrl = 'https://shop.example.com/beans/portal/orders/ORD_1';
const recoveryUrl = 'https://shop.example.com/beans/portal/fix#link=e30.e30.e30';

const about = (language: Language, locale: string = language): EmailSubject => ({
  storeName: 'Beans & Co',
  supportEmail: 'help@example.com',
  productName: 'Beans by Post',
  mode: 'live',
  voice: voiceFor({ language, locale }),
});

const reminder = { ...charge, isTrial: false, on, billingPeriod: 'monthly', orderUrl } as const;
const pastDue = { ...charge, reason: 'insufficient_funds', retryAt, endsAt, recoveryUrl } as const;

/** All emails about charges, in each form. */
const all = (subject: EmailSubject) => ({
  upcoming: reminderEmail(subject, reminder),
  upcomingAtStore: reminderEmail(subject, { ...reminder, orderUrl: null }),
  trialEnding: reminderEmail(subject, { ...reminder, isTrial: true }),
  pastDue: pastDueEmail(subject, pastDue),
  bankAsks: pastDueEmail(subject, { ...pastDue, reason: 'authentication_required', retryAt: null }),
  refused: pastDueEmail(subject, { ...pastDue, reason: 'method_refused', retryAt: null }),
  noMethod: pastDueEmail(subject, { ...pastDue, reason: 'no_method', method: null, retryAt: null }),
  ended: endedEmail(subject, { orderUrl }),
});

describe.each(languages)('in %s', (language) => {
  const drafts = all(about(language));
  const { locale } = about(language).voice;
  const day = (moment: Date) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(moment);
  const money = (minor: number) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(minor / 100);

  test('has no missing values', () => {
    for (const [name, { subject, body }] of Object.entries(drafts)) {
      expect(subject, name).toContain('Beans by Post');
      expect(subject, name).not.toMatch(/[{}\n]|undefined|\bnull\b/);
      expect(body, name).not.toMatch(/[{}]|undefined|\bnull\b|\n{3}/);
      expect(body, name).toContain('Beans & Co');
      expect(body.split('\n').at(-1), name).toContain('help@example.com');
    }
  });

  test('localizes amounts and days', () => {
    for (const name of ['upcoming', 'upcomingAtStore', 'trialEnding'] as const) {
      expect(drafts[name].body).toContain(money(2142));
      expect(drafts[name].body).toContain(money(342));
      expect(drafts[name].subject + drafts[name].body).toContain(day(on));
      expect(drafts[name].body).toContain('Visa •••• 4242');
    }
    expect(drafts.pastDue.body).toContain(money(2142));
    expect(drafts.pastDue.body).toContain(day(retryAt));
    expect(drafts.pastDue.body).toContain(day(endsAt));
  });

  test('puts links on their own line', () => {
    for (const name of ['upcoming', 'trialEnding', 'ended'] as const) {
      expect(drafts[name].body.split('\n')).toContain(orderUrl);
    }
    for (const name of ['pastDue', 'bankAsks', 'refused', 'noMethod'] as const) {
      expect(drafts[name].body.split('\n')).toContain(recoveryUrl);
    }
    expect(drafts.upcomingAtStore.body).not.toContain('http');
  });

  test('has no text twice, and none in English', () => {
    const texts = Object.values(drafts).map(({ body }) => body);
    expect(new Set(texts).size).toBe(texts.length);
    const english = all(about('en'));
    if (language === 'en') return;
    for (const [name, { subject, body }] of Object.entries(drafts)) {
      expect(subject, name).not.toBe(english[name as keyof typeof english].subject);
      expect(body.split('\n')[0], name).not.toBe(english[name as keyof typeof english].body.split('\n')[0]);
    }
  });
});

test('reads as a reminder', () => {
  expect(reminderEmail(about('en', 'en-GB'), reminder)).toMatchObject({
    subject: 'Next payment for “Beans by Post” on 15 March 2027',
    body: `On 15 March 2027, you’ll be charged €21.42 for your subscription to “Beans by Post” at “Beans & Co”.

Includes VAT 19%: €3.42.

We’ll charge Visa •••• 4242.

No action is needed. To cancel before 15 March 2027 or update your card, open your order:

${orderUrl}

Questions? Contact help@example.com`,
  });
});

test('reads as a failed payment', () => {
  expect(pastDueEmail({ ...about('en'), mode: 'test' }, pastDue)).toMatchObject({
    subject: '[Test] Your payment for “Beans by Post” did not go through',
    body: `We could not charge €21.42 to Visa •••• 4242 for your subscription to “Beans by Post” at “Beans & Co”.

Your card has insufficient funds. Try another card.

We’ll try again on March 16, 2027.

Pay €21.42 now with any card. You do not need to sign in:

${recoveryUrl}

If it is not paid by March 22, 2027, your subscription will end.

Do not share this link.

Test mode: no real charges.

Questions? Contact help@example.com`,
  });
});

test('uses the region’s formats', () => {
  expect(reminderEmail(about('de', 'de-AT'), reminder).body).toContain('Am 15. März 2027 werden €\u00a021,42');
});

test('does not reveal reasons that only the bank may state', () => {
  const reasons = ['lost_card', 'stolen_card', 'fraudulent', 'card_declined'];
  const bodies = reasons.map((reason) => pastDueEmail(about('en'), { ...pastDue, reason }).body);
  expect(new Set(bodies).size).toBe(1);
});

test('leaves out tax if there is none', () => {
  const free = { ...amounts, taxMinor: 0, taxRateMillionths: 0, taxName: null };
  expect(reminderEmail(about('en'), { ...reminder, amounts: free }).body).not.toContain('includes');
});

test('states that no money moves', () => {
  const { subject, body } = endedEmail({ ...about('en'), mode: 'demonstration' }, { orderUrl: null });
  expect(subject).toBe('[Demonstration] Your subscription to “Beans by Post” has ended');
  expect(body).toContain('Demonstration: no real charges.');
  expect(endedEmail(about('en'), { orderUrl: null }).body).not.toContain('no money');
});

test('keeps names on one line and short', () => {
  const productName = `Beans\r\nBcc: x@example.com\u2028\u202e${'y'.repeat(300)}`;
  const { subject, body } = endedEmail({ ...about('en'), productName }, { orderUrl });
  expect(subject).toMatch(/^Your subscription to “Beans Bcc: x@example․com y+…” has ended$/u);
  expect([...subject].length).toBeLessThan(150);
  expect(body.split('\n')[0]).toMatch(/^Your subscription to “Beans Bcc.*did not go through\.$/u);
});

test('keeps markup in names as text', () => {
  const { body } = endedEmail({ ...about('en'), productName: '<b>{total}</b> & ’co’' }, { orderUrl });
  expect(body).toContain('to “<b>{total}</b> & ’co’” at');
});
