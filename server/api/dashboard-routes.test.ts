/**
 * Opens every page and file of the dashboard, found by walking `app/dashboard`: access by role, and no 500 for
 * malformed addresses. Only Next serves them.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { customers, events, merchants, orders, payments, storeMembers } from '#db/schema/index.ts';
import { projectRoot } from '#server/cli/project-root.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { db } from '#server/testing/api.ts';
import { nextUrl } from '#server/testing/worker-servers.ts';

const below = 'app/dashboard/[storeSlug]/[environment]';
const routes = readdirSync(join(projectRoot, below), { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file) && file !== 'checkout/preview/route.ts')
  .map((file) => file.replace(/(?:^|\/)(?:page\.tsx|route\.ts)$/, '').replace(/^\(overview\)$/, ''))
  .toSorted();

/** Text that only members of the store may see. */
const [storeName, productName, buyer] = ['Zanzibar Lanterns', 'Quiet Kaleidoscope', `kim-${randomUUID()}@example.com`];
const revealsStore = (text: string) => [storeName, productName, buyer].some((word) => text.includes(word));

/** The marker of an error inside an answer that had already begun. */
const broke = /data-dgst="\d+"|"digest":"\d+"/;

class Visitor {
  private cookie = '';
  readonly email = `${randomUUID()}@example.com`;
  private readonly address = `192.0.2.${Math.floor(Math.random() * 250)}`;

  async send(path: string, data: object) {
    const headers = { 'Content-Type': 'application/json', 'X-Environment': 'test', 'X-Forwarded-For': this.address };
    return await fetch(`${nextUrl}${path}`, {
      method: 'POST',
      body: JSON.stringify(data),
      headers: { ...headers, Origin: nextUrl, Cookie: this.cookie },
    });
  }

  async post(path: string, data: object) {
    const response = await this.send(path, data);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
    const given = response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
    // A checkout's cookie must not replace the sign-in cookie.
    if (given.some((cookie) => !cookie.startsWith('counterfoil_buyer'))) this.cookie = given.join('; ');
    // biome-ignore lint/suspicious/noExplicitAny: each caller knows the type of its response
    return JSON.parse(text).data as any;
  }

  async signUp(): Promise<string> {
    await this.post('/api/auth/sign-up/email', { name: 'Ana', email: this.email, password: 'correct horse battery' });
    const [account] = await db.select({ id: merchants.id }).from(merchants).where(eq(merchants.email, this.email));
    if (!account) throw new Error('nobody signed up');
    return account.id;
  }

  async open(path: string) {
    const response = await fetch(`${nextUrl}${path}`, { headers: { Cookie: this.cookie }, redirect: 'manual' });
    const text = Buffer.from(await response.arrayBuffer()).toString();
    return { path, status: response.status, headers: response.headers, text };
  }
}

