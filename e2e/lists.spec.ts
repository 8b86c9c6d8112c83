/** Lists of orders, subscriptions, payments and customers: filters, saved views, pages and exports. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { asSubscription, copyOrder } from '#server/testing/orders/order-copies.ts';
import { expectAccessible, phone } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore } from './stores.ts';

const hourMs = 3_600_000;

/** A signed-in merchant with one sale to one customer and many to others. */
async function openShop(page: Page, database: Database, baseURL = '', copies = 0) {
  const { store, home, makeProduct, sell } = await openStore(page, baseURL);
  const sessionId = await sell(await makeProduct(), { email: 'kim@example.com' });
  const [order] = await database.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  if (!order) throw new Error('nothing was bought');
  const [payment] = await database.select().from(payments).where(eq(payments.orderId, order.id));
  const at = (index: number) => new Date(order.createdAt.getTime() - (index + 1) * hourMs);
  if (copies > 0) {
    await copyOrder(database, order, [
      ...Array.from({ length: copies }, (_, index) => ({
        buyerEmail: `buyer-${index}@example.com`,
        createdAt: at(index + 2),
        completedAt: at(index + 2),
        payment: {},
      })),
      {
        ...asSubscription(at(0)),
        createdAt: at(0),
        buyerEmail: 'sub@example.com',
        payment: {},
      },
      {
        ...asSubscription(at(1)),
        status: 'past_due',
        createdAt: at(1),
        pastDueSince: at(0),
        buyerEmail: 'late@example.com',
        payment: {
          status: 'failed',
          failureCode: 'insufficient_funds',
          failureReason: 'Your card has insufficient funds.',
        },
      },
    ]);
  }
  return { store, order, payment, home };
}

const lines = (page: Page) => page.getByRole('table').getByRole('row');

