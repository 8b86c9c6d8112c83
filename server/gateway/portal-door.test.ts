import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  emails,
  methodChanges,
  orders,
  payments,
  portalLinks,
  portalSessions,
  refunds,
  refundTickets,
  stores,
} from '../../db/schema/index.ts';
import { fromShortId, newId, toShortId } from '../domain/ids.ts';
import {
  linkTtlSeconds,
  mostFreeLinksPerDay,
  mostLinksPerDay,
  mostLinksPerDayOverall,
  secretHashOf,
} from '../domain/portal.ts';
import { voiceFor } from '../i18n/say.ts';
import { deleteOldVisits } from '../queries/portal-sessions.ts';
import { readSettings } from '../settings.ts';
import {
  baseUrl,
  db,
  newMerchant,
  newSession,
  newSubscriptionSession,
  pay,
  type TestMerchant,
} from '../testing/api.ts';
import { emailsTo, fixTokenIn, fixUrlIn, newPastDue } from '../testing/past-due.ts';
import { review } from '../testing/refunds.ts';
import { visitCookie } from './portal-visit.ts';
import { countPortalEntry, countReceipt } from './rate-limit.ts';

const origin = new URL(baseUrl).origin;
const newEmail = () => `${randomUUID()}@example.com`;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  readonly body: any;
  readonly cookie: string | undefined;
}

/** A browser at one store's portal: it keeps the cookie, and says where its calls come from. */
function browserAt(slug: string) {
  let cookie: string | undefined;
  const read = async (response: Response): Promise<Answer> => {
    const set = response.headers.getSetCookie().find((text) => text.startsWith('counterfoil_portal='));
    if (set) cookie = /Max-Age=0/.test(set) ? undefined : set.split(';')[0];
    const text = await response.text();
    const body = /^[{[]/.test(text) ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body, cookie: set };
  };
  const sent = (): Record<string, string> => (cookie ? { Cookie: cookie } : {});
  return {
    get cookie() {
      return cookie;
    },
    set cookie(given: string | undefined) {
      cookie = given;
    },
    /** The page as the browser's own script asks for it: what it shows, as values. */
    async page(path = '', headers: Record<string, string> = {}) {
      const url = `${baseUrl}/${slug}/portal${path}`;
      const { body } = await read(await fetch(url, { headers: { Accept: 'application/json', ...sent(), ...headers } }));
      return body.content;
    },
    async get(path: string) {
      return await read(await fetch(`${baseUrl}/${slug}/portal${path}`, { headers: sent(), redirect: 'manual' }));
    },
    async post(path: string, body: object = {}, headers: Record<string, string> = {}) {
      const method = { method: 'POST', body: JSON.stringify(body) };
      const usual = { 'Content-Type': 'application/json', Origin: origin, ...sent(), ...headers };
      return await read(await fetch(`${baseUrl}/${slug}/portal/${path}`, { ...method, headers: usual }));
    },
  };
}
type TestBrowser = ReturnType<typeof browserAt>;

/** A customer's session token, as the merchant's backend gets it. */
async function tokenFor(merchant: TestMerchant, buyerIdentity: string): Promise<string> {
  const { body } = await merchant.call('auth/issue-session-token', { storeId: merchant.storeId, buyerIdentity });
  return body.data.token;
}

/** A paid order of that buyer's; of a subscription with `isSubscription`. */
async function bought(
  merchant: TestMerchant,
  email: string,
  options: { identity?: string; isSubscription?: true } = {},
) {
  const { sessionId } = await (options.isSubscription ? newSubscriptionSession : newSession)(merchant);
  await pay(merchant, sessionId, { email, country: 'US', state: 'OR' });
  const [order] = await db
    .update(orders)
    .set(options.identity ? { buyerIdentity: options.identity } : { buyerEmail: email })
    .where(eq(orders.checkoutSessionId, sessionId))
    .returning();
  if (!order) throw new Error('the session has no order');
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id));
  return { id: toShortId('ORD', order.id), uuid: order.id, paymentId: toShortId('PAY', payment?.id ?? '') };
}

/** A browser in which that buyer has come in by a session token. */
async function signedIn(merchant: TestMerchant, identity: string, environment = 'test') {
  const browser = browserAt(merchant.slug);
  const entered = await browser.post('enter', { token: await tokenFor(merchant, identity), environment });
  expect(entered.status).toBe(200);
  return browser;
}

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

/** As if what was asked for with that address had been asked for so long ago. */
const age = (email: string, seconds: number) =>
  db
    .update(portalLinks)
    .set({ createdAt: new Date(Date.now() - seconds * 1000) })
    .where(eq(portalLinks.email, email));

const messageOf = ({ status, body }: Answer) => [status, body.errors?.[0]?.message];

