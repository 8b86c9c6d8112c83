/** Fixtures with a server that has Stripe keys and a fake Stripe API. */
import type { Page } from '@playwright/test';
import { test as base } from './fixtures.ts';

export const test = base.extend({
  baseURL: async ({ stripeServer }, use) => await use(stripeServer.url),
});

/** The card field of Stripe's form. */
export const number = (page: Page) => page.getByLabel('Number at Stripe');

/** A random id may contain a card's last four digits by chance. */
export const withoutIds = (text: string): string => text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '…');

/** Policy violations and script errors of the page. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}
