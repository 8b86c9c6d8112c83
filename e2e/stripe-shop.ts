/** The tests of a server with Stripe's keys, and a double of Stripe's API behind it. */
import type { Page } from '@playwright/test';
import { test as base } from './fixtures.ts';

export const test = base.extend({
  baseURL: async ({ shop }, use) => await use(shop.url),
});

/** The field of Stripe's form. */
export const number = (page: Page) => page.getByLabel('Number at Stripe');

/** Of some thousand random ids one has four digits in it that are a card's as well. */
export const withoutIds = (text: string): string => text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '…');

/** What the page's policy refused, and what the page's script could not do. */
export function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
