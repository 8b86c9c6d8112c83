/** Language and theme without cookies: the page's links and forms carry them. */
import { describe, expect, it } from 'vitest';
import { englishVoice } from '#server/i18n/say.ts';
import type { Charge, PaymentProvider } from '#server/providers/payments/provider.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db, newMerchant, newSession, pay } from '#server/testing/api.ts';
import { payCheckout, quoteCheckout } from '#server/testing/orders/checkout.ts';
import { baseUrl } from '#server/testing/worker-servers.ts';
import { readPdf } from '../receipts/testing/read-pdf.ts';

const chosen = 'language=de&theme=dark';
const asks = '4000 0027 6000 3184';

async function newPage() {
  const merchant = await newMerchant('Harbour Light Press');
  const { sessionId } = await newSession(merchant);
  return { merchant, sessionId, path: `/${merchant.slug}/checkout/${sessionId}` };
}

const open = (path: string, headers: Record<string, string> = {}, more: RequestInit = {}) =>
  fetch(`${baseUrl}${path}`, { redirect: 'manual', headers: { 'Accept-Language': 'en', ...headers }, ...more });
const read = async (path: string, headers?: Record<string, string>) => await (await open(path, headers)).text();

const dataOf = (html: string) => JSON.parse(/id="page">(.*?)<\/script>/s.exec(html)?.[1] ?? '');

