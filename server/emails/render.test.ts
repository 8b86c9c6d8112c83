import { describe, expect, test } from 'vitest';
import { type Draft, englishDraft, lookOf, serviceLook } from '#server/events/rules/email-content.ts';
import { directionOf, languages } from '#server/i18n/languages.ts';
import { englishVoice, type Voice, voiceFor } from '#server/i18n/say.ts';
import { linkEmail } from '#server/storefront/portal/link-email.ts';
import { contrast, type Rgb, readColor, white } from '#server/stores/rules/theme/contrast.ts';
import type { EmailSubject } from './content/buyer-email.ts';
import {
  beginningEmail,
  cancelingEmail,
  chargeEmail,
  orderEmail,
  overEmail,
  trialEmail,
} from './content/purchase-emails.ts';
import { refundAnswerEmail, refundEmail } from './content/refund-emails.ts';
import { endedEmail, pastDueEmail, reminderEmail } from './content/subscription-emails.ts';
import { framedHtml } from './framed-html.ts';
import { renderEmail } from './render.ts';

const typed = '<script>alert("1")</script> & Co';
const url = 'https://pay.example.com/shop/portal/orders/ORD_1?environment=test&a=b';
const [on, amounts] = [
  new Date('2027-03-15T10:00:00Z'),
  { subtotalMinor: 1800, taxMinor: 342, totalMinor: 2142, taxRateMillionths: 190_000, taxName: 'VAT' },
];

const about = (voice: Voice, changes: Partial<EmailSubject> = {}): EmailSubject => ({
  storeName: typed,
  supportEmail: 'help@example.com',
  productName: typed,
  mode: 'test',
  voice,
  ...changes,
});

/** All emails to buyers, with markup as the names of store and product. */
function emailsIn(voice: Voice): Record<string, Draft> {
  const subject = about(voice);
  const charge = { amounts, currency: 'EUR', method: 'Visa •••• 4242' };
  const paid = { ...charge, paid: amounts, creditMinor: 100, orderId: 'ORD_1', orderUrl: url };
  const store = { name: typed, supportEmail: 'help@example.com', website: url, logo: null, checkoutSettings: null };
  const refund = { amountMinor: 1000, taxMinor: 160, currency: 'EUR', tax: amounts, reason: typed, orderUrl: url };
  const answer = { amountMinor: 1000, currency: 'EUR', note: typed, canAskAgain: true, orderUrl: url };
  return {
    order: orderEmail(subject, paid),
    beginning: beginningEmail(subject, { ...paid, next: { on, totalMinor: 2142 } }),
    trial: trialEmail(subject, { ...paid, endsAt: on, afterwards: amounts, billingPeriod: 'monthly' }),
    charge: chargeEmail(subject, { ...paid, paidUntil: on }),
    canceling: cancelingEmail(subject, { endsAt: on, orderUrl: url }),
    over: overEmail(subject, { orderUrl: url }),
    upcoming: reminderEmail(subject, { ...charge, isTrial: false, on, billingPeriod: 'yearly', orderUrl: url }),
    trialEnding: reminderEmail(subject, { ...charge, isTrial: true, on, billingPeriod: 'weekly', orderUrl: null }),
    pastDue: pastDueEmail(subject, { ...charge, reason: 'expired_card', retryAt: on, endsAt: on, recoveryUrl: url }),
    ended: endedEmail(subject, { orderUrl: url }),
    refund: refundEmail(subject, refund),
    ticket: refundAnswerEmail(subject, { ...answer, isApproved: false }),
    link: linkEmail(store, 'test', { link: url, hasAccount: true }, voice),
  };
}

const voids = new Set(['meta', 'img', 'br', 'hr', 'link']);

