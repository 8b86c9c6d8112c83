/** A merchant in a browser, and actions without a page. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const newAddress = () => `${randomUUID()}@example.com`;

export const password = 'correct horse battery';

/** Calls the service with the page's cookies. */
// biome-ignore lint/suspicious/noExplicitAny: each caller knows the type of its response
export type Post = (path: string, data: object, environment?: 'test' | 'prod') => Promise<any>;

export const poster =
  (page: Page, baseURL = ''): Post =>
  async (path, data, environment = 'test') => {
    const headers = { Origin: baseURL, 'X-Environment': environment };
    const response = await page.request.post(`${baseURL}${path}`, { data, headers });
    expect(response.status(), await response.text()).toBe(200);
    return (await response.json()).data;
  };

/** Signs up an account and returns its email address. */
export async function signUp(page: Page, baseURL?: string, { name = 'Ana Merchant', email = newAddress() } = {}) {
  await poster(page, baseURL)('/api/auth/sign-up/email', { name, email, password });
  return email;
}

/** A signed-in merchant with a store. */
export async function openStore(page: Page, baseURL?: string, name = 'Harbour Light Press') {
  const email = await signUp(page, baseURL);
  const post = poster(page, baseURL);
  const { store } = await post('/dashboard/api/store/create-store', { name });
  /** Runs an action as the merchant, in test mode. */
  const call = (action: string, body: object) => post(`/dashboard/api/${action}`, body);
  return {
    /** Of the account. */
    email,
    store: store as { readonly id: string; readonly slug: string },
    id: String(store.id),
    slug: String(store.slug),
    /** The path of its test pages. */
    home: `/dashboard/${store.slug}/test`,
    post,
    call,
    /** Creates a product, 29.00 USD by default; a subscription if it has a billing period. */
    async makeProduct(content: object = {}) {
      const productType = 'billingPeriod' in content ? 'subscription' : 'onetime';
      const body = { storeId: store.id, name: 'Field notes', prices: { USD: { amount: '29.00' } }, ...content };
      const { product } = await call(`${productType}-product/create-product`, body);
      return { productId: String(product.id), productType };
    },
    /** Sells a product at the checkout, 29.00 USD plus tax by default. Returns the session's id. */
    async sell(product: object, { currency = 'USD', totalMinor = 3451, renewalMinor = null, ...buyer }: Sale) {
      const { checkoutUrl, sessionId } = await call('checkout/create-session', {
        storeId: store.id,
        ...product,
        currency,
      });
      const shown = { totalMinor, renewalMinor };
      const form = { country: 'DE', ...buyer, ...card, shown };
      const { state } = await post(`${new URL(String(checkoutUrl)).pathname}/pay`, form);
      expect(state).toBe('paid');
      return String(sessionId);
    },
  };
}

export const card = { cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' };

interface Sale {
  readonly email: string;
  readonly country?: string;
  readonly currency?: string;
  readonly totalMinor?: number;
  readonly renewalMinor?: number | null;
}
