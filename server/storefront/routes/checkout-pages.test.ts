/** The checkout pages over HTTP: framing, languages and form submissions without JavaScript. */
import { eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { checkoutSessions, stores } from '#db/schema/index.ts';
import {
  db,
  newMerchant,
  newProduct,
  newSession,
  newSubscriptionSession,
  pay,
  type TestMerchant,
} from '#server/testing/api.ts';
import { ordersOf } from '#server/testing/orders/rows.ts';
import { baseUrl } from '#server/testing/worker-servers.ts';

async function newPage(fields: Record<string, unknown> = {}, storeName = 'Harbour Light Press') {
  const merchant = await newMerchant(storeName);
  const { sessionId } = await newSession(merchant, fields);
  return { merchant, sessionId, path: `/${merchant.slug}/checkout/${sessionId}` };
}

const open = (path: string, headers: Record<string, string> = {}, more: RequestInit = {}) =>
  fetch(`${baseUrl}${path}`, { redirect: 'manual', headers, ...more });

const read = async (path: string, headers?: Record<string, string>) => await (await open(path, headers)).text();

const sendForm = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  open(path, { Origin: baseUrl, ...headers }, { method: 'POST', body: new URLSearchParams(fields) });

describe('a slug in capitals', () => {
  test.each(['checkout', 'portal'])('redirects to the stored slug: %s', async (kind) => {
    const { merchant, path } = await newPage();
    const written = kind === 'checkout' ? path : `/${merchant.slug}/portal`;
    const typed = written.replace(merchant.slug, merchant.slug.toUpperCase());
    const query = '?environment=test&language=de';
    const answer = await open(typed + query);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, written + query]);
    const page = await fetch(`${baseUrl}${typed}${query}`);
    expect([page.status, page.url]).toEqual([200, `${baseUrl}${written}${query}`]);
  });

  test('also redirects calls', async () => {
    const { merchant, path } = await newPage();
    const typed = path.replace(merchant.slug, merchant.slug.toUpperCase());
    const response = await fetch(`${baseUrl}${typed}/quote`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ country: 'DE' }),
    });
    expect([response.status, (await response.json()).errors]).toEqual([200, undefined]);
  });

  test('answers 404 for unknown slugs and for reserved paths', async () => {
    const { sessionId } = await newPage();
    expect((await fetch(`${baseUrl}/NOBODYS-${sessionId}/checkout/${sessionId}`)).status).toBe(404);
    expect((await open(`/V1/checkout/${sessionId}`)).status).toBe(404);
  });
});

/** The page's data. */
const dataOf = (html: string) => JSON.parse(/id="page">(.*?)<\/script>/s.exec(html)?.[1] ?? '');

describe('the page’s security headers', () => {
  it('allow only the page’s script and no frames', async () => {
    const { path } = await newPage();
    const nonces = new Set<string>();
    for (let time = 0; time < 2; time += 1) {
      const response = await open(path);
      const policy = response.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      nonces.add(nonce);
      expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic';`);
      for (const rule of ["default-src 'none'", "frame-src 'none'", "form-action 'self'", "base-uri 'none'"]) {
        expect(policy).toContain(rule);
      }
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|stripe/);
      expect(response.headers.get('x-frame-options')).toBe('DENY');
      expect(response.headers.get('cache-control')).toContain('no-store');
      const html = await response.text();
      const scripts = [...html.matchAll(/<script(?![^>]*application\/json)[^>]*>/g)].map(([tag]) => tag);
      // The page's script, and the inline script that reports if it does not load.
      expect(scripts).toHaveLength(2);
      for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
      expect(scripts[1]).toContain('src="/assets/');
      expect(html).not.toMatch(/<[^>]+\s(?:on\w+|style)=/);
    }
    expect(nonces.size).toBe(2);
  });

  it('allow the store’s frame origins', async () => {
    const { merchant, path } = await newPage();
    const origins = ['https://shop.example.com', 'https://www.example.com'];
    await db.update(stores).set({ checkoutFrameOrigins: origins }).where(eq(stores.id, merchant.store.id));
    const { headers } = await open(path);
    expect(headers.get('content-security-policy')).toMatch(
      /frame-ancestors https:\/\/shop\.example\.com https:\/\/www\.example\.com(?:;|$)/,
    );
    expect(headers.get('x-frame-options')).toBeNull();
  });

  it('escape merchant and buyer text in the page’s data', async () => {
    const evil = '</script><script>alert(1)</script><!--';
    const { path } = await newPage({ buyerEmail: 'a@example.com', metadata: { secret: 'not for buyers' } }, evil);
    const html = await read(path);
    expect(html).not.toContain('<script>alert(1)');
    expect(html).not.toContain('not for buyers');
    expect(dataOf(html).store.name).toBe(evil);
    expect(Object.keys(dataOf(html).store).sort()).toEqual([
      'checkoutSettings',
      'logo',
      'name',
      'slug',
      'supportEmail',
      'website',
    ]);
  });
});

