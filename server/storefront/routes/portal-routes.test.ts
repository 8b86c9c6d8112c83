/** Sign-in to the portal and its refusals. */
import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails, orders, portalLinks, portalSessions, stores } from '#db/schema/index.ts';
import { deleteOldPortalRows } from '#server/customers/data/portal-sessions.ts';
import {
  linkTtlSeconds,
  maxFreeLinksPerDay,
  maxLinksPerDay,
  maxLinksPerDayOverall,
} from '#server/customers/rules/portal.ts';
import { newId } from '#server/domain/ids.ts';
import { secretHashOf } from '#server/domain/secret-hash.ts';
import { voiceFor } from '#server/i18n/say.ts';
import { countPortalEntry, countReceipt } from '#server/platform/rate-limits/rate-limit.ts';
import { readSettings } from '#server/platform/settings.ts';
import { baseUrl, db, newMerchant, newSession, pay, type TestMerchant } from '#server/testing/api.ts';
import { ageCounts, setCount } from '#server/testing/daily-limits.ts';
import {
  browserAt,
  messageOf,
  newEmail,
  newPurchase,
  signInBrowser,
  tokenFor,
} from '#server/testing/orders/portal-visitor.ts';
import { visitCookie } from './portal-visit.ts';

const lastEmailTo = async (recipient: string) =>
  (
    await db
      .select()
      .from(emails)
      .where(eq(emails.recipient, recipient))
      .orderBy(desc(emails.createdAt), desc(emails.id))
      .limit(1)
  )[0];

const linkIn = (email: { body: string } | undefined) => /#link=([\w-]{43})$/m.exec(email?.body ?? '')?.[1] ?? '';

