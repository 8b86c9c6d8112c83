/** A checkout that cannot be paid always offers a way on. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { checkoutSessions, stores } from '#db/schema/index.ts';
import { db, newMerchant, newProduct, newSession, type TestMerchant } from '#server/testing/api.ts';
import { orderOf } from '#server/testing/orders/rows.ts';
import { baseUrl } from '#server/testing/worker-servers.ts';

interface Opened {
  readonly merchant: TestMerchant;
  readonly sessionId: string;
  readonly productId: string;
}

const closings: Record<string, (opened: Opened) => Promise<unknown>> = {
  expired: ({ sessionId }) =>
    db
      .update(checkoutSessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(checkoutSessions.id, sessionId)),
  async canceled({ merchant, sessionId }) {
    const billingDetail = { country: 'DE', isBusiness: false };
    await merchant.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail });
    const { orderId } = await orderOf(sessionId);
    await merchant.call('onetime-order/cancel-order', { orderId });
  },
  unavailable: ({ merchant, productId }) =>
    merchant.call('onetime-product/update-status', { id: productId, status: 'inactive' }),
  closed: ({ merchant }) => merchant.call('store/update-store', { id: merchant.storeId, status: 'inactive' }),
};

const website = 'https://harbourlight.example/shop';
/** The full URL may lead to the purchased content. */
const successUrl = 'https://read.example:8443/download/secret?key=1#now';
const supportEmail = 'help@harbourlight.example';

async function open(store: Record<string, unknown>, session: Record<string, unknown> = {}): Promise<Opened> {
  const merchant = await newMerchant('Harbour Light Press');
  await merchant.call('store/update-store', { id: merchant.storeId, ...store });
  const { sessionId, productId } = await newSession(merchant, session);
  return { merchant, sessionId, productId };
}

const read = async (path: string) => await (await fetch(`${baseUrl}${path}`, { redirect: 'manual' })).text();

/** The links in the page's main part, by label, with their targets. */
function waysOf(html: string): Record<string, string> {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
  const links = [...main.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = '', inside = '']) => {
    const href = /href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? '';
    return [inside.replace(/<[^>]+>/g, ''), attributes.includes('target="_top"') ? `${href} out` : href] as const;
  });
  return Object.fromEntries(links);
}

const portalOf = ({ merchant }: Opened) => ({ 'View your orders': `/${merchant.slug}/portal?environment=test out` });
const shop = { 'Go to Harbour Light Press': `${website} out` };
const site = { 'Back to read.example:8443': 'https://read.example:8443 out' };
const contact = { 'Contact the store': `mailto:${supportEmail}` };

describe.each(Object.keys(closings))('%s', (state) => {
  it.each([
    ['the shop, where the store names it', { website, supportEmail }, { successUrl }, { ...shop, ...contact }],
    ['the site that buyers go on to', { supportEmail }, { successUrl }, { ...site, ...contact }],
    ['the same without an email address', {}, { successUrl }, site],
    ['what was bought before, at least', {}, {}, {}],
  ])('leads to %s', async (_way, store, session, ways) => {
    const opened = await open(store, session);
    await closings[state]?.(opened);
    const html = await read(`/${opened.merchant.slug}/checkout/${opened.sessionId}`);
    expect(waysOf(html)).toEqual({ ...ways, ...portalOf(opened) });
    expect(html).not.toContain('secret');
  });
});

it('uses the product’s redirect URL by default', async () => {
  const opened = await open({});
  const product = await newProduct(opened.merchant, { successUrl });
  const sessionInput = {
    storeId: opened.merchant.storeId,
    productId: product.id,
    productType: 'onetime',
    currency: 'USD',
  };
  const { body } = await opened.merchant.call('checkout/create-session', sessionInput);
  const later = { ...opened, sessionId: body.data.sessionId };
  await closings.expired?.(later);
  const html = await read(`/${opened.merchant.slug}/checkout/${later.sessionId}`);
  expect(waysOf(html)).toEqual({ ...site, ...portalOf(later) });
});

it('links to the portal of its environment', async () => {
  const opened = await open({});
  await db.update(stores).set({ prodEnabled: true }).where(eq(stores.id, opened.merchant.store.id));
  await opened.merchant.call('onetime-product/publish-product', { id: opened.productId });
  const sessionInput = { storeId: opened.merchant.storeId, productId: opened.productId, productType: 'onetime' };
  const prod = { environment: 'prod' } as const;
  const { body } = await opened.merchant.call('checkout/create-session', { ...sessionInput, currency: 'USD' }, prod);
  await closings.expired?.({ ...opened, sessionId: body.data.sessionId });
  const html = await read(`/${opened.merchant.slug}/checkout/${body.data.sessionId}`);
  expect(waysOf(html)).toEqual({ 'View your orders': `/${opened.merchant.slug}/portal out` });
});

it('hides the redirect URL while it can be paid', async () => {
  const { merchant, sessionId } = await open({}, { successUrl });
  expect(await read(`/${merchant.slug}/checkout/${sessionId}`)).not.toContain('read.example');
});

describe('an unknown address', () => {
  it.each([
    ['the shop and the store', { website, supportEmail }, { ...shop, ...contact }],
    ['the store', { supportEmail }, contact],
    ['what was bought before, at least', {}, {}],
  ])('leads to %s', async (_way, store, ways) => {
    const { merchant } = await open(store);
    const html = await read(`/${merchant.slug}/checkout/nonsense`);
    expect(waysOf(html)).toEqual({ ...ways, 'View your orders': `/${merchant.slug}/portal out` });
  });

  it('explains what to do for an unknown store', async () => {
    const html = await read('/no-such-store/checkout/nonsense');
    expect(waysOf(html)).toEqual({});
    expect(html).toContain('ask the store for a new one');
  });
});