it('include buyer details only while there is a form', async () => {
  const buyer = {
    buyerEmail: 'ines@example.net',
    billingDetail: { country: 'US', state: 'OR', postcode: '97201', isBusiness: false },
  };
  const { path, sessionId } = await newPage(buyer);
  expect(dataOf(await read(path)).content.form.prefill).toMatchObject({ email: 'ines@example.net', postcode: '97201' });
  await db.update(checkoutSessions).set({ expiresAt: new Date() }).where(eq(checkoutSessions.id, sessionId));
  const html = await read(path);
  expect(dataOf(html).content.view.state).toBe('expired');
  expect(html).not.toMatch(/ines@example\.net|"97201"/);
});

it('shows a pathological description as plain text', async () => {
  const description = `${'* '.repeat(4999)}a`;
  const merchant = await newMerchant();
  const { id: productId } = await newProduct(merchant, { description });
  const { sessionId } = await newSession(merchant, { productId });
  const path = `/${merchant.slug}/checkout/${sessionId}`;
  const response = await open(path);
  expect(response.status).toBe(200);
  expect(dataOf(await response.text()).content.view.product.descriptionHtml).toContain(`>${description}</p>`);
});

describe('language and theme', () => {
  it('the chosen language wins over the session’s and the browser’s', async () => {
    const { path, merchant } = await newPage();
    expect(await read(path, { 'Accept-Language': 'de-AT, en;q=0.5' })).toContain('<html lang="de" dir="ltr"');
    expect(await read(path, { 'Accept-Language': 'xx' })).toContain('<html lang="en"');
    const french = await newSession(merchant, { language: 'fr-CA' });
    const frenchPath = path.replace(/[^/]+$/, french.sessionId);
    expect(await read(frenchPath, { 'Accept-Language': 'de' })).toContain('<html lang="fr"');
    const chosen = await open(`${frenchPath}?language=ar`);
    expect(await chosen.text()).toContain('<html lang="ar" dir="rtl"');
    const cookie = chosen.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^counterfoil_language=ar; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly$/);
    expect(await read(frenchPath, { Cookie: cookie.split(';')[0] ?? '' })).toContain('<html lang="ar"');
    const nonsense = await open(`${path}?language=%3Cb%3E&theme=pink`, { Cookie: 'counterfoil_language=%00' });
    expect(nonsense.headers.get('set-cookie')).toBeNull();
    expect(nonsense.status).toBe(200);
  });

  it('the chosen theme wins over the session’s and the store’s', async () => {
    const { path, merchant } = await newPage({ darkMode: true });
    expect(await read(path)).toContain(' data-theme="dark"');
    expect(await read(`${path}?theme=light`)).toContain(' data-theme="light"');
    expect(await read(path, { Cookie: 'counterfoil_theme=system' })).not.toMatch(/<html[^>]*data-theme/);
    await db
      .update(stores)
      .set({ checkoutSettings: { defaultDarkMode: false } })
      .where(eq(stores.id, merchant.store.id));
    const { sessionId } = await newSession(merchant);
    expect(await read(path.replace(/[^/]+$/, sessionId))).toContain(' data-theme="light"');
  });

  it('a refresh contains messages only after a change of language', async () => {
    const { path, sessionId } = await newPage();
    const json = { Accept: 'application/json', 'Accept-Language': 'en' };
    const same = await (await open(path, json)).json();
    expect(same).toMatchObject({ messages: null, content: { kind: 'checkout', view: { state: 'open', sessionId } } });
    const german = await (await open(`${path}?language=de`, json)).json();
    expect(german.messages['common.language']).toBe('Sprache');
    const gone = await open(`${path}0`, json);
    expect([gone.status, (await gone.json()).content]).toEqual([200, { kind: 'not-found' }]);
  });

  it('a rejected payment names its field in the buyer’s language', async () => {
    const { path } = await newPage();
    const send = async (body: object) => {
      const headers = { 'Content-Type': 'application/json', 'Accept-Language': 'de' };
      const answer = await open(`${path}/pay`, headers, { method: 'POST', body: JSON.stringify(body) });
      return (await answer.json()).errors[0];
    };
    const buyer = { email: 'ana@example.com', country: 'DE', cardExpiry: '12 / 40', cardCvc: '123' };
    expect(await send({ ...buyer, email: 'ana' })).toMatchObject({ path: 'email', message: /E-Mail-Adresse/ });
    expect(await send({ ...buyer, cardNumber: '4111111111111111' })).toMatchObject({ path: 'cardNumber' });
    const business = { isBusiness: true, businessName: 'Kaffee GmbH', taxId: 'DE1' };
    expect(await send({ ...buyer, ...business })).toMatchObject({ path: 'taxId' });
    expect(await send({ ...buyer, ...business, businessName: '' })).toMatchObject({ path: 'businessName' });
  });
});

