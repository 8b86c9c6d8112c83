/** Links to a product, as the published components make them, over HTTP. */
import { useCheckout } from '@waffo/pancake-nextjs';
import { eq } from 'drizzle-orm';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkoutSessions, stores } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import {
  baseUrl,
  db,
  newMerchant,
  newProduct,
  newSubscriptionProduct,
  type TestMerchant,
} from '#server/testing/api.ts';

const linkTo = ({ slug }: Pick<TestMerchant, 'slug'>, productId: string, query: Record<string, string> = {}) =>
  `${baseUrl}/store/${slug}/product/${productId}?${new URLSearchParams({ test: 'true', ...query })}`;
const open = (url: string, headers: Record<string, string> = {}) => fetch(url, { redirect: 'manual', headers });

/** The session that the link leads to. */
async function sessionOf(response: Response, { slug }: Pick<TestMerchant, 'slug'>) {
  const pattern = new RegExp(`^${baseUrl}/${slug}/checkout/([0-9a-f-]{36})$`);
  const [, id = ''] = pattern.exec(response.headers.get('location') ?? '') ?? [];
  expect([response.status, id]).toEqual([303, expect.stringMatching(/./)]);
  return (await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, id)))[0];
}

interface OpenerProps {
  link: Parameters<typeof useCheckout>[0];
  onRender: (click: () => void) => void;
}

function Opener({ link, onRender }: OpenerProps) {
  onRender(useCheckout(link).checkout);
  return null;
}

async function shop() {
  const merchant = await newMerchant();
  return { merchant, productId: (await newProduct(merchant)).id };
}

describe('a product link', () => {
  it('makes a session with the given details and leads to its page', async () => {
    const { merchant, productId } = await shop();
    const query = {
      currency: 'JPY',
      email: 'ana@example.com',
      success_url: 'https://example.com/thanks',
      country: 'DE',
      is_business: 'true',
    };
    const response = await open(linkTo(merchant, productId, query));
    expect(await sessionOf(response, merchant)).toMatchObject({
      environment: 'test',
      currency: 'JPY',
      buyerEmail: 'ana@example.com',
      successUrl: 'https://example.com/thanks',
      billingDetail: { country: 'DE', isBusiness: true },
    });
    expect((await fetch(response.headers.get('location') ?? '')).status).toBe(200);
  });

  it.each([
    [{}, 'ja-JP,ja;q=0.9', 'JPY'],
    [{}, 'de-DE', 'USD'],
    [{ country: 'JP' }, 'en-US', 'JPY'],
    [{ country: 'US' }, 'ja-JP', 'USD'],
  ])('chooses the currency of %j and %s: %s', async (query, language, currency) => {
    const { merchant, productId } = await shop();
    const response = await open(linkTo(merchant, productId, query), { 'Accept-Language': language });
    expect(await sessionOf(response, merchant)).toMatchObject({ currency });
  });

  it('is the one that useCheckout opens', async () => {
    const { merchant, productId } = await shop();
    const location = { href: '' };
    vi.stubGlobal('window', { location });
    onTestFinished(() => void vi.unstubAllGlobals());
    const link = { type: 'link', storeSlug: merchant.slug, productId, baseUrl, test: true } as const;
    const clicks: (() => void)[] = [];
    renderToString(createElement(Opener, { link, onRender: (click: () => void) => clicks.push(click) }));
    clicks[0]?.();
    expect(await sessionOf(await open(location.href), merchant)).toMatchObject({ environment: 'test' });
  });

  it('sells a subscription in live, whatever the case of the slug', async () => {
    const merchant = await newMerchant();
    const { id } = await newSubscriptionProduct(merchant);
    await merchant.call('subscription-product/publish-product', { id });
    await db.update(stores).set({ prodEnabled: true }).where(eq(stores.id, merchant.store.id));
    const response = await open(`${baseUrl}/store/${merchant.slug.toUpperCase()}/product/${id}`);
    expect(await sessionOf(response, merchant)).toMatchObject({ environment: 'prod', productType: 'subscription' });
    expect((await fetch(response.headers.get('location') ?? '')).status).toBe(200);
  });
});

describe('a product link shows that nothing is there', () => {
  it.each([
    ['an unknown store', (_: TestMerchant, productId: string) => linkTo({ slug: `no-${newId()}` }, productId)],
    ['an unknown product', (merchant: TestMerchant) => linkTo(merchant, toShortId('PROD', newId()))],
    ['a malformed product', (merchant: TestMerchant) => linkTo(merchant, 'PROD_1')],
    ['a product that is not published', (merchant: TestMerchant, id: string) => linkTo(merchant, id, { test: '' })],
  ])('for %s', async (_name, address) => {
    const { merchant, productId } = await shop();
    const response = await open(address(merchant, productId), { 'Accept-Language': 'en' });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('and names the reason in test', async () => {
    const { merchant, productId } = await shop();
    const response = await open(linkTo(merchant, productId, { currency: 'CHF' }));
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('CHF')]);
    await merchant.call('onetime-product/update-status', { id: productId, status: 'inactive' });
    expect((await open(linkTo(merchant, productId))).status).toBe(400);
  });

  it('and makes no session for other methods', async () => {
    const { merchant, productId } = await shop();
    const response = await fetch(linkTo(merchant, productId), { method: 'HEAD', redirect: 'manual' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  });
});