test('saves a filter from the address as a view, deletes and restores it, by keyboard', async ({
  page,
  baseURL,
  database,
}) => {
  const { home } = await openShop(page, database, baseURL, 3);
  await page.goto(`${home}/orders`);
  await expect(lines(page)).toHaveCount(7);
  await expect(page.getByRole('button', { name: 'Apply' })).toBeEnabled();
  await page.getByLabel('Search').focus();
  await page.keyboard.type('buyer-');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/orders\?q=buyer-$/);
  await expect(lines(page)).toHaveCount(4);
  // The keyboard focus stays in place.
  await expect(page.getByLabel('Search')).toBeFocused();

  const views = page.getByRole('navigation', { name: 'Views' });
  await page.getByRole('button', { name: 'Save view' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Wholesale');
  await page.keyboard.press('Enter');
  const view = views.getByRole('link', { name: 'Wholesale' });
  await expect(view).toHaveAttribute('aria-current', 'page');
  await views.getByRole('link', { name: 'All' }).press('Enter');
  await expect(lines(page)).toHaveCount(7);
  await page.reload();
  await view.press('Enter');
  await expect(page).toHaveURL(/\/orders\?q=buyer-$/);
  await expect(lines(page)).toHaveCount(4);

  const rename = page.getByRole('button', { name: 'Rename view Wholesale' });
  // After the reload the link may have loaded a new document, where the button waits for hydration.
  await expect(rename).toBeEnabled();
  await rename.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Retail');
  await page.keyboard.press('Enter');
  await expect(views.getByRole('link', { name: 'Retail' })).toBeVisible();
  // A dialog that closes moves the focus back to its button, and the press would go there.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // A press during the request is ignored.
  const remove = page.getByRole('button', { name: 'Delete view Retail' });
  await expect(remove).not.toHaveAttribute('aria-busy');
  await remove.press('Enter');
  await expect(views.getByRole('link', { name: 'Retail' })).toHaveCount(0);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await expect(undo).not.toHaveAttribute('aria-busy');
  // The view shows before it is stored, and the reload would end the request.
  const stored = page.waitForResponse('**/dashboard/api/saved-view/create-view');
  await page.keyboard.press('Enter');
  await expect(views.getByRole('link', { name: 'Retail' })).toHaveAttribute('aria-current', 'page');
  await stored;
  await expect(remove).not.toHaveAttribute('aria-busy');
  await page.reload();
  await expect(views.getByRole('link', { name: 'Retail' })).toBeVisible();

  await test.step('a change that the service refuses is taken back', async () => {
    await page.route('**/dashboard/api/saved-view/delete-view', (route) => route.abort());
    await expect(remove).toBeEnabled();
    await remove.press('Enter');
    await expect(page.getByText('The server can’t be reached')).toBeVisible();
    await expect(views.getByRole('link', { name: 'Retail' })).toBeVisible();
  });
});

test('pages through lists, which are accessible in both themes', async ({ page, baseURL, database }) => {
  const { home, order, payment } = await openShop(page, database, baseURL, 26);
  await page.goto(`${home}/orders?status=completed&country=DE`);
  await expect(lines(page)).toHaveCount(26);
  const size = page.viewportSize();
  await page.setViewportSize(phone);
  await expect(page.getByLabel('Search')).toBeHidden();
  await page.getByRole('button', { name: 'Filter (2 active)' }).click();
  await expect(page.getByLabel('Search')).toBeVisible();
  if (size) await page.setViewportSize(size);
  await expect(page.getByLabel('Completed')).toBeChecked();
  await expect(page.getByLabel('Country')).toHaveValue('DE');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page).toHaveURL(/status=completed&country=DE&before=/);
  await expect(lines(page)).toHaveCount(3);
  await page.getByRole('link', { name: 'Newer' }).click();
  await expect(lines(page)).toHaveCount(26);

  await page.goto(`${home}/subscriptions`);
  await expect(lines(page).filter({ hasText: 'late@example.com' })).toContainText('Past due');
  await expectAccessible(page);

  await page.goto(`${home}/payments?status=failed`);
  await expect(lines(page).nth(1)).toContainText('Insufficient funds');
  await expectAccessible(page);
  await page.goto(`${home}/payments/${toShortId('PAY', payment?.id ?? '')}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('$34.51 for Field notes');
  await expect(page.getByText('Visa •••• 4242')).toBeVisible();
  await expect(page.getByText('Payment of $34.51 succeeded')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${home}/customers?q=kim`);
  await expect(lines(page).nth(1)).toContainText('$34.51');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'kim@example.com' }).click();
  await expect(page).toHaveURL(new RegExp(`/customers/${order.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'kim@example.com' })).toBeVisible();
  await expect(page.getByText('Order completed')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View orders' }).click();
  await expect(page).toHaveURL(new RegExp(`/orders\\?customer=${order.id}$`));
  await expect(page.getByText('Customer: kim@example.com')).toBeVisible();
  await expect(lines(page)).toHaveCount(2);
});

test('exports all filtered rows', async ({ page, baseURL, database }) => {
  const { home, store, order } = await openShop(page, database, baseURL, 3);
  await copyOrder(database, order, [{ buyerEmail: '=cmd()@example.com', merchantExternalId: 'a,"b"' }]);
  const get = async (path: string) => {
    const response = await page.request.get(`${home}/${path}`);
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers()['content-disposition']).toContain(`${store.slug}-test-${path.split('/')[0]}.csv`);
    return (await response.text()).trimEnd().split('\r\n');
  };
  const all = await get('orders/export');
  expect(all).toHaveLength(8);
  expect(all[0]).toMatch(/^order,type,status,product,productId,currency,subtotal,tax,total,/);
  expect(all.join('\n')).toContain(`${toShortId('ORD', order.id)},onetime,completed,Field notes,`);
  expect(all.join('\n')).toContain(`,'=cmd()@example.com,,DE,"a,""b""",`);
  expect(await get('orders/export?q=buyer-')).toHaveLength(4);
  expect(await get('subscriptions/export?status=past_due')).toHaveLength(2);
  expect((await get('payments/export?status=failed'))[1]).toContain(',insufficient_funds,');
  expect((await get('customers/export?q=kim'))[1]).toMatch(
    /^[^,]+,kim@example.com,,DE,1,[^,]+,[^,]+,USD,34\.51,0\.00,sandbox$/,
  );
  const head = await page.request.head(`${home}/orders/export`);
  expect([head.status(), await head.text()]).toEqual([200, '']);
});