describe('a form submitted without JavaScript', () => {
  const german = { country: 'DE', email: 'ana@example.com', postcode: '10115' };

  it('returns typed values and the quote and stores nothing', async () => {
    const { path, sessionId } = await newPage();
    const response = await sendForm(path, { ...german, isBusiness: 'on', businessName: '"><b>', taxId: 'DE136695976' });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('value="&quot;>&lt;b>"');
    const { form, view } = dataOf(html).content;
    expect(form).toMatchObject({ isSent: true, problems: {}, prefill: { ...german, isBusiness: true } });
    expect(view.quote).toMatchObject({ isReverseCharge: true, shown: { totalMinor: 2900 } });
    expect(await ordersOf(sessionId)).toEqual([]);
  });

  it('reports each problem at its field', async () => {
    const { path } = await newPage();
    const html = await (await sendForm(path, { email: 'ana@\0', country: 'US', isBusiness: 'on', taxId: 'x' })).text();
    expect(Object.keys(dataOf(html).content.form.problems)).toEqual(['email', 'state', 'businessName']);
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(3);
  });

  it('is rejected from other origins, when too long, and when no form', async () => {
    const { path } = await newPage();
    expect((await sendForm(path, german, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await sendForm(path, { email: 'a'.repeat(2 ** 20) })).status).toBe(413);
    const json = { Origin: baseUrl, 'Content-Type': 'application/json' };
    expect((await open(path, json, { method: 'POST', body: '{}' })).status).toBe(415);
  });

  it('has no named card fields', async () => {
    const { path } = await newPage();
    const inputs = [...(await read(path)).matchAll(/<input[^>]*>/g)].map(([tag]) => tag);
    const cards = inputs.filter((tag) => /autocomplete="cc-/.test(tag));
    expect(cards).toHaveLength(3);
    for (const tag of cards) expect(tag).not.toContain('name=');
  });
});

describe('an unknown address', () => {
  it('is 404 with the store’s theme', async () => {
    const { path, merchant } = await newPage();
    const other = await newPage();
    for (const token of ['nonsense', '0e0b7f5c-0000-4000-8000-000000000000', other.sessionId, '%00']) {
      const response = await open(path.replace(/[^/]+$/, token));
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(merchant.store.name)]);
    }
    expect((await open(`/no-such-store/checkout/${other.sessionId}`)).status).toBe(404);
    for (const end of ['/nothing', '/receipt.pdf', '/pay/x', '/challenge/x/y']) {
      expect((await open(`${path}${end}`)).status, end).toBe(404);
    }
  });

  it('is 404 after the store is deleted', async () => {
    const { path, merchant } = await newPage();
    await db.update(stores).set({ deletedAt: new Date() }).where(eq(stores.id, merchant.store.id));
    const response = await open(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain(merchant.store.name);
  });
});

describe('a closed checkout', () => {
  it('has a PDF receipt with the buyer after payment', async () => {
    const { merchant, sessionId, path } = await newPage();
    const business = { businessName: 'Kaffee GmbH', taxId: 'DE136695976' };
    await pay(merchant, sessionId, { ...business, isBusiness: true } as never);
    const { content } = dataOf(await read(path));
    expect(content.view).toMatchObject({
      state: 'paid',
      receipt: { isReverseCharge: true, business: { name: 'Kaffee GmbH', taxId: 'DE136695976' } },
    });
    const response = await open(`${path}/receipt.pdf`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('has no form for any submission', async () => {
    const { sessionId, path } = await newPage();
    const expiresAt = new Date(Date.now() - 1000);
    await db.update(checkoutSessions).set({ expiresAt }).where(eq(checkoutSessions.id, sessionId));
    const html = await (await sendForm(path, { email: 'ana@example.com', country: 'DE' })).text();
    expect(dataOf(html).content).toMatchObject({ view: { state: 'expired' }, form: null });
    expect(html).not.toContain('name="email"');
  });
});

describe('the quote', () => {
  const ask = async (merchant: TestMerchant, sessionId: string, buyer: object) => {
    const path = `/${merchant.slug}/checkout/${sessionId}/quote`;
    const headers = { 'Content-Type': 'application/json', 'Accept-Language': 'en' };
    const answer = await open(path, headers, { method: 'POST', body: JSON.stringify(buyer) });
    return (await answer.json()).data;
  };
  const buyer = { email: '', country: 'DE', state: '', postcode: '', isBusiness: true, businessName: '' };

  it('applies reverse charge for a valid number, and tax with a message otherwise', async () => {
    const { merchant, sessionId } = await newPage();
    expect(await ask(merchant, sessionId, { ...buyer, taxId: 'DE 136 695 976' })).toMatchObject({
      taxName: 'VAT, reverse charge',
      total: '$29.00',
      isReverseCharge: true,
      problems: {},
    });
    expect(await ask(merchant, sessionId, { ...buyer, taxId: 'DE136695977' })).toMatchObject({
      total: '$34.51',
      isReverseCharge: false,
      problems: { taxId: expect.stringContaining('not a valid VAT number') },
    });
    expect(await ask(merchant, sessionId, { ...buyer, isBusiness: false, taxId: 'DE136695976' })).toMatchObject({
      total: '$34.51',
      problems: {},
    });
    // The format of tax IDs is unknown elsewhere.
    expect(await ask(merchant, sessionId, { ...buyer, country: 'BR', taxId: '12' })).toMatchObject({ problems: {} });
  });

  it('uses the merchant’s details for fields that the form omits', async () => {
    const merchant = await newMerchant();
    const billingDetail = { country: 'DE', isBusiness: true, taxId: 'DE136695976' };
    const { sessionId } = await newSubscriptionSession(merchant, { billingDetail });
    const { isBusiness: _, ...silent } = buyer;
    expect(await ask(merchant, sessionId, silent)).toMatchObject({ isReverseCharge: true, total: '$18.00' });
  });
});

test('accepts GET and POST only', async () => {
  const { path } = await newPage();
  expect((await open(path, {}, { method: 'HEAD' })).status).toBe(200);
  for (const method of ['PUT', 'PATCH', 'DELETE']) expect((await open(path, {}, { method })).status).toBe(405);
  expect((await open(`${path}/quote`)).status).toBe(405);
});

describe('the pages’ files', () => {
  it('are under 100 kB of script and cached forever', async () => {
    const { path } = await newPage();
    const html = await read(path);
    const scripts = [...html.matchAll(/(?:src|rel="modulepreload" href)="(\/assets\/[^"]+\.js)"/g)].map(
      ([, url]) => url,
    );
    expect(scripts).toHaveLength(2);
    let bytes = 0;
    for (const url of scripts) {
      const response = await open(url ?? '', { 'Accept-Encoding': 'gzip' });
      expect(response.headers.get('cache-control')).toContain('immutable');
      bytes += Number(response.headers.get('content-length') ?? 0) || (await response.arrayBuffer()).byteLength;
    }
    expect(bytes).toBeLessThan(100_000);
  });

  it('contain nothing else', async () => {
    for (const name of ['nothing.js', '..%2Fserver%2Frender.js', '.vite/manifest.json', '']) {
      expect((await open(`/assets/${name}`)).status, name).toBe(404);
    }
  });
});
