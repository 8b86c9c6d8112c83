/** A store's way to live payments, and operator pages. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { merchants, stores } from '#db/schema/index.ts';
import { grantOperator } from '#server/accounts/data/operators.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { setMerchantSuspension, setStoreSuspension } from '#server/stores/suspensions.ts';
import { startApiServer, type TestServer } from '#server/testing/test-servers.ts';
import { expectAccessible, findBarriers, phone } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { card, openStore } from './stores.ts';

/** A store with live payments enabled and two published products, one-time and subscription. */
async function openLiveStore(page: Page, baseURL = '', database: Database) {
  const store = await openStore(page, baseURL);
  const publish = async (content: object) => {
    const product = await store.makeProduct(content);
    await store.call(`${product.productType}-product/publish-product`, { id: product.productId });
    return { storeId: store.id, ...product, currency: 'USD' };
  };
  const onetime = await publish({});
  const subscription = await publish({ name: 'Coffee by post', billingPeriod: 'monthly' });
  await database
    .update(stores)
    .set({ prodEnabled: true })
    .where(eq(stores.id, fromShortId('STO', store.id) ?? ''));
  const openCheckout = async (sessionInput: object, environment: 'test' | 'prod' = 'prod'): Promise<string> => {
    const { checkoutUrl } = await store.post('/dashboard/api/checkout/create-session', sessionInput, environment);
    return new URL(String(checkoutUrl)).pathname;
  };
  const pay = async (path: string, renewalMinor: number | null) => {
    const shown = { totalMinor: 3451, renewalMinor };
    const { state } = await store.post(`${path}/pay`, { email: 'kim@example.com', country: 'DE', ...card, shown });
    expect(state).toBe('paid');
  };
  return { ...store, onetime, subscription, prod: `/dashboard/${store.slug}/prod`, openCheckout, pay };
}

test.describe('without a payment provider for live payments', () => {
  let closed: TestServer;
  test.beforeAll(async () => {
    const settings = { SANDBOX_IN_PROD: 'off' };
    closed = await startApiServer(process.env.E2E_DATABASE_URL ?? '', { pages: true, worker: false, settings });
  });
  test.afterAll(() => closed.close());

  test('the checklist names what is missing, and the checkout refuses with the reason', async ({
    page,
    baseURL,
    database,
  }) => {
    test.slow();
    const { prod, onetime, openCheckout } = await openLiveStore(page, baseURL, database);
    const at = (path: string) => page.goto(`${closed.url}${path}`);
    await at(prod);
    const step = (name: string | RegExp) => page.getByRole('listitem').filter({ hasText: name });
    await expect(page.getByText('2 of 4 done')).toBeVisible();
    await expect(step('Connect a payment provider')).toContainText('STRIPE_SECRET_KEY');
    await expect(step('Connect a payment provider')).not.toContainText('(done)');
    await expect(step('Verify your business')).toContainText('(done)');
    await expect(step('Publish a product')).toContainText('(done)');
    await expect(step('Create a live checkout link')).not.toContainText('(done)');
    await expect(page.getByRole('region', { name: 'Live payments' })).toContainText('No payment provider.');
    await expectAccessible(page);

    const checkout = await openCheckout(onetime);
    await at(prod);
    await expect(step('Create a live checkout link')).toContainText('(done)');
    await at(checkout);
    await expect(page.getByText('No payment provider is connected.')).toBeVisible();
    await expect(page.getByLabel('Card number')).toHaveCount(0);
    await expectAccessible(page);

    await at(`${prod}/products/${onetime.productId}`);
    await page.getByRole('button', { name: 'Checkout link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Checkout link' });
    await expect(dialog).toContainText('No payment provider for live mode');
    await expect(dialog).not.toContainText('customers are charged');
  });
});

