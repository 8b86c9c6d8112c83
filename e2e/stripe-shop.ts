/** A server of its own with Stripe's keys, and a double of Stripe's API behind it. */
import type { Page } from '@playwright/test';
import { StripeDouble } from '../server/testing/stripe-double.ts';
import { startFastDoor } from '../server/testing/test-servers.ts';
import { test as base } from './fixtures.ts';

interface Shop {
  readonly url: string;
  readonly stripe: StripeDouble;
}

export const test = base.extend<object, { shop: Shop }>({
  shop: [
    async ({ playwright: _ }, use) => {
      const stripe = await new StripeDouble().listen();
      const databaseUrl = process.env.E2E_DATABASE_URL ?? '';
      const server = await startFastDoor(databaseUrl, { pages: false, worker: false, settings: stripe.settings });
      await use({ url: server.url, stripe });
      await server.close();
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shop }, use) => await use(shop.url),
});

/** The field of Stripe's form. */
export const number = (page: Page) => page.getByLabel('Number at Stripe');

/** What the page's policy refused, and what the page's script could not do. */
export function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