/** The elements of a document; throws if they are not closed in order. */
function elementsOf(html: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, slash, name = ''] of html
    .replace(/<!--.*?-->|<!DOCTYPE[^>]*>/gs, '')
    .matchAll(/<(\/?)([a-z][a-z0-9]*)/g)) {
    if (slash) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      found.push(name);
      if (!voids.has(name)) open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(' ')}`);
  return found;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };
/** The visible text of a document, without the preview. */
const textOf = (html: string): string =>
  html
    .replace(/^.*?<\/head>/s, '')
    .replace(/<div style="display:none.*?<\/div><\/div>/s, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(#x27|lt|gt|quot|amp);/g, (_, name: string) => entities[name] ?? '');

describe.each(languages)('in %s', (language) => {
  const drafts = Object.entries(emailsIn(voiceFor({ language, locale: language })));
  test.each(drafts)(
    '%s is a document of its language that says what its text says',
    async (_, { content, body, subject }) => {
      const html = await renderEmail(content);
      expect(html).toMatch(new RegExp(`<html dir="${directionOf(language)}" lang="${language}">`));
      expect(subject).toContain(content.heading);
      const elements = elementsOf(html);
      expect(elements.filter((name) => ['script', 'iframe', 'form', 'link', 'b'].includes(name))).toEqual([]);
      expect(elements.filter((name) => name === 'h1')).toHaveLength(1);
      const rendered = textOf(html);
      expect(rendered).toContain(content.heading);
      for (const line of body.split('\n').map((text) => text.replace(/^> /, ''))) {
        if (line === url) expect(html).toContain(`href="${url.replace('&', '&amp;')}"`);
        // A fact's name and value are in separate cells.
        else if (rendered.includes(line)) continue;
        else for (const part of line.split(/: (.*)/s)) expect(rendered, line).toContain(part);
      }
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(
        content.blocks.flatMap((block) => (block.kind === 'button' ? [block.url.replace('&', '&amp;')] : [])),
      );
    },
  );
});

test('the preview is the first paragraph', async () => {
  const html = await renderEmail(
    englishDraft(serviceLook, { subject: 'Hello', parts: ['Read <this>.', 'Then that.'] }).content,
  );
  expect(/data-skip-in-text="true">([^<]*)</.exec(html)?.[1]).toBe('Read &lt;this&gt;.');
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'evil.example'])('does not link to %s', async (address) => {
  const parts = [{ kind: 'button', label: 'Open', url: address }] as const;
  expect(await renderEmail(englishDraft(serviceLook, { subject: 'Hello', parts }).content)).not.toContain('href');
});

test('shows the logo with the store’s name as its text, else the name', async () => {
  const store = { name: 'Beans & Co', logo: 'https://example.com/a.png', checkoutSettings: null };
  const parts = ['Hello.'];
  const withLogo = await renderEmail(englishDraft(lookOf(store), { subject: 'Hi', parts }).content);
  expect(withLogo).toMatch(/<img alt="Beans &amp; Co"[^>]* src="https:\/\/example\.com\/a\.png"/);
  const without = await renderEmail(englishDraft(lookOf({ ...store, logo: null }), { subject: 'Hi', parts }).content);
  expect(without).not.toContain('<img');
  expect(without).toMatch(/>Beans &amp; Co<\/p><h1/);
});

describe.each([
  ['nothing', {}],
  [
    'white on white',
    {
      checkoutColorText: '#ffffff',
      checkoutColorCard: '#fff',
      checkoutColorBackground: '#ffffff',
      checkoutColorPrimary: '#ffffff',
    },
  ],
  [
    'a dark store',
    {
      checkoutColorText: '#eeeeee',
      checkoutColorCard: '#101010',
      checkoutColorBackground: '#000000',
      checkoutColorPrimary: '#c0ffee',
    },
  ],
  ['a pale button', { checkoutColorPrimary: '#ffffcc' }],
  ['no colors at all', { checkoutColorPrimary: 'red;}</style><script>', checkoutColorText: 'url(x)' }],
])('with %s', (_, light) => {
  test('has readable text in both themes', async () => {
    const look = lookOf({ name: 'Beans', logo: null, checkoutSettings: { light } });
    const parts = ['Hello.', { kind: 'button', label: 'Open', url }, { kind: 'note', text: 'Small.' }] as const;
    const html = await renderEmail(englishDraft(look, { subject: 'Hi', parts }).content);
    const color = (text: string | undefined): Rgb => {
      const read = readColor(text, white);
      if (!read) throw new Error(`no color: ${text}`);
      return read;
    };
    const styleOf = (pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
    const valueIn = (style: string, name: string) =>
      color(new RegExp(`(?:^|;|{)${name}:(#[0-9a-f]+)`).exec(style)?.[1]);
    const card = valueIn(styleOf(/class="card"[^>]*style="([^"]*)"/), 'background-color');
    for (const name of ['ink', 'faint']) {
      expect(
        contrast(valueIn(styleOf(new RegExp(`class="${name}" style="([^"]*)"`)), 'color'), card),
      ).toBeGreaterThanOrEqual(4.5);
    }
    const button = styleOf(/class="button"[^>]*style="([^"]*)"/);
    expect(contrast(valueIn(button, 'color'), valueIn(button, 'background-color'))).toBeGreaterThanOrEqual(4.5);
    const night = styleOf(/@media \(prefers-color-scheme:dark\)\{(.*?)\}<\/style>/s);
    const rule = (name: string) => new RegExp(`\\.${name}\\{([^}]*)\\}`).exec(night)?.[1] ?? '';
    const nightCard = valueIn(rule('card'), 'background-color');
    for (const name of ['ink', 'faint'])
      expect(contrast(valueIn(rule(name), 'color'), nightCard)).toBeGreaterThanOrEqual(4.5);
    expect(
      contrast(valueIn(rule('button'), 'color'), valueIn(rule('button'), 'background-color')),
    ).toBeGreaterThanOrEqual(4.5);
    expect(html).not.toMatch(/<script|url\(|red;/);
  });
});

describe('in a frame of the dashboard', () => {
  const { body, content } = englishDraft(serviceLook, { subject: 'Hi', parts: ['Hello.'] });
  test('has a policy that loads pictures only', async () => {
    for (const html of [null, await renderEmail(content)]) {
      const framed = await framedHtml({ body, html, content });
      expect(framed).toMatch(
        /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src https: data:;/,
      );
      expect(framed?.match(/Content-Security-Policy/g)).toHaveLength(1);
    }
  });

  test('is null for a plain text email', async () => {
    expect(await framedHtml({ body, html: null, content: null })).toBeNull();
  });
});

test('quotes a buyer’s text', async () => {
  const { content } = refundAnswerEmail(about(englishVoice), {
    isApproved: false,
    amountMinor: 1000,
    currency: 'EUR',
    note: 'One\ntwo',
    canAskAgain: false,
    orderUrl: null,
  });
  expect(content.blocks).toContainEqual({ kind: 'quote', text: 'One\ntwo' });
});