test('marks live sandbox payments on the overview and in exports', async ({ page, baseURL, database }) => {
  const { prod, home, onetime, subscription, openCheckout, pay } = await openLiveStore(page, baseURL, database);
  await pay(await openCheckout(onetime), null);
  await pay(await openCheckout(subscription), 3451);
  await pay(await openCheckout(onetime, 'test'), null);
  const providers = async (address: string) => {
    const response = await page.request.get(address);
    expect(response.status()).toBe(200);
    const [head, ...rows] = (await response.text()).trimEnd().split('\r\n');
    const column = head?.split(',').indexOf('provider') ?? -1;
    expect(column).toBeGreaterThan(0);
    // The last column of the audit log: earlier columns contain commas.
    const isLast = column === (head?.split(',').length ?? 0) - 1;
    return rows.map((row) => row.split(',').at(isLast ? -1 : column));
  };
  expect(await providers(`${prod}/orders/export`)).toEqual(['sandbox', 'sandbox']);
  expect(await providers(`${prod}/subscriptions/export`)).toEqual(['sandbox']);
  expect(await providers(`${prod}/payments/export`)).toEqual(['sandbox', 'sandbox']);
  expect(await providers(`${prod}/customers/export`)).toEqual(['sandbox']);
  expect(await providers(`${prod}/audit/export?format=csv&about=payment`)).toEqual(['sandbox']);
  expect(await providers(`${prod}/balances/export`)).toEqual([]);
  await page.goto(prod);
  await expect(page.getByText('Sandbox payments: no money moved')).toBeVisible();
  await expect(page.getByText('Sandbox payments.')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${home}/customers`);
  await page.getByRole('link', { name: 'kim@example.com' }).click();
  const opened = page.waitForEvent('popup');
  await expect(page.getByRole('button', { name: 'Open portal as customer' })).toBeEnabled();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open portal as customer' }).click();
  const portal = await opened;
  await expect(portal.getByText('Signed in as kim@example.com')).toBeVisible();
  await portal.close();
});

test('operator pages and return pages are accessible', async ({ page, baseURL, database }) => {
  const { home, email } = await openStore(page, baseURL);
  await page.goto(`${home}/checkout`);
  await expect(page.getByRole('heading', { name: 'Return sites' })).toBeVisible();
  await expectAccessible(page);
  const [account] = await database.select().from(merchants).where(eq(merchants.email, email));
  await grantOperator(database, account?.id ?? '', new Date());
  for (const list of ['merchants', 'stores']) {
    await page.goto(`/dashboard/operator/${list}?q=${encodeURIComponent(email)}`);
    await expect(page.getByText(email).first()).toBeVisible();
    await expectAccessible(page);
  }
});

test('a suspension needs a reason, and its dialog is accessible', async ({ page, baseURL, database }) => {
  const { slug, email } = await openStore(page, baseURL);
  const [account] = await database.select().from(merchants).where(eq(merchants.email, email));
  await grantOperator(database, account?.id ?? '', new Date());
  await page.goto(`/dashboard/operator/stores?q=${slug}`);
  await page.getByRole('button', { name: 'Suspend Harbour Light Press' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suspend: Harbour Light Press' });
  const reason = dialog.getByLabel('Reason');
  const suspend = dialog.getByRole('button', { name: 'Suspend' });
  await suspend.click();
  await expect(reason).toHaveAccessibleDescription(/Enter a reason\./);
  await expectAccessible(page);
  await reason.fill('Reported by the bank.');
  await expect(reason).not.toHaveAttribute('aria-invalid');
  await suspend.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Reported by the bank.')).toBeVisible();
});

test('the GraphQL explorer is accessible in both themes', async ({ page, baseURL }) => {
  const { home } = await openStore(page, baseURL);
  for (const colorScheme of ['light', 'dark'] as const) {
    // The explorer reloads itself when the scheme changes.
    await page.goto('about:blank');
    await page.emulateMedia({ colorScheme });
    await page.goto(`${home}/graphql/explorer`);
    await page.getByRole('button', { name: /Execute query/ }).click();
    await expect(page.getByText('"onetimeOrdersCount"').last()).toBeVisible();
    expect(await findBarriers(page), colorScheme).toEqual([]);
    if (colorScheme === 'light') {
      await page.setViewportSize(phone);
      expect(await findBarriers(page), 'phone').toEqual([]);
    }
  }
});

test('a suspended store or account shows the reason and what to do', async ({ page, baseURL, database }) => {
  const { id, email, home, slug } = await openStore(page, baseURL);
  const actor = { kind: 'operator', by: 'counterfoil operator suspend' } as const;
  const measure = { isTaken: true, actor };
  const shows = async (title: string, reason: string, paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(path);
      const notice = page.getByRole('note').filter({ hasText: title });
      await expect(notice).toContainText(reason);
      await expect(notice).toContainText('Contact the operator of this service');
    }
  };
  const storeId = fromShortId('STO', id) ?? '';
  const ofStore = { ...measure, reason: 'Counterfeit goods' };
  await database.transaction((tx) => setStoreSuspension(tx, storeId, ofStore, new Date()));
  const paths = [home, `/dashboard/${slug}/prod`, `${home}/verification`, `${home}/settings`];
  await shows('Live mode is suspended for this store', 'Counterfeit goods', paths);
  // The notice is the same on every page.
  await expectAccessible(page);
  await expect(page.getByText('Disabled (suspended by the operator)')).toBeVisible();
  const back = { ...measure, isTaken: false, reason: null };
  await database.transaction((tx) => setStoreSuspension(tx, storeId, back, new Date()));
  await page.goto(home);
  await expect(page.getByText('has suspended')).toHaveCount(0);
  const [account] = await database.select().from(merchants).where(eq(merchants.email, email));
  const ofAccount = { ...measure, reason: 'Unpaid bills' };
  await database.transaction((tx) => setMerchantSuspension(tx, account?.id ?? '', ofAccount, new Date()));
  await shows('The account that owns this store is suspended', 'Unpaid bills', [home]);
});
