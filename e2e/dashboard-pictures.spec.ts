/**
 * Compares the dashboard's pages with reference pictures at a quarter of the size, where another machine's fonts make
 * no difference but a missing card, a broken column or a wrong color does. `UPDATE_SCREENSHOTS=1` updates them.
 */
import type { Browser, Page } from '@playwright/test';
import { desc, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { customers, orders, payments, products, stores } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { fillStore } from '#server/testing/large-store/make.ts';
import { untilSettled } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { poster, signUp } from './stores.ts';

const now = new Date('2026-06-18T12:00:00.000Z');

/** A signed-in merchant with a store of two years of sales, on a fixed clock. */
async function openBusyStore(page: Page, database: Database, baseURL = '') {
  await signUp(page, baseURL);
  const made = await poster(page, baseURL)('/dashboard/api/store/create-store', { name: 'Harbour Light Press' });
  const [store] = await database
    .update(stores)
    .set({ testClockAt: now })
    .where(eq(stores.slug, made.store.slug))
    .returning();
  if (!store) throw new Error('no store was made');
  await fillStore(database, store, { orders: 400, now });
  const newest = async (table: typeof orders | typeof payments | typeof products) => {
    const [row] = await database.select().from(table).where(eq(table.storeId, store.id)).orderBy(desc(table.createdAt));
    return row?.id ?? '';
  };
  const [customer] = await database
    .select()
    .from(customers)
    .where(eq(customers.storeId, store.id))
    .orderBy(desc(customers.orders), customers.email);
  return {
    base: `/dashboard/${store.slug}/test`,
    orderId: toShortId('ORD', await newest(orders)),
    paymentId: toShortId('PAY', await newest(payments)),
    productId: toShortId('PROD', await newest(products)),
    customerId: customer?.id ?? '',
  };
}

const sizes = {
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', isMobile: true, hasTouch: true },
} as const;

/** A window of the given size and pixel density, signed in to the same account. */
async function openWindow(browser: Browser, signedIn: Page, size: keyof typeof sizes, deviceScaleFactor: number) {
  const storageState = await signedIn.context().storageState();
  const context = await browser.newContext({
    ...sizes[size],
    deviceScaleFactor,
    storageState,
    reducedMotion: 'reduce',
  });
  return await context.newPage();
}

/** Opens a page and waits until it has loaded completely. */
async function open(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  await untilSettled(page);
}

test('every page matches its reference picture', async ({ page, browser, baseURL, database }) => {
  test.slow();
  const { base, orderId, paymentId, productId, customerId } = await openBusyStore(page, database, baseURL);
  const places = {
    overview: '?range=90d&currency=USD',
    products: '/products',
    product: `/products/${productId}`,
    groups: '/groups',
    orders: '/orders',
    order: `/orders/${orderId}`,
    subscriptions: '/subscriptions',
    customers: '/customers',
    customer: `/customers/${customerId}`,
    payments: '/payments',
    payment: `/payments/${paymentId}`,
    balances: '/balances',
    keys: '/keys',
    webhooks: '/webhooks',
    settings: '/settings',
    members: '/members',
    notifications: '/notifications',
    account: '/dashboard/account',
  };
  for (const size of ['desktop', 'phone'] as const) {
    const small = await openWindow(browser, page, size, 0.25);
    for (const [name, place] of Object.entries(places)) {
      await open(small, `${baseURL}${place.startsWith('/dashboard') ? place : base + place}`);
      await expect.soft(small).toHaveScreenshot(`${name}-${size}.png`, { scale: 'device' });
    }
    await small.context().close();
  }
});