describe('by a session token', () => {
  test('shows that customer’s orders, in the environment that was named', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1' });
    await bought(merchant, newEmail(), { identity: 'user-2' });
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

  test('an order whose address says test is asked to be seen there, signed out or in elsewhere', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const elsewhere = await signedIn(merchant, 'user-1', 'prod');
    const signIn = { kind: 'portal-sign-in', environment: 'test', mode: 'test' };
    for (const browser of [browserAt(merchant.slug), elsewhere]) {
      expect(await browser.page(`/orders/${order.id}?environment=test`)).toEqual(signIn);
      const pdf = await browser.get(`/receipts/${order.paymentId}.pdf?environment=test`);
      expect([pdf.status, pdf.headers.get('location')]).toEqual([303, `/${merchant.slug}/portal?environment=test`]);
      // Nor is anything done there by whoever is in the other environment.
      const refused = await browser.post(`orders/${order.id}/cancel?environment=test`);
      expect([refused.status, refused.body.errors[0].reason]).toEqual([401, 'signed_out']);
    }
    const browser = await signedIn(merchant, 'user-1');
    expect((await browser.page(`/orders/${order.id}?environment=test`)).kind).toBe('portal-order');
  });

  test('prod, where none is named; what was bought in test is not there', async () => {
    const merchant = await newMerchant();
    await bought(merchant, newEmail(), { identity: 'user-1' });
    const browser = browserAt(merchant.slug);
    const entered = await browser.post('enter', { token: await tokenFor(merchant, 'user-1') });
    expect(entered.body.data).toEqual({ environment: 'prod' });
    expect((await browser.page()).view).toEqual({ subscriptions: [], others: [], page: 1, pages: 1 });
    // The address of the other environment asks to come in there.
    expect(await browser.page('?environment=test')).toEqual({
      kind: 'portal-sign-in',
      environment: 'test',
      mode: 'test',
    });
  });

  test('only a hash of the cookie is stored', async () => {
    const merchant = await newMerchant();
    const browser = await signedIn(merchant, 'user-1');
    const secret = browser.cookie?.split('=')[1] ?? '';
    const rows = await db.select().from(portalSessions).where(eq(portalSessions.storeId, merchant.store.id));
    expect(rows).toMatchObject([{ tokenHash: secretHashOf(secret), buyerIdentity: 'user-1', environment: 'test' }]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('401 for a token that is none, and for another store’s', async () => {
    const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
    const browser = browserAt(merchant.slug);
    for (const token of ['', 'eyJ', 7, await tokenFor(other, 'user-1')]) {
      const refused = await browser.post('enter', { token, environment: 'test' });
      expect(messageOf(refused)).toEqual([401, expect.stringContaining('This sign-in has expired')]);
      expect(refused.cookie).toBeUndefined();
    }
  });

  test('whoever comes in as somebody else ends the visit before', async () => {
    const merchant = await newMerchant();
    const browser = await signedIn(merchant, 'user-1');
    const before = browser.cookie;
    await browser.post('enter', { token: await tokenFor(merchant, 'user-2'), environment: 'test' });
    expect((await browser.page()).kind).toBe('portal-orders');
    browser.cookie = before;
    expect((await browser.page()).kind).toBe('portal-sign-in');
  });
});

test('where the portal is reached by https, the cookie travels by nothing else', () => {
  const visitor = (checkoutUrl: string) =>
    ({ store: { slug: 'press' }, settings: { checkoutUrl } }) as Parameters<typeof visitCookie>[0];
  expect(visitCookie(visitor('https://pay.example'), 'x')).toContain('; Secure');
  expect(visitCookie(visitor('http://localhost:3000'), 'x')).not.toContain('Secure');
});

describe('by an emailed link', () => {
  test('is sent to who bought, opens once, and shows what was bought with that address', async () => {
    const merchant = await newMerchant('Kettle & Crema');
    const email = newEmail();
    const order = await bought(merchant, email);
    const browser = browserAt(merchant.slug);
    const asked = await browser.post('link', { email: ` ${email.toUpperCase()} `, environment: 'test' });
    expect([asked.status, asked.body.data]).toEqual([200, { email: email.toUpperCase() }]);
    const letter = await lastEmailTo(email);
    expect(letter?.subject).toBe('[Test mode] Your orders at “Kettle & Crema”');
    expect(letter?.body).toContain(`${baseUrl}/${merchant.slug}/portal/open?environment=test#link=`);
    const looked = await browser.get('/open');
    expect([looked.status, looked.headers.get('cache-control')]).toEqual([200, 'no-store, no-transform']);
    expect(looked.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const link = linkIn(letter);
    const opened = await browser.post('open', { link });
    expect([opened.status, opened.body.data]).toEqual([200, { environment: 'test' }]);
    const { view, visitor } = await browser.page();
    expect(view.others).toMatchObject([{ id: order.id }]);
    expect(visitor).toEqual({ name: email.toUpperCase(), environment: 'test', mode: 'test' });
    const again = await browserAt(merchant.slug).post('open', { link });
    expect(messageOf(again)).toEqual([400, 'This link has been used already. Get a new one.']);
  });

  test('of five at once one is let in', async () => {
    const merchant = await newMerchant();
    const email = newEmail();
    await bought(merchant, email);
    await browserAt(merchant.slug).post('link', { email, environment: 'test' });
    const link = linkIn(await lastEmailTo(email));
    const answers = await Promise.all(Array.from({ length: 5 }, () => browserAt(merchant.slug).post('open', { link })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    const visits = await db.select().from(portalSessions).where(eq(portalSessions.storeId, merchant.store.id));
    expect(visits).toHaveLength(1);
  });

  test('nobody can tell who bought: the same answer, and nothing is sent', async () => {
    const merchant = await newMerchant();
    const [known, unknown, unpaid] = [newEmail(), newEmail(), newEmail()];
    await bought(merchant, known);
    const { sessionId } = await newSession(merchant);
    await expect(pay(merchant, sessionId, { email: unpaid, cardNumber: '4000 0000 0000 0002' })).rejects.toThrow();
    for (const email of [known, unknown, unpaid]) {
      const started = performance.now();
      const { status, headers, body } = await browserAt(merchant.slug).post('link', { email, environment: 'test' });
      // Whatever there was to do, it takes as long.
      expect(performance.now() - started).toBeGreaterThan(290);
      expect([status, body]).toEqual([200, { data: { email } }]);
      expect(headers.has('set-cookie')).toBe(false);
      // A second one is too early for strangers too.
      const second = await browserAt(merchant.slug).post('link', { email, environment: 'test' });
      expect(messageOf(second)).toEqual([429, expect.stringContaining('A link was asked for a moment ago')]);
      expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(50);
    }
    expect(await lastEmailTo(known)).toBeDefined();
    expect(await lastEmailTo(unknown)).toBeUndefined();
    expect(await lastEmailTo(unpaid)).toBeUndefined();
  });

  test('what is tied to an account of the merchant’s is not opened by an address', async () => {
    const merchant = await newMerchant();
    const email = newEmail();
    await bought(merchant, email, { identity: 'user-1' });
    await browserAt(merchant.slug).post('link', { email, environment: 'test' });
    expect(await lastEmailTo(email)).toBeUndefined();
  });

  test('goes to the address as it was bought with, not as it was typed', async () => {
    const merchant = await newMerchant();
    const stored = `Ana.${randomUUID()}@Example.com`;
    await bought(merchant, stored);
    await browserAt(merchant.slug).post('link', { email: stored.toLowerCase(), environment: 'test' });
    expect(linkIn(await lastEmailTo(stored))).not.toBe('');
    expect(await lastEmailTo(stored.toLowerCase())).toBeUndefined();
  });

  test('five a day to one address', async () => {
    const merchant = await newMerchant();
    const email = newEmail();
    await bought(merchant, email);
    for (let place = 0; place < mostLinksPerDay; place += 1) {
      expect((await browserAt(merchant.slug).post('link', { email, environment: 'test' })).status).toBe(200);
      await age(email, 3600);
    }
    const sixth = await browserAt(merchant.slug).post('link', { email: email.toUpperCase(), environment: 'test' });
    expect(messageOf(sixth)).toEqual([429, expect.stringContaining('Try again tomorrow')]);
    expect(Number(sixth.headers.get('Retry-After'))).toBeGreaterThan(22 * 3600);
    expect(await db.select().from(emails).where(eq(emails.recipient, email))).toHaveLength(mostLinksPerDay);
    await age(email, 25 * 3600);
    expect((await browserAt(merchant.slug).post('link', { email, environment: 'test' })).status).toBe(200);
  });

  test('twenty a day, over all stores', async () => {
    const merchant = await newMerchant();
    const email = newEmail();
    const other = await newMerchant();
    const of = { merchantId: other.id, storeId: other.store.id, environment: 'prod', email } as const;
    const createdAt = new Date(Date.now() - 7200_000);
    await db.insert(portalLinks).values(
      Array.from({ length: mostLinksPerDayOverall }, () => {
        const id = newId();
        return { id, ...of, tokenHash: secretHashOf(id), expiresAt: createdAt, createdAt };
      }),
    );
    const refused = await browserAt(merchant.slug).post('link', { email, environment: 'test' });
    expect(refused.status).toBe(429);
  });

  test('where no money moves, a hundred a day in all of a merchant’s stores', async () => {
    const [merchant, neighbour] = [await newMerchant(), await newMerchant()];
    const of = { merchantId: merchant.id, storeId: merchant.store.id, environment: 'test' } as const;
    const now = new Date();
    const ask = (slug: string, environment: string) => browserAt(slug).post('link', { email: newEmail(), environment });
    await db.insert(portalLinks).values(
      Array.from({ length: mostFreeLinksPerDay - 1 }, () => {
        const id = newId();
        return { id, ...of, email: newEmail(), tokenHash: secretHashOf(id), expiresAt: now, createdAt: now };
      }),
    );
    expect((await ask(merchant.slug, 'test')).status).toBe(200);
    expect((await ask(merchant.slug, 'test')).status).toBe(429);
    expect((await ask(merchant.slug, 'prod')).status).toBe(200);
    expect((await ask(neighbour.slug, 'test')).status).toBe(200);
  });

  test('many at once send one', async () => {
    const merchant = await newMerchant();
    const email = newEmail();
    await bought(merchant, email);
    const ask = () => browserAt(merchant.slug).post('link', { email, environment: 'test' });
    const answers = await Promise.all(Array.from({ length: 5 }, ask));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429, 429]);
    expect(await db.select().from(emails).where(eq(emails.recipient, email))).toHaveLength(1);
  });

  test('400 for what is no address, at its field', async () => {
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
      expect([status, body.errors[0].field]).toEqual([400, 'email']);
    }
  });

  test('400 for a link that is old, unknown or of another store', async () => {
    const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
    const email = newEmail();
    await bought(merchant, email);
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

  test('is good for fifteen minutes', async () => {
    const merchant = await newMerchant();
    const email = newEmail();
    await browserAt(merchant.slug).post('link', { email });
    const [row] = await db.select().from(portalLinks).where(eq(portalLinks.email, email));
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(linkTtlSeconds * 1000);
  });

  test('speaks the language of whoever asked', async () => {
    const merchant = await newMerchant('Kettle & Crema');
    const email = newEmail();
    await bought(merchant, email);
    const headers = { 'Accept-Language': 'de' };
    const { status } = await browserAt(merchant.slug).post('link', { email, environment: 'test' }, headers);
    expect(status).toBe(200);
    const { say } = voiceFor({ language: 'de', locale: 'de' });
    const letter = await lastEmailTo(email);
    expect(letter?.body).toContain(say('emails.portalLink.text', { store: '„Kettle & Crema“' }));
    expect(letter?.subject).toContain(say('emails.portalLink.subject', { store: '„Kettle & Crema“' }));
  });
});

describe('a visit', () => {
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

  test('ends 30 minutes after it was last used, and 8 hours after it began', async () => {
    const merchant = await newMerchant();
    const browser = await signedIn(merchant, 'user-1');
    await moveEnd(merchant, 600);
    await browser.page();
    expect(await endOf(merchant)).toBe(30);
    await moveEnd(merchant, 300, 8 * 3600 - 600);
    await browser.page();
    expect(await endOf(merchant)).toBe(10);
    await moveEnd(merchant, -1);
    expect((await browser.page()).kind).toBe('portal-sign-in');
  });

  test('ends where the buyer leaves', async () => {
    const merchant = await newMerchant();
    const browser = await signedIn(merchant, 'user-1');
    const cookie = browser.cookie;
    const left = await browser.post('leave');
    expect([left.status, left.cookie]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    browser.cookie = cookie;
    expect((await browser.page()).kind).toBe('portal-sign-in');
  });

  test('opens no other store, and none that was deleted', async () => {
    const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
    const browser = await signedIn(merchant, 'user-1');
    const elsewhere = browserAt(other.slug);
    elsewhere.cookie = browser.cookie;
    expect((await elsewhere.page()).kind).toBe('portal-sign-in');
    await db.update(stores).set({ deletedAt: new Date() }).where(eq(stores.id, merchant.store.id));
    expect((await browser.page()).kind).toBe('portal-not-found');
    expect((await browser.post('leave')).status).toBe(404);
  });

  test('a stranger’s calls are 401, and change nothing', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    for (const step of ['cancel', 'reactivate', 'refund', 'card']) {
      const refused = await browserAt(merchant.slug).post(`orders/${order.id}/${step}`, { reason: 'x' });
      expect([refused.status, refused.body.errors[0].reason]).toEqual([401, 'signed_out']);
    }
    const [row] = await db.select().from(orders).where(eq(orders.id, order.uuid));
    expect(row?.status).toBe('active');
  });

  test('old visits and links are forgotten', async () => {
    const merchant = await newMerchant();
    await signedIn(merchant, 'user-1');
    const email = newEmail();
    await browserAt(merchant.slug).post('link', { email });
    const visits = () => db.select().from(portalSessions).where(eq(portalSessions.storeId, merchant.store.id));
    const links = () => db.select().from(portalLinks).where(eq(portalLinks.email, email));
    await deleteOldVisits(db, new Date());
    expect([(await visits()).length, (await links()).length]).toEqual([1, 1]);
    await db
      .update(portalSessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(portalSessions.storeId, merchant.store.id));
    await db
      .update(portalLinks)
      .set({ expiresAt: new Date(Date.now() - 24 * 3600_000), createdAt: new Date(Date.now() - 25 * 3600_000) })
      .where(eq(portalLinks.email, email));
    await deleteOldVisits(db, new Date());
    expect([(await visits()).length, (await links()).length]).toEqual([0, 0]);
  });
});

describe('calls from elsewhere are refused', () => {
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
    const order = await bought(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signedIn(merchant, 'user-1');
    const refused = await browser.post(`orders/${order.id}/cancel`, {}, headers);
    expect(refused.status).toBe(403);
    const [row] = await db.select().from(orders).where(eq(orders.id, order.uuid));
    expect(row?.status).toBe('active');
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'orders/x/constructor'])(
    'there is no %s, as every object has one',
    async (name) => {
      const merchant = await newMerchant();
      expect((await browserAt(merchant.slug).post(name)).status).toBe(404);
    },
  );

  test('and so is what is no JSON', async () => {
    const { slug } = await newMerchant();
    const response = await fetch(`${baseUrl}/${slug}/portal/leave`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
    });
    expect(response.status).toBe(400);
  });
});

describe('an order', () => {
  /** Everything below one order, and its receipts, as somebody in that browser finds it. */
  async function kindsOf(browser: TestBrowser, order: { id: string; paymentId: string }) {
    const paths = [
      `/orders/${order.id}`,
      `/orders/${order.id}/card`,
      `/orders/${order.id}/refund?payment=${order.paymentId}`,
      `/receipts/${order.paymentId}`,
    ];
    return await Promise.all(paths.map(async (path) => (await browser.page(path)).kind));
  }

  test('shows how it stands, what was paid, and what can be done', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signedIn(merchant, 'user-1');
    expect(await kindsOf(browser, order)).toEqual(['portal-order', 'portal-card', 'portal-refund', 'portal-receipt']);
    const { view } = await browser.page(`/orders/${order.id}`);
    expect(view).toMatchObject({
      id: order.id,
      productName: 'Beans by Post',
      price: '$18.00 every month',
      status: 'Active',
      next: expect.stringMatching(/^The next charge is \$18\.00, on \w+ \d+, \d{4}\.$/),
      checkoutPath: null,
      cancel: { until: expect.stringMatching(/\d{4}$/) },
      reactivate: null,
      canChangeCard: true,
      tickets: [],
      payments: [
        { id: order.paymentId, amount: '$18.00', status: 'Paid', hasReceipt: true, canAskRefund: true, failure: null },
      ],
    });
  });

  test('of another buyer, store or environment does not exist', async () => {
    const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
    const order = await bought(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const strangers = [
      await signedIn(merchant, 'user-2'),
      await signedIn(other, 'user-1'),
      await signedIn(merchant, 'user-1', 'prod'),
    ];
    for (const stranger of strangers) {
      expect(await kindsOf(stranger, order)).toEqual(Array(4).fill('portal-not-found'));
      for (const step of ['cancel', 'reactivate', 'refund', 'card', `card/challenge/${randomUUID()}/finish`]) {
        const refused = await stranger.post(`orders/${order.id}/${step}`, { reason: 'x', passed: true });
        expect(messageOf(refused)).toEqual([404, 'This does not exist, or it belongs to somebody else.']);
      }
    }
    const [row] = await db.select().from(orders).where(eq(orders.id, order.uuid));
    expect(row?.status).toBe('active');
    expect(await db.select().from(refundTickets).where(eq(refundTickets.orderId, order.uuid))).toEqual([]);
  });

  test('ids that are none lead nowhere', async () => {
    const merchant = await newMerchant();
    const browser = await signedIn(merchant, 'user-1');
    for (const path of [
      '/orders/x',
      '/orders',
      '/orders/%00',
      '/receipts/x',
      '/receipts/x.pdf',
      '/nowhere',
      '/open/x',
    ]) {
      expect((await browser.page(path)).kind).toBe('portal-not-found');
    }
    expect((await browser.post('orders/x/cancel')).status).toBe(404);
    expect((await browser.post('nowhere')).status).toBe(404);
    expect((await browser.post('orders/x/y/z')).status).toBe(404);
    expect((await browserAt('no-such-store-at-all').page()).kind).toBe('portal-not-found');
  });

  test('is canceled to the end of its period, and kept again', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signedIn(merchant, 'user-1');
    const { view: before } = await browser.page(`/orders/${order.id}`);
    expect((await browser.post(`orders/${order.id}/cancel`)).body.data).toEqual({
      orderId: order.id,
      status: 'canceling',
    });
    const { view: canceled } = await browser.page(`/orders/${order.id}`);
    expect(canceled).toMatchObject({
      status: 'Ends soon',
      next: `Canceled. You can use it until ${before.cancel.until}, and you will not be charged again.`,
      cancel: null,
      reactivate: { total: '$18.00', nextOn: before.cancel.until },
    });
    const refused = await browser.post(`orders/${order.id}/cancel`);
    expect(messageOf(refused)).toEqual([400, 'This is not possible any more. The page shows how things stand now.']);
    expect((await browser.post(`orders/${order.id}/reactivate`)).body.data.status).toBe('active');
    const again = await browser.post(`orders/${order.id}/reactivate`);
    expect(again.status).toBe(400);
  });

  test('a one-time order that is not paid leads to its checkout, and can be canceled', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant, { buyerIdentity: 'user-1' });
    await merchant.call('onetime-order/create-order', {
      checkoutSessionId: sessionId,
      billingDetail: { country: 'DE', isBusiness: false },
    });
    const [row] = await db
      .update(orders)
      .set({ buyerIdentity: 'user-1' })
      .where(eq(orders.checkoutSessionId, sessionId))
      .returning();
    const id = toShortId('ORD', row?.id ?? '');
    const browser = await signedIn(merchant, 'user-1');
    const { view } = await browser.page(`/orders/${id}`);
    expect(view).toMatchObject({
      status: 'Not paid',
      checkoutPath: `/${merchant.slug}/checkout/${sessionId}`,
      cancel: { until: null },
      canChangeCard: false,
    });
    expect((await browser.post(`orders/${id}/reactivate`)).status).toBe(404);
    expect((await browser.post(`orders/${id}/cancel`)).body.data.status).toBe('canceled');
    expect((await browser.page(`/orders/${id}`)).view.next).toMatch(/^Canceled on /);
  });

  test('a refund is asked for once, in the buyer’s own way of writing amounts', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1' });
    const browser = await signedIn(merchant, 'user-1');
    const path = `orders/${order.id}/refund`;
    const given = { paymentId: order.paymentId, reason: 'It is not what I ordered.' };
    const wrong: [object, string][] = [
      [{ ...given, amount: '30' }, 'amount'],
      [{ ...given, amount: 'ten' }, 'amount'],
      [{ ...given, amount: 2900 }, 'amount'],
      [{ ...given, amount: '1', reason: ' ' }, 'reason'],
      [{ ...given, amount: '1', reason: 'x'.repeat(1001) }, 'reason'],
    ];
    for (const [body, field] of wrong) {
      const refused = await browser.post(path, body);
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, field]);
    }
    const asked = await browser.post(path, { ...given, amount: '10,50' });
    expect([asked.status, asked.body.data.ticket]).toEqual([
      200,
      expect.objectContaining({ status: 'pending', amount: '10.50', paymentId: order.paymentId }),
    ]);
    const { view } = await browser.page(`/orders/${order.id}`);
    expect(view.tickets).toMatchObject([{ amount: '$10.50', reason: given.reason, status: 'Waits for an answer' }]);
    expect(view.payments).toMatchObject([{ canAskRefund: false }]);
    const again = await browser.post(path, { ...given, amount: '1' });
    expect(messageOf(again)).toEqual([400, 'You have asked for this already. The store has not answered yet.']);
    expect((await browser.page(`/${path}?payment=${order.paymentId}`)).kind).toBe('portal-not-found');
  });

  test('what was given back is shown with its payment, and what is left is all that can be asked for', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1' });
    const browser = await signedIn(merchant, 'user-1');
    const give = async (amount: string | undefined, status: 'pending' | 'succeeded' | 'failed') => {
      const given = await merchant.call('refund/create-refund', { paymentId: order.paymentId, amount });
      const id = fromShortId('REF', given.body.data.refund.id) ?? '';
      const succeededAt = status === 'succeeded' ? new Date('2026-12-03T12:00:00Z') : null;
      await db.update(refunds).set({ status, succeededAt }).where(eq(refunds.id, id));
    };
    const payment = async () => (await browser.page(`/orders/${order.id}`)).view.payments[0];
    await give('4.00', 'failed');
    expect(await payment()).toMatchObject({
      status: 'Paid',
      canAskRefund: true,
      refunds: [{ text: '$4.00 could not be given back. The store has been told.' }],
    });
    await give('9.00', 'succeeded');
    const { status, refunds: lines, canAskRefund } = await payment();
    expect([status, canAskRefund, lines[0].text]).toEqual([
      'Partly refunded',
      true,
      '$9.00 was given back on December 3, 2026.',
    ]);
    const page = `/orders/${order.id}/refund?payment=${order.paymentId}`;
    expect((await browser.page(page)).view).toMatchObject({ usual: '20.00', most: '$20.00', paid: '$29.00' });
    const tooMuch = await browser.post(`orders/${order.id}/refund`, { ...order, reason: 'Broken', amount: '20.01' });
    expect(messageOf(tooMuch)).toEqual([400, 'Enter an amount that is not more than what can still be refunded.']);
    await give(undefined, 'pending');
    expect(await payment()).toMatchObject({ status: 'Partly refunded', canAskRefund: false });
    expect((await payment()).refunds[0].text).toBe('$20.00 is on its way back to you.');
    expect((await browser.page(page)).kind).toBe('portal-not-found');
    const nothing = await browser.post(`orders/${order.id}/refund`, { ...order, reason: 'Broken', amount: '1' });
    expect(messageOf(nothing)).toEqual([
      400,
      'All of this payment has been refunded already, or is on its way back to you.',
    ]);
    await db.update(refunds).set({ status: 'succeeded' }).where(eq(refunds.orderId, order.uuid));
    expect((await payment()).status).toBe('Refunded');
  });

  test('a request that was declined is made again, three times, by whoever made it', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1' });
    const [browser, stranger] = [await signedIn(merchant, 'user-1'), await signedIn(merchant, 'user-2')];
    const path = `orders/${order.id}/refund`;
    const asked = await browser.post(path, { ...order, reason: 'It is torn.', amount: '10' });
    const ticketId: string = asked.body.data.ticket.id;
    const decline = () => review(merchant, { ticketId, decision: 'reject', note: 'Where?' });
    const again = () => browser.post(path, { ticketId, reason: 'On page 7.', amount: '12,50' });
    const page = `/${path}?ticket=${ticketId}`;
    expect((await browser.page(page)).kind).toBe('portal-not-found');
    for (let time = 0; time < 3; time += 1) {
      await decline();
      const { view } = await browser.page(`/orders/${order.id}`);
      expect(view.tickets).toMatchObject([{ status: 'Declined', answer: 'Where?', canAskAgain: true }]);
      expect((await browser.page(page)).view).toMatchObject({
        usual: time === 0 ? '10.00' : '12.50',
        most: '$29.00',
        again: { ticketId, answer: 'Where?', reason: time === 0 ? 'It is torn.' : 'On page 7.' },
      });
      expect((await stranger.page(page)).kind).toBe('portal-not-found');
      expect((await stranger.post(path, { ticketId, reason: 'Mine', amount: '1' })).status).toBe(404);
      const made = await again();
      expect([made.status, made.body.data.ticket]).toEqual([
        200,
        expect.objectContaining({ id: ticketId, status: 'pending', amount: '12.50', resubmissions: time + 1 }),
      ]);
    }
    await decline();
    expect((await browser.page(`/orders/${order.id}`)).view.tickets).toMatchObject([{ canAskAgain: false }]);
    expect((await browser.page(page)).kind).toBe('portal-not-found');
    const refusal = [400, 'You have asked for this as often as you can. Write to the store.'];
    expect(messageOf(await again())).toEqual(refusal);
    // Nor as a new one.
    expect((await browser.page(`/orders/${order.id}`)).view.payments).toMatchObject([{ canAskRefund: false }]);
    expect(messageOf(await browser.post(path, { ...order, reason: 'Really.', amount: '1' }))).toEqual(refusal);
  });

  test('an amount that is none is refused, whatever it is', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1' });
    const browser = await signedIn(merchant, 'user-1');
    for (const amount of [{ toString: 1, valueOf: 1 }, ['5.00'], null, true]) {
      const refused = await browser.post(`orders/${order.id}/refund`, { ...order, reason: 'Broken', amount });
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'amount']);
    }
  });

  test('lists twenty a page: subscriptions that live first, then the newest; what lapsed is not there', async () => {
    const merchant = await newMerchant();
    const subscription = await bought(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const first = await bought(merchant, newEmail(), { identity: 'user-1' });
    const [template] = await db.select().from(orders).where(eq(orders.id, first.uuid));
    if (!template) throw new Error('no order');
    // One session makes one order, so that further ones need sessions of their own.
    const more = await Promise.all(Array.from({ length: 21 }, () => newSession(merchant)));
    await db.insert(orders).values(
      more.map((session, place) => ({
        ...template,
        id: newId(),
        checkoutSessionId: session.sessionId,
        status: place === 20 ? ('expired' as const) : ('completed' as const),
        createdAt: new Date(Date.now() + (place + 1) * 1000),
      })),
    );
    const browser = await signedIn(merchant, 'user-1');
    const { view: one } = await browser.page();
    expect([one.page, one.pages, one.subscriptions.length, one.others.length]).toEqual([1, 2, 1, 19]);
    expect(one.subscriptions[0].id).toBe(subscription.id);
    const { view: two } = await browser.page('?page=2');
    expect([two.page, two.subscriptions.length, two.others.length]).toEqual([2, 0, 2]);
    expect(two.others.at(-1).id).toBe(first.id);
    for (const [asked, shown] of [
      ['99', 2],
      ['0', 1],
      ['-3', 1],
      ['x', 1],
    ] as const) {
      expect((await browser.page(`?page=${asked}`)).view.page).toBe(shown);
    }
  });
});

