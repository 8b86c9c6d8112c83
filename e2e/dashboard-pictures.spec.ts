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
import { setTransitions, untilSettled } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { poster, signUp } from './stores.ts';

const now = new Date('2026-06-18T12:00:00.000Z');

/** A signed-in merchant with a store of two years of sales, on a fixed clock. */
async function openFilledStore(page: Page, database: Database, baseURL = '') {
  await signUp(page, baseURL);
  const created = await poster(page, baseURL)('/dashboard/api/store/create-store', { name: 'Harbour Light Press' });
  const [store] = await database
    .update(stores)
    .set({ testClockAt: now })
    .where(eq(stores.slug, created.store.slug))
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

const looks = [
  ['desktop', { width: 1440, height: 900 }, 'light'],
  ['phone', { width: 390, height: 844 }, 'dark'],
] as const;

/** A window at a quarter of the size, signed in to the same account. */
async function openSmallWindow(browser: Browser, signedIn: Page) {
  const storageState = await signedIn.context().storageState();
  const context = await browser.newContext({ deviceScaleFactor: 0.25, storageState, reducedMotion: 'reduce' });
  return await context.newPage();
}

test('every page matches its reference picture', async ({ page, browser, baseURL, database }) => {
  test.slow();
  const { base, orderId, paymentId, productId, customerId } = await openFilledStore(page, database, baseURL);
  const paths = {
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
  const small = await openSmallWindow(browser, page);
  for (const [name, path] of Object.entries(paths)) {
    await small.goto(`${baseURL}${path.startsWith('/dashboard') ? path : base + path}`);
    await expect(small.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(small.locator('.animate-pulse')).toHaveCount(0);
    await setTransitions(small, 'off');
    for (const [size, viewport, colorScheme] of looks) {
      await small.setViewportSize(viewport);
      await small.emulateMedia({ colorScheme });
      await untilSettled(small);
      await expect.soft(small).toHaveScreenshot(`${name}-${size}.png`, { scale: 'device' });
    }
  }
  await small.context().close();
});