describe('the dashboard', () => {
  const [owner, admin, member, otherMerchant, signedOut] = Array.from({ length: 5 }, () => new Visitor()) as [
    Visitor,
    Visitor,
    Visitor,
    Visitor,
    Visitor,
  ];
  let slug = '';
  let otherSlug = '';
  let ids: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    await owner.signUp();
    const { store } = await owner.post('/dashboard/api/store/create-store', { name: storeName });
    const prices = { USD: { amount: '29.00' } };
    const productInput = { storeId: store.id, name: productName, prices };
    const { product } = await owner.post('/dashboard/api/onetime-product/create-product', productInput);
    const plans = { storeId: store.id, name: 'Plans' };
    const { group } = await owner.post('/dashboard/api/subscription-product-group/create-group', plans);
    const hook = { channel: 'http', url: 'https://example.com/hook', events: ['order.completed'], testMode: true };
    const { webhook } = await owner.post('/dashboard/api/store/add-webhook', { storeId: store.id, ...hook });
    const sessionInput = { storeId: store.id, productId: product.id, productType: 'onetime', currency: 'USD' };
    const { checkoutUrl } = await owner.post('/dashboard/api/checkout/create-session', sessionInput);
    const card = { cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' };
    const shown = { totalMinor: 3451, renewalMinor: null };
    await owner.post(`${new URL(checkoutUrl).pathname}/pay`, { email: buyer, country: 'DE', ...card, shown });

    slug = store.slug;
    const storeId = fromShortId('STO', store.id) ?? '';
    const createdAt = new Date();
    for (const [visitor, role] of [
      [admin, 'admin'],
      [member, 'member'],
    ] as const) {
      await db.insert(storeMembers).values({ storeId, merchantId: await visitor.signUp(), role, createdAt });
    }
    await otherMerchant.signUp();
    const elsewhere = await otherMerchant.post('/dashboard/api/store/create-store', { name: 'Elsewhere' });
    otherSlug = elsewhere.store.slug;
    const of = async (table: typeof orders | typeof payments | typeof customers | typeof events) =>
      (await db.select({ id: table.id }).from(table).where(eq(table.storeId, storeId)).limit(1))[0]?.id ?? randomUUID();
    ids = {
      productId: product.id,
      groupId: group.id,
      webhookId: webhook.id,
      orderId: toShortId('ORD', await of(orders)),
      paymentId: toShortId('PAY', await of(payments)),
      customerId: await of(customers),
      eventId: await of(events),
      requestId: randomUUID(),
      deliveryId: randomUUID(),
    };
  });

  const addressOf = (route: string, home = `${slug}/test`, values = ids) =>
    `/dashboard/${home}/${route.replaceAll(/\[(\w+)\]/g, (_, name) => values[name] ?? 'x')}`.replace(/\/$/, '');

  test.each(routes)('/%s', async (route) => {
    const address = addressOf(route);
    const isRead = async (visitor: Visitor, path = address) => {
      const { status, text } = await visitor.open(path);
      expect([path, status < 500, broke.test(text)]).toEqual([path, true, false]);
      return status === 200 && !text.includes('NEXT_HTTP_ERROR_FALLBACK;404');
    };
    const isMissing = /\[(?:requestId|deliveryId|emailId)\]/.test(route);
    expect(await isRead(owner)).toBe(!isMissing);
    expect(await isRead(member)).toBe(!isMissing && route !== 'audit/export');
    if (route.startsWith('audit')) {
      expect(await isRead(admin)).toBe(true);
      if (route !== 'audit/export') expect((await member.open(address)).text).toContain('Only the store owner and');
    }

    const refused = await otherMerchant.open(address);
    expect([refused.status, revealsStore(refused.text)]).toEqual([404, false]);
    const sent = await signedOut.open(address);
    const isSent = [307, 401].includes(sent.status) || sent.text.includes('NEXT_REDIRECT');
    expect([isSent, revealsStore(sent.text)]).toEqual([true, false]);
    expect((await owner.open(addressOf(route, `${slug}/live`))).status).toBe(404);
    // An object exists in its own store only, and an unknown one in none.
    if (route.includes('[')) {
      const unknown = Object.fromEntries(Object.keys(ids).map((name) => [name, randomUUID()]));
      expect(await isRead(otherMerchant, addressOf(route, `${otherSlug}/test`))).toBe(false);
      expect(await isRead(owner, addressOf(route, `${slug}/test`, unknown))).toBe(false);
    }
    // Objects created in test do not exist in prod.
    if (route.includes('[')) expect((await owner.open(addressOf(route, `${slug}/prod`))).text).not.toContain(buyer);

    const { headers } = await owner.open(address);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toMatch(/no-store|private/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors '");
  });

  test('only our own pages may frame the pages shown in a frame', async () => {
    const explorer = await owner.open(addressOf('graphql/explorer'));
    const preview = await owner.send(addressOf('checkout/preview'), { side: 'light', state: 'form' });
    expect([explorer.status, preview.status]).toEqual([200, 200]);
    for (const { headers } of [explorer, preview]) {
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    }
  });

  const names =
    'q status type product customer country least most from until to range sort returning refunded decline before after page view format call kind order publication actor about event a b version'.split(
      ' ',
    );
  const odd = [
    '%00',
    'toString',
    '9999-12-31',
    '0000-01-01',
    '-1',
    '9'.repeat(30),
    '%F0%9F',
    'x'.repeat(300),
    '%27%22%3C',
  ];

  test.each(routes)('/%s with a malformed address', async (route) => {
    const isWhole = async (address: string) => {
      const { path, status, text } = await owner.open(address);
      expect([path, status < 500, broke.test(text)]).toEqual([path, true, false]);
    };
    // Each name gets each value on some page.
    for (const offset of [0, 5]) {
      const first = routes.indexOf(route) + offset;
      const params = names.map((name, index) => `${name}=${odd[(first + index) % odd.length]}`);
      await isWhole(`${addressOf(route)}?${params.join('&')}&currency=USD&q=again`);
    }
    if (!route.includes('[')) return;
    for (const value of ['%00', 'toString', 'x'.repeat(300)]) {
      await isWhole(addressOf(route.replaceAll(/\[\w+\]/g, value)));
    }
  });
});