describe('the card', () => {
  const card = (cardNumber: string) => ({ cardNumber, cardExpiry: '12 / 40', cardCvc: '123' });

  test('is changed: nothing is charged, and the new one is shown', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signedIn(merchant, 'user-1');
    const page = `/${merchant.slug}/portal/orders/${order.id}`;
    const changed = await browser.post(`orders/${order.id}/card`, card('5555 5555 5555 4444'));
    expect([changed.status, changed.body.data]).toEqual([200, { goTo: `${page}?done=card&environment=test` }]);
    expect((await browser.page(`/orders/${order.id}`)).view.card).toBe(
      '\u2068Mastercard •••• 4444\u2069 · \u2068expires 12/40\u2069',
    );
    expect((await browser.page(`/orders/${order.id}?done=card`)).news).toBe('card');
    expect((await browser.page(`/orders/${order.id}?done=%3Cb%3E`)).news).toBeNull();
    expect(await db.select().from(payments).where(eq(payments.orderId, order.uuid))).toHaveLength(1);
  });

  test('is refused at its field, or with the bank’s word', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signedIn(merchant, 'user-1');
    const path = `orders/${order.id}/card`;
    const refusals: [object, number, string | undefined][] = [
      [{}, 400, 'cardNumber'],
      [{ ...card('4242 4242 4242 4242'), cardExpiry: '12 / 20' }, 400, 'cardExpiry'],
      [{ ...card('4242 4242 4242 4242'), cardCvc: '1' }, 400, 'cardCvc'],
      [card('4000 0000 0000 0002'), 400, undefined],
    ];
    for (const [body, status, field] of refusals) {
      const refused = await browser.post(path, body);
      expect([refused.status, refused.body.errors[0].field]).toEqual([status, field]);
    }
    expect((await browser.page(`/${path}`)).view.lastFailure).toContain('declined');
  });

  test('is asked about by the bank, and taken once the buyer confirms', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signedIn(merchant, 'user-1');
    const asked = await browser.post(`orders/${order.id}/card`, card('4000 0027 6000 3184'));
    const bankUrl: string = asked.body.data.goTo;
    expect(bankUrl).toMatch(/\/card\/challenge\/[\w-]+\?environment=test$/);
    const bank = new URL(bankUrl, baseUrl).pathname.replace(`/${merchant.slug}/portal`, '');
    expect((await browser.page(bank)).kind).toBe('portal-challenge');
    expect((await browser.page(`/orders/${order.id}/card`)).view).toMatchObject({ state: 'challenge', bankUrl });
    // Nobody else answers.
    const stranger = await signedIn(merchant, 'user-2');
    expect((await stranger.post(`${bank.slice(1)}/finish`, { passed: true })).status).toBe(404);
    const finished = await browser.post(`${bank.slice(1)}/finish`, { passed: true });
    const page = `/${merchant.slug}/portal/orders/${order.id}`;
    expect(finished.body.data).toMatchObject({ returnUrl: `${page}?done=card&environment=test` });
    expect((await browser.page(`/orders/${order.id}`)).view.card).toContain('3184');
    expect((await browser.post(`${bank.slice(1)}/finish`, { passed: true })).status).toBe(400);
    // What nobody waits for any more leads back to the card.
    expect((await browser.get(bank)).headers.get('location')).toBe(`${page}/card?environment=test`);
  });

  test('is tried six times a minute', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signedIn(merchant, 'user-1');
    const statuses: number[] = [];
    for (let place = 0; place < 7; place += 1) {
      statuses.push((await browser.post(`orders/${order.id}/card`, card('4000 0000 0000 0002'))).status);
    }
    expect(statuses).toEqual([...Array(6).fill(400), 429]);
    // Signing in again begins another visit, and no further tries.
    const again = await signedIn(merchant, 'user-1');
    expect((await again.post(`orders/${order.id}/card`, card('4000 0000 0000 0002'))).status).toBe(429);
    const changes = await db.select().from(methodChanges).where(eq(methodChanges.orderId, order.uuid));
    expect(changes).toHaveLength(6);
  });

  test('of an order that is over, or was bought once, cannot be changed', async () => {
    const merchant = await newMerchant();
    const once = await bought(merchant, newEmail(), { identity: 'user-1' });
    const over = await bought(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    await db.update(orders).set({ status: 'canceled', endedAt: new Date() }).where(eq(orders.id, over.uuid));
    const browser = await signedIn(merchant, 'user-1');
    for (const [{ id }, status] of [
      [once, 404],
      [over, 400],
    ] as const) {
      expect((await browser.page(`/orders/${id}/card`)).kind).toBe('portal-not-found');
      expect((await browser.post(`orders/${id}/card`, card('4242 4242 4242 4242'))).status).toBe(status);
    }
  });
});