/** The URLs of the page's own links and forms. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/<(?:a|form)[^>]*\s(?:href|action)="(\/[^"]*)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  );

describe('choices in the URL', () => {
  it('continue in the form and the challenge', async () => {
    const { merchant, sessionId, path } = await newPage();
    expect(await read(path)).toContain(` action="${path}" `);
    const form = /<form[^>]*method="post"[^>]*>/.exec(await read(`${path}?${chosen}&utm=x`))?.[0];
    expect(form).toContain(` action="${path}?language=de&amp;theme=dark" `);
    await pay(merchant, sessionId, { cardNumber: asks });
    const html = await read(`${path}?${chosen}`);
    const { challengePath } = dataOf(html).content.view;
    expect(addressesIn(html)).toContain(`${challengePath}?${chosen}`);
    expect(await read(`${challengePath}?${chosen}`)).toMatch(/<html lang="de" dir="ltr" data-theme="dark"/);
  });

  it('continue after the challenge', async () => {
    const { path } = await newPage();
    const unknownChallenge = `${path}/challenge/0e0b7f5c-0000-4000-8000-000000000000`;
    const [plain, german] = [await open(unknownChallenge), await open(`${unknownChallenge}?language=de`)];
    expect([plain.status, plain.headers.get('location')]).toEqual([303, path]);
    expect([german.status, german.headers.get('location')]).toEqual([303, `${path}?language=de`]);
  });

  it('continue in the receipt’s PDF and the portal', async () => {
    const { merchant, sessionId, path } = await newPage();
    await pay(merchant, sessionId);
    const addresses = addressesIn(await read(`${path}?${chosen}`));
    expect(addresses).toContain(`${path}/receipt.pdf?${chosen}`);
    expect(addresses).toContain(`/${merchant.slug}/portal?environment=test&${chosen}`);
    const document = await open(`${path}/receipt.pdf?${chosen}`);
    const { info } = await readPdf(new Uint8Array(await document.arrayBuffer()));
    expect(info).toMatchObject({ Language: 'de' });
  });

  it('are kept when the other one changes', async () => {
    const html = await read('/no-such-store/checkout/x?language=de&theme=dark');
    const forms = [...html.matchAll(/<form.*?<\/form>/gs)].map(([form]) => form);
    expect(forms).toHaveLength(2);
    expect(forms[0]).toContain('<input type="hidden" name="theme" value="dark"');
    expect(forms[1]).toContain('<input type="hidden" name="language" value="de"');
  });

  it('ignore unknown values', async () => {
    const { path } = await newPage();
    const html = await read(`${path}?language=%22%3E%3Cb%3E&theme=javascript:1`);
    expect(dataOf(html).choices).toBe('');
    expect(html).toContain(` action="${path}" `);
  });

  it('set the language of errors', async () => {
    const { path } = await newPage();
    const headers = { 'Content-Type': 'application/json' };
    const answer = await open(`${path}/pay?language=de`, headers, { method: 'POST', body: '{"email":"ana"}' });
    expect((await answer.json()).errors[0].message).toMatch(/E-Mail-Adresse/);
  });

  it('return from the bank', async () => {
    const { merchant, sessionId } = await newPage();
    const charges: Charge[] = [];
    const sandbox = sandboxProvider(db);
    const provider: PaymentProvider = {
      ...sandbox,
      charge: (charge, now) => {
        charges.push(charge);
        return sandbox.charge(charge, now);
      },
    };
    const address = { storeSlug: merchant.slug, sessionId };
    const buyer = { email: 'ana@example.com', country: 'DE', state: '', postcode: '' };
    const { shown } = await quoteCheckout(db, address, buyer, new Date(), englishVoice);
    const card = { cardNumber: asks, cardExpiry: '12 / 40', cardCvc: '123' };
    const options = { provider, appUrl: 'https://pay.example', choices: chosen };
    await payCheckout(db, address, { ...buyer, ...card, shown }, new Date(), options);
    expect(charges.map(({ returnUrl }) => returnUrl)).toEqual([
      `https://pay.example/${merchant.slug}/checkout/${sessionId}?${chosen}`,
    ]);
  });
});

describe('choices in a form submitted without JavaScript', () => {
  const typed = { email: 'ana@example.com', country: 'DE', businessName: '', taxId: '' };
  const sendForm = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ ...typed, language: 'en', theme: 'system', ...fields });
    return open(path, { Origin: baseUrl, ...headers }, { method: 'POST', body });
  };

  it('keep the typed input out of the URL', async () => {
    const { path } = await newPage();
    const answer = await sendForm(path, { language: 'de' });
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^counterfoil_language=de; /)]);
    const html = await answer.text();
    expect(html).toContain('<html lang="de"');
    const { content, choices } = dataOf(html);
    expect(content.form.prefill).toMatchObject({ email: typed.email, country: 'DE' });
    expect(choices).toBe('language=de');
    expect(addressesIn(html).filter((address) => address.includes('ana'))).toEqual([]);
  });

  it('show no problems unless the form was checked before', async () => {
    const { path } = await newPage();
    const problemsOf = async (fields: Record<string, string>) => {
      const { form } = dataOf(await (await sendForm(path, { email: 'ana@', ...fields })).text()).content;
      return [form.isSent, form.problems.email];
    };
    expect(await problemsOf({ theme: 'dark' })).toEqual([false, undefined]);
    expect(await problemsOf({ language: 'de' })).toEqual([false, undefined]);
    expect(await problemsOf({ language: 'de', check: 'on' })).toEqual([true, expect.stringMatching(/E-Mail-Adresse/)]);
    // Enter in a field submits no other choice.
    expect(await problemsOf({})).toEqual([true, expect.stringMatching(/email address/)]);
  });

  it('ignore an untouched select', async () => {
    const { path } = await newPage();
    const untouched = await sendForm(path, {});
    expect(untouched.headers.getSetCookie()).toEqual([]);
    expect(dataOf(await untouched.text()).choices).toBe('');
    const Cookie = 'counterfoil_language=de; counterfoil_theme=dark';
    const response = await sendForm(path, { language: 'de', theme: 'dark' }, { Cookie });
    expect(response.headers.getSetCookie()).toEqual([]);
    const back = await sendForm(path, { language: 'en', theme: 'system' }, { Cookie });
    expect(back.headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual([
      'counterfoil_language=en',
      'counterfoil_theme=system',
    ]);
    expect(await back.text()).toMatch(/<html lang="en" dir="ltr"><head>/);
  });

  it('yield to the URL', async () => {
    const { path } = await newPage();
    const html = await (await sendForm(`${path}?${chosen}`, { language: 'fr', theme: 'dark' })).text();
    expect(html).toMatch(/<html lang="fr" dir="ltr" data-theme="dark"/);
    expect(dataOf(html).choices).toBe('language=fr&theme=dark');
  });

  it('ignore invalid values', async () => {
    const { path } = await newPage();
    const answer = await sendForm(path, { language: '<b>', theme: '\0' });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  });
});
