/** A merchant of a test's own in a browser, and what they do without looking at a page. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const newAddress = () => `${randomUUID()}@example.com`;

export const password = 'correct horse battery';

/** Calls the service as the page's merchant does, with the page's cookies. */
// biome-ignore lint/suspicious/noExplicitAny: each call knows what it gives
export type Post = (path: string, data: object, environment?: 'test' | 'prod') => Promise<any>;

export const poster =
  (page: Page, baseURL = ''): Post =>
  async (path, data, environment = 'test') => {
    const headers = { Origin: baseURL, 'X-Environment': environment };
    const response = await page.request.post(`${baseURL}${path}`, { data, headers });
    expect(response.status(), await response.text()).toBe(200);
    return (await response.json()).data;
  };

/** An account that is signed in; its address. */
export async function signUp(page: Page, baseURL?: string, { name = 'Ana Merchant', email = newAddress() } = {}) {
  await poster(page, baseURL)('/api/auth/sign-up/email', { name, email, password });
  return email;
}

/** A merchant of the test's own, signed in, with a store. */
export async function openStore(page: Page, baseURL?: string, name = 'Harbour Light Press') {
  const email = await signUp(page, baseURL);
  const post = poster(page, baseURL);
  const { store } = await post('/dashboard/api/store/create-store', { name });
  return {
    /** Of the account. */
    email,
    store: store as { readonly id: string; readonly slug: string },
    id: String(store.id),
    slug: String(store.slug),
    /** Its side in test. */
    home: `/dashboard/${store.slug}/test`,
    post,
    /** Runs an action as the merchant, in test. */
    call: (action: string, body: object) => post(`/dashboard/api/${action}`, body),
  };
}