describe('the card of a subscription that is past due', () => {
  const card = (cardNumber: string) => ({ cardNumber, cardExpiry: '12 / 40', cardCvc: '123' });

  /** Its buyer, signed in, at the page with the card. */
  async function atTheCard() {
    const merchant = await newMerchant();
    const subscription = await newPastDue(merchant, { buyerIdentity: 'user-1' });
    const browser = await signedIn(merchant, 'user-1');
    const order = `orders/${toShortId('ORD', subscription.id)}`;
    const attempts = async () =>
      (await db.select().from(payments).where(eq(payments.orderId, subscription.id)).orderBy(payments.attempt)).map(
        ({ status, failureCode }) => failureCode ?? status,
      );
    const portal = `/${merchant.slug}/portal`;
    return {
      merchant,
      subscription,
      browser,
      order,
      page: `${portal}/${order}/card?environment=test`,
      done: `${portal}/${order}?done=card&environment=test`,
      view: async () => (await browser.page(`/${order}/card`)).view,
      give: async (number: string) => await browser.post(`${order}/card`, card(number)),
      /** At the sandbox's bank. */
      answer: async (bankUrl: string, passed: boolean) =>
        await browser.post(`${new URL(bankUrl, baseUrl).pathname.slice(portal.length + 1)}/finish`, { passed }),
      ask: async (bankUrl: string) => await browser.page(new URL(bankUrl, baseUrl).pathname.slice(portal.length)),
      attempts,
    };
  }

  test('says what is owed, and is charged at once', async () => {
    const { view, give, done, subscription, attempts } = await atTheCard();
    expect(await view()).toMatchObject({
      state: 'idle',
      isDone: false,
      owed: { total: '$21.42', card: 'Visa •••• 0341', failure: expect.stringContaining('declined') },
    });
    expect((await give('5555 5555 5555 4444')).body.data).toEqual({ goTo: done });
    expect(await subscription.read()).toMatchObject({ status: 'active', periodNumber: 2 });
    expect(await attempts()).toEqual(['succeeded', 'card_declined', 'succeeded']);
    expect(await view()).toMatchObject({ owed: null, isDone: true });
  });

  test('may be asked about by its bank twice, of the card and of the charge, which comes back to this page', async () => {
    const { view, give, ask, answer, page, done, subscription, attempts } = await atTheCard();
    const first = (await give('4000 0027 6000 3184')).body.data.goTo as string;
    expect(await ask(first)).toMatchObject({ kind: 'portal-challenge', view: { about: 'card', amount: null } });
    const second = (await answer(first, true)).body.data.returnUrl as string;
    expect(second).toMatch(new RegExp(`${page.replace('?', '/challenge/[0-9a-f-]{36}\\?')}$`));
    expect(second).not.toBe(first);
    expect(await view()).toMatchObject({ state: 'challenge', bankUrl: second, isDone: false });
    expect(await ask(second)).toMatchObject({ view: { about: 'payment', amount: '$21.42' } });
    expect((await answer(second, true)).body.data).toEqual({ state: 'paid', returnUrl: done });
    expect((await subscription.read()).status).toBe('active');
    expect(await attempts()).toEqual(['succeeded', 'card_declined', 'succeeded']);
    // Whoever was there has read it on the page.
    expect(await emailsTo(subscription.email)).toHaveLength(1);
  });

  test('that is kept, and then not charged, leaves the page as it is, which says why', async () => {
    const { view, give, answer, page, subscription } = await atTheCard();
    const first = (await give('4000 0027 6000 3184')).body.data.goTo as string;
    const second = (await answer(first, true)).body.data.returnUrl as string;
    const refused = await answer(second, false);
    expect(refused.body.errors[0]).toMatchObject({ reason: 'authentication_failed' });
    expect((await view()).owed).toMatchObject({
      card: 'Visa •••• 3184',
      failure: 'Your bank could not confirm it was you. Try again, or use another card.',
    });
    expect((await give('4000 0000 0000 0341')).body.data).toEqual({ goTo: page });
    expect((await view()).owed).toMatchObject({ card: 'Visa •••• 0341' });
    expect(await subscription.read()).toMatchObject({ status: 'past_due', periodNumber: 1 });
  });

  test('was begun by the link in the email: the bank’s question waits here, too', async () => {
    const { merchant, subscription, view, answer, ask, browser, attempts } = await atTheCard();
    const [letter] = await emailsTo(subscription.email);
    const opened = await browser.post('fix', { link: fixTokenIn(fixUrlIn(letter)) });
    const Cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const fix = `fix/${toShortId('ORD', subscription.id)}`;
    const begun = await browser.post(fix, card('4000 0027 6000 3184'), { Cookie });
    expect(begun.body.data.goTo).toContain(`/${merchant.slug}/portal/${fix}/challenge/`);
    const { bankUrl } = await view();
    expect((await ask(bankUrl)).view).toMatchObject({ about: 'card' });
    const second = (await answer(bankUrl, true)).body.data.returnUrl as string;
    expect((await answer(second, true)).body.data).toMatchObject({ state: 'paid' });
    expect(await attempts()).toEqual(['succeeded', 'card_declined', 'succeeded']);
  });
});