describe('by a session token', () => {
  test('shows the customer’s orders in the named environment', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1' });
    await newPurchase(merchant, newEmail(), { identity: 'user-2' });
    const browser = browserAt(merchant.slug);
    expect(await browser.page('?environment=test')).toEqual({
      kind: 'portal-sign-in',
      environment: 'test',
      mode: 'test',
    });
    const entered = await browser.post('enter', { token: await tokenFor(merchant, 'user-1'), environment: 'test' });
    expect([entered.status, entered.body.data]).toEqual([200, { environment: 'test' }]);
    expect(entered.cookie).toMatch(
      new RegExp(`^counterfoil_portal=[\\w-]{43}; Path=/${merchant.slug}/portal; HttpOnly; SameSite=Lax$`),
    );
    const { kind, view } = await browser.page();
    expect([kind, view.others.map(({ id }: { id: string }) => id)]).toEqual(['portal-orders', [order.id]]);
  });

  test('asks for a sign-in to test for a test order’s URL', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const otherBrowser = await signInBrowser(merchant, 'user-1', 'prod');
    const signIn = { kind: 'portal-sign-in', environment: 'test', mode: 'test' };
    for (const browser of [browserAt(merchant.slug), otherBrowser]) {
      expect(await browser.page(`/orders/${order.id}?environment=test`)).toEqual(signIn);
      const pdf = await browser.get(`/receipts/${order.paymentId}.pdf?environment=test`);
      expect([pdf.status, pdf.headers.get('location')]).toEqual([303, `/${merchant.slug}/portal?environment=test`]);
      // A session of the other environment cannot act here either.
      const refused = await browser.post(`orders/${order.id}/cancel?environment=test`);
      expect([refused.status, refused.body.errors[0].reason]).toEqual([401, 'signed_out']);
    }
    const browser = await signInBrowser(merchant, 'user-1');
    expect((await browser.page(`/orders/${order.id}?environment=test`)).kind).toBe('portal-order');
  });

  test('defaults to prod and hides test orders', async () => {
    const merchant = await newMerchant();
    await newPurchase(merchant, newEmail(), { identity: 'user-1' });
    const browser = browserAt(merchant.slug);
    const entered = await browser.post('enter', { token: await tokenFor(merchant, 'user-1', 'prod') });
    expect(entered.body.data).toEqual({ environment: 'prod' });
    expect((await browser.page()).view).toEqual({ subscriptions: [], others: [], page: 1, pages: 1 });
    // The other environment asks for its own sign-in.
    expect(await browser.page('?environment=test')).toEqual({
      kind: 'portal-sign-in',
      environment: 'test',
      mode: 'test',
    });
  });

  test('only a hash of the cookie is stored', async () => {
    const merchant = await newMerchant();
    const browser = await signInBrowser(merchant, 'user-1');
    const secret = browser.cookie?.split('=')[1] ?? '';
    const rows = await db.select().from(portalSessions).where(eq(portalSessions.storeId, merchant.store.id));
    expect(rows).toMatchObject([{ tokenHash: secretHashOf(secret), buyerIdentity: 'user-1', environment: 'test' }]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('401 for an invalid token or one of another store or environment', async () => {
    const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
    const browser = browserAt(merchant.slug);
    const ofProd = await tokenFor(merchant, 'user-1', 'prod');
    for (const token of ['', 'eyJ', 7, await tokenFor(other, 'user-1'), ofProd]) {
      const refused = await browser.post('enter', { token, environment: 'test' });
      expect(messageOf(refused)).toEqual([401, expect.stringContaining('This sign-in has expired')]);
      expect(refused.cookie).toBeUndefined();
    }
    for (const environment of ['prod', undefined]) {
      const refused = await browser.post('enter', { token: await tokenFor(merchant, 'user-1'), environment });
      expect(messageOf(refused)).toEqual([401, expect.stringContaining('This sign-in has expired')]);
      expect(refused.cookie).toBeUndefined();
    }
  });

  test('a new sign-in ends the previous session', async () => {
    const merchant = await newMerchant();
    const browser = await signInBrowser(merchant, 'user-1');
    const before = browser.cookie;
    await browser.post('enter', { token: await tokenFor(merchant, 'user-2'), environment: 'test' });
    expect((await browser.page()).kind).toBe('portal-orders');
    browser.cookie = before;
    expect((await browser.page()).kind).toBe('portal-sign-in');
  });
});

test('sets a secure cookie on https', () => {
  const visitor = (checkoutUrl: string) =>
    ({ store: { slug: 'press' }, settings: { checkoutUrl } }) as Parameters<typeof visitCookie>[0];
  expect(visitCookie(visitor('https://pay.example'), 'x')).toContain('; Secure');
  expect(visitCookie(visitor('http://localhost:3000'), 'x')).not.toContain('Secure');
});

// Every link request takes 300 ms, whatever it finds.
describe.concurrent('by an emailed link', () => {
  test('signs in a buyer once and shows the orders of that address', async () => {
    const merchant = await newMerchant('Kettle & Crema');
    const email = newEmail();
    const order = await newPurchase(merchant, email);
    const browser = browserAt(merchant.slug);
    const linkResponse = await browser.post('link', { email: ` ${email.toUpperCase()} `, environment: 'test' });
    expect([linkResponse.status, linkResponse.body.data]).toEqual([200, { email: email.toUpperCase() }]);
    const sentEmail = await lastEmailTo(email);
    expect(sentEmail?.subject).toBe('[Test] Your orders at “Kettle & Crema”');
    expect(sentEmail?.body).toContain(`${baseUrl}/${merchant.slug}/portal/open?environment=test#link=`);
    const response = await browser.get('/open');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store, no-transform']);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const link = linkIn(sentEmail);
    const opened = await browser.post('open', { link });
    expect([opened.status, opened.body.data]).toEqual([200, { environment: 'test' }]);
    const { view, visitor } = await browser.page();
    expect(view.others).toMatchObject([{ id: order.id }]);
    expect(visitor).toEqual({ name: email.toUpperCase(), environment: 'test', mode: 'test' });
    const again = await browserAt(merchant.slug).post('open', { link });
    expect(messageOf(again)).toEqual([400, 'This link has already been used. Get a new one.']);
  });

  test('lets one of five concurrent uses in', async () => {
    const merchant = await newMerchant();
    const email = newEmail();
    await newPurchase(merchant, email);
    await browserAt(merchant.slug).post('link', { email, environment: 'test' });
    const link = linkIn(await lastEmailTo(email));
    const answers = await Promise.all(Array.from({ length: 5 }, () => browserAt(merchant.slug).post('open', { link })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    const visits = await db.select().from(portalSessions).where(eq(portalSessions.storeId, merchant.store.id));
    expect(visits).toHaveLength(1);
  });

  test('answers unknown addresses alike and sends nothing', async () => {
    const merchant = await newMerchant();
    const [known, unknown, unpaid] = [newEmail(), newEmail(), newEmail()];
    await newPurchase(merchant, known);
    const { sessionId } = await newSession(merchant);
    await expect(pay(merchant, sessionId, { email: unpaid, cardNumber: '4000 0000 0000 0002' })).rejects.toThrow();
    for (const email of [known, unknown, unpaid]) {
      const started = performance.now();
      const { status, headers, body } = await browserAt(merchant.slug).post('link', { email, environment: 'test' });
      // All requests take the same time.
      expect(performance.now() - started).toBeGreaterThan(290);
      expect([status, body]).toEqual([200, { data: { email } }]);
      expect(headers.has('set-cookie')).toBe(false);
      // A second request is too early for unknown addresses, too.
      const second = await browserAt(merchant.slug).post('link', { email, environment: 'test' });
      expect(messageOf(second)).toEqual([429, expect.stringContaining('We just sent a link')]);
      expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(50);
    }
    expect(await lastEmailTo(known)).toBeDefined();
    expect(await lastEmailTo(unknown)).toBeUndefined();
    expect(await lastEmailTo(unpaid)).toBeUndefined();
  });

  test('does not open orders of a merchant’s customer account', async () => {
    const merchant = await newMerchant();
    const email = newEmail();
    await newPurchase(merchant, email, { identity: 'user-1' });
    await browserAt(merchant.slug).post('link', { email, environment: 'test' });
    const sent = await lastEmailTo(email);
    expect(sent?.body).toContain('Sign in at “Test Store” to view or change them.');
    expect(sent?.body).not.toContain('#link=');
  });

  test('goes to the stored spelling of the address', async () => {
    const merchant = await newMerchant();
    const stored = `Ana.${randomUUID()}@Example.com`;
    await newPurchase(merchant, stored);
    await browserAt(merchant.slug).post('link', { email: stored.toLowerCase(), environment: 'test' });
    expect(linkIn(await lastEmailTo(stored))).not.toBe('');
    expect(await lastEmailTo(stored.toLowerCase())).toBeUndefined();
  });

  test('allows five a day per address', async () => {
    const merchant = await newMerchant();
    const email = newEmail();
    await newPurchase(merchant, email);
    for (let index = 0; index < maxLinksPerDay; index += 1) {
      expect((await browserAt(merchant.slug).post('link', { email, environment: 'test' })).status).toBe(200);
      await ageCounts(email, 3600);
    }
    const sixth = await browserAt(merchant.slug).post('link', { email: email.toUpperCase(), environment: 'test' });
    expect(messageOf(sixth)).toEqual([429, expect.stringContaining('Try again tomorrow')]);
    expect(Number(sixth.headers.get('Retry-After'))).toBeGreaterThan(22 * 3600);
    expect(await db.select().from(emails).where(eq(emails.recipient, email))).toHaveLength(maxLinksPerDay);
    await ageCounts(email, 25 * 3600);
    expect((await browserAt(merchant.slug).post('link', { email, environment: 'test' })).status).toBe(200);
  });

  test('allows twenty a day per address over all stores', async () => {
    const merchant = await newMerchant();
    const email = newEmail();
    await setCount(`portal links of ${email}`, maxLinksPerDayOverall);
    const refused = await browserAt(merchant.slug).post('link', { email, environment: 'test' });
    expect(refused.status).toBe(429);
  });

  test('allows a hundred a day per merchant without real payments', async () => {
    const [merchant, neighbor] = [await newMerchant(), await newMerchant()];
    const of = { merchantId: merchant.id, storeId: merchant.store.id, environment: 'test' } as const;
    const now = new Date();
    const ask = (slug: string, environment: string) => browserAt(slug).post('link', { email: newEmail(), environment });
    await db.insert(portalLinks).values(
      Array.from({ length: maxFreeLinksPerDay - 1 }, () => {
        const id = newId();
        return { id, ...of, email: newEmail(), tokenHash: secretHashOf(id), expiresAt: now, createdAt: now };
      }),
    );
    expect((await ask(merchant.slug, 'test')).status).toBe(200);
    expect((await ask(merchant.slug, 'test')).status).toBe(429);
    expect((await ask(merchant.slug, 'prod')).status).toBe(200);
    expect((await ask(neighbor.slug, 'test')).status).toBe(200);
  });

  test('sends one email for concurrent requests', async () => {
    const merchant = await newMerchant();
    const email = newEmail();
    await newPurchase(merchant, email);
    const ask = () => browserAt(merchant.slug).post('link', { email, environment: 'test' });
    const answers = await Promise.all(Array.from({ length: 5 }, ask));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429, 429]);
    expect(await db.select().from(emails).where(eq(emails.recipient, email))).toHaveLength(1);
  });

  test('400 for an invalid address, at its field', async () => {
    const { slug } = await newMerchant();
    for (const email of [
      '',
      'ana',
      'a@b',
      `${'x'.repeat(250)}@example.com`,
      7,
      undefined,
      'ana@example.com\r\nBcc: x@y.z',
    ]) {
      const { status, body } = await browserAt(slug).post('link', { email });
      expect([status, body.errors[0].path]).toEqual([400, 'email']);
    }
  });

  test('400 for an expired or unknown link, or another store’s', async () => {
    const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
    const email = newEmail();
    await newPurchase(merchant, email);
    const browser = browserAt(merchant.slug);
    await browser.post('link', { email, environment: 'test' });
    const link = linkIn(await lastEmailTo(email));
    expect(messageOf(await browserAt(other.slug).post('open', { link }))).toEqual([
      400,
      'This link is not valid. Get a new one.',
    ]);
    for (const bad of ['', 'x'.repeat(43), 7, null, `${link}x`]) {
      expect((await browser.post('open', { link: bad })).body.errors[0].reason).toBe('link_unknown');
    }
    const expiresAt = new Date(Date.now() - 1);
    await db.update(portalLinks).set({ expiresAt }).where(eq(portalLinks.email, email));
    expect(messageOf(await browser.post('open', { link }))).toEqual([400, 'This link has expired. Get a new one.']);
  });

  test('is valid for fifteen minutes', async () => {
    const merchant = await newMerchant();
    const email = newEmail();
    await browserAt(merchant.slug).post('link', { email });
    const [row] = await db.select().from(portalLinks).where(eq(portalLinks.email, email));
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(linkTtlSeconds * 1000);
  });

  test('has the language of the request', async () => {
    const merchant = await newMerchant('Kettle & Crema');
    const email = newEmail();
    await newPurchase(merchant, email);
    const headers = { 'Accept-Language': 'de' };
    const { status } = await browserAt(merchant.slug).post('link', { email, environment: 'test' }, headers);
    expect(status).toBe(200);
    const { say } = voiceFor({ language: 'de', locale: 'de' });
    const sentEmail = await lastEmailTo(email);
    expect(sentEmail?.body).toContain(say('emails.portalLink.text', { store: '„Kettle & Crema“' }));
    expect(sentEmail?.subject).toContain(say('emails.portalLink.subject', { store: '„Kettle & Crema“' }));
  });
});

describe('a session', () => {
  const moveEnd = (merchant: TestMerchant, seconds: number, begunSecondsAgo = 60) =>
    db
      .update(portalSessions)
      .set({
        expiresAt: new Date(Date.now() + seconds * 1000),
        createdAt: new Date(Date.now() - begunSecondsAgo * 1000),
      })
      .where(eq(portalSessions.storeId, merchant.store.id));
  const endOf = async (merchant: TestMerchant) => {
    const [visit] = await db.select().from(portalSessions).where(eq(portalSessions.storeId, merchant.store.id));
    return Math.round(((visit?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000);
  };

  test('ends after 30 idle minutes, and 8 hours after sign-in', async () => {
    const merchant = await newMerchant();
    const browser = await signInBrowser(merchant, 'user-1');
    await moveEnd(merchant, 600);
    await browser.page();
    expect(await endOf(merchant)).toBe(30);
    await moveEnd(merchant, 300, 8 * 3600 - 600);
    await browser.page();
    expect(await endOf(merchant)).toBe(10);
    await moveEnd(merchant, -1);
    expect((await browser.page()).kind).toBe('portal-sign-in');
  });

  test('ends on sign-out', async () => {
    const merchant = await newMerchant();
    const browser = await signInBrowser(merchant, 'user-1');
    const cookie = browser.cookie;
    const left = await browser.post('leave');
    expect([left.status, left.cookie]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    browser.cookie = cookie;
    expect((await browser.page()).kind).toBe('portal-sign-in');
  });

  test('opens no other and no deleted store', async () => {
    const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
    const browser = await signInBrowser(merchant, 'user-1');
    const otherBrowser = browserAt(other.slug);
    otherBrowser.cookie = browser.cookie;
    expect((await otherBrowser.page()).kind).toBe('portal-sign-in');
    await db.update(stores).set({ deletedAt: new Date() }).where(eq(stores.id, merchant.store.id));
    expect((await browser.page()).kind).toBe('portal-not-found');
    expect((await browser.post('leave')).status).toBe(404);
  });

  test('rejects calls without a session', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    for (const step of ['cancel', 'reactivate', 'refund', 'card']) {
      const refused = await browserAt(merchant.slug).post(`orders/${order.id}/${step}`, { reason: 'x' });
      expect([refused.status, refused.body.errors[0].reason]).toEqual([401, 'signed_out']);
    }
    const [row] = await db.select().from(orders).where(eq(orders.id, order.uuid));
    expect(row?.status).toBe('active');
  });

  test('deletes expired sessions and links', async () => {
    const merchant = await newMerchant();
    await signInBrowser(merchant, 'user-1');
    const email = newEmail();
    await browserAt(merchant.slug).post('link', { email });
    const visits = () => db.select().from(portalSessions).where(eq(portalSessions.storeId, merchant.store.id));
    const links = () => db.select().from(portalLinks).where(eq(portalLinks.email, email));
    await deleteOldPortalRows(db, new Date());
    expect([(await visits()).length, (await links()).length]).toEqual([1, 1]);
    await db
      .update(portalSessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(portalSessions.storeId, merchant.store.id));
    await db
      .update(portalLinks)
      .set({ expiresAt: new Date(Date.now() - 24 * 3600_000), createdAt: new Date(Date.now() - 25 * 3600_000) })
      .where(eq(portalLinks.email, email));
    await deleteOldPortalRows(db, new Date());
    expect([(await visits()).length, (await links()).length]).toEqual([0, 0]);
  });
});

describe('rejects calls from other origins', () => {
  const forgeries: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: '' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
  ];
  test.each(forgeries)('%j', async (headers) => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signInBrowser(merchant, 'user-1');
    const refused = await browser.post(`orders/${order.id}/cancel`, {}, headers);
    expect(refused.status).toBe(403);
    const [row] = await db.select().from(orders).where(eq(orders.id, order.uuid));
    expect(row?.status).toBe('active');
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'orders/x/constructor'])(
    'answers 404 to %s, a property that every object inherits',
    async (name) => {
      const merchant = await newMerchant();
      expect((await browserAt(merchant.slug).post(name)).status).toBe(404);
    },
  );

  test('rejects invalid JSON', async () => {
    const { slug } = await newMerchant();
    const response = await fetch(`${baseUrl}/${slug}/portal/leave`, {
      method: 'POST',
      headers: { Origin: new URL(baseUrl).origin, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
    });
    expect(response.status).toBe(400);
  });
});

describe('rate limits', () => {
  // Uses the limiter with its production limits; the test servers raise them.
  const settings = readSettings({}, { serving: false });

  test('allows ten sign-ins a minute per network', async () => {
    const address = randomUUID();
    const standings = await Promise.all(Array.from({ length: 11 }, () => countPortalEntry(address, settings)));
    expect(standings.filter(({ refusal }) => refusal)).toHaveLength(1);
  });

  test('allows thirty PDFs a minute per buyer', async () => {
    const visit = randomUUID();
    const standings = await Promise.all(Array.from({ length: 31 }, () => countReceipt(visit, settings)));
    expect(standings.filter(({ refusal }) => refusal)).toHaveLength(1);
  });
});