describe('a receipt', () => {
  test('is a page and a PDF', async () => {
    const merchant = await newMerchant();
    const order = await bought(merchant, newEmail(), { identity: 'user-1' });
    const browser = await signedIn(merchant, 'user-1');
    const { view } = await browser.page(`/receipts/${order.paymentId}`);
    expect(view).toMatchObject({ number: order.paymentId, orderId: order.id });
    const pdf = await browser.get(`/receipts/${order.paymentId}.pdf`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(pdf.headers.get('content-disposition')).toContain(`${order.paymentId}.pdf`);
    expect(pdf.headers.get('cache-control')).toContain('no-store');
    expect(pdf.body.startsWith('%PDF-')).toBe(true);
    const stranger = await browserAt(merchant.slug).get(`/receipts/${order.paymentId}.pdf`);
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, `/${merchant.slug}/portal`]);
  });

  test('is there only for what was paid', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    await expect(pay(merchant, sessionId, { cardNumber: '4000 0000 0000 0002' })).rejects.toThrow();
    const [row] = await db
      .update(orders)
      .set({ buyerIdentity: 'user-1' })
      .where(eq(orders.checkoutSessionId, sessionId))
      .returning();
    const [attempt] = await db
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, row?.id ?? ''), eq(payments.status, 'failed')));
    const browser = await signedIn(merchant, 'user-1');
    expect((await browser.page(`/receipts/${toShortId('PAY', attempt?.id ?? '')}`)).kind).toBe('portal-not-found');
  });
});

describe('how often', () => {
  // The limiter itself, with the limits that ship; the servers under test run with theirs out of the way.
  const settings = readSettings({}, { serving: false });

  test('an address comes in ten times a minute', async () => {
    const address = randomUUID();
    const standings = await Promise.all(Array.from({ length: 11 }, () => countPortalEntry(address, settings)));
    expect(standings.filter(({ refusal }) => refusal)).toHaveLength(1);
  });

  test('a visit has thirty receipts written a minute', async () => {
    const visit = randomUUID();
    const standings = await Promise.all(Array.from({ length: 31 }, () => countReceipt(visit, settings)));
    expect(standings.filter(({ refusal }) => refusal)).toHaveLength(1);
  });
});
