/** A buyer changes the plan of their subscription in the portal. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { checkoutSessions, orders } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { signIn, title } from './portal-parts.ts';
import { newAddress, openStore } from './stores.ts';

test.use({ locale: 'en-US' });

const monthly = (name: string, amount: string) => ({
  name,
  billingPeriod: 'monthly',
  prices: { USD: { amount, taxIncluded: true, taxCategory: 'saas' } },
});

/** Opens a buyer's subscription to Basic in the portal. The other plans of its group cost more and less. */
async function openSubscription(page: Page, context: BrowserContext, database: Database, baseURL = '') {
  const store = await openStore(page, baseURL);
  const plans = [
    await store.makeProduct(monthly('Basic', '31.00')),
    await store.makeProduct(monthly('Team', '62.00')),
    await store.makeProduct(monthly('Solo', '10.00')),
  ];
  const productIds = plans.map(({ productId }) => productId);
  const rules = { selfServicePlanChange: true };
  const group = { storeId: store.id, name: 'Plans', productIds, rules };
  await store.call('subscription-product-group/create-group', group);
  const email = newAddress();
  const sessionId = await store.sell(plans[0] ?? {}, { email, totalMinor: 3100, renewalMinor: 3100 });
  const [row] = await database.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  if (!row) throw new Error('nothing was paid');
  const portal = `/${store.slug}/portal`;
  await signIn(context, database, { row: row as Parameters<typeof signIn>[2]['row'], email, portal }, baseURL);
  const address = `${portal}/orders/${toShortId('ORD', row.id)}?environment=test`;
  await page.goto(address);
  await expect(title(page, 'Basic')).toBeVisible();
  return address;
}

async function choosePlan(page: Page, name: string) {
  await page.getByRole('link', { name: 'Change plan' }).click();
  await expect(title(page, 'Choose a plan')).toBeVisible();
  await page.getByRole('button', { name: `Choose ${name}` }).click();
  await expect(title(page, 'Change your plan')).toBeVisible();
}

test('an upgrade shows its quote, charges the saved card and its receipt names the credit', async ({
  page,
  context,
  database,
  baseURL,
}) => {
  await openSubscription(page, context, database, baseURL);
  await page.getByRole('link', { name: 'Change plan' }).click();
  await expect(title(page, 'Choose a plan')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Choose Team' }).click();
  await expect(title(page, 'Change your plan')).toBeVisible();
  await expect(page.getByText('From Basic to Team')).toBeVisible();
  await expect(page.getByText('Unused time of Basic')).toBeVisible();
  await expect(page.getByText(/of \d+ days, at \$31\.00/)).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Pay with .*4242/ })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Pay with another card' }).check();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.getByRole('button', { name: /^Confirm and pay/ }).click();
  await expect(page.getByLabel('Card number')).toBeFocused();
  await page.getByRole('radio', { name: /^Pay with .*4242/ }).check();
  await page.getByRole('button', { name: /^Confirm and pay \$31\.\d\d$/ }).click();
  await expect(page.getByRole('heading', { name: 'Your plan has changed' })).toBeFocused();
  await expect(page.getByText('Credit used')).toBeVisible();
  await expectAccessible(page);
});

test('a downgrade is scheduled, shown in the portal, and taken back there', async ({
  page,
  context,
  database,
  baseURL,
}) => {
  const address = await openSubscription(page, context, database, baseURL);
  await choosePlan(page, 'Solo');
  await expect(page.getByText(/^Solo starts on .* Until then, you keep Basic\.$/)).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await expect(page.getByRole('heading', { name: 'Plan change scheduled' })).toBeFocused();
  await expectAccessible(page);
  await page.goto(address);
  await expect(page.getByText(/^Changes to Solo on /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep Basic' }).click();
  await expect(page.getByText(/^Renews on /)).toBeVisible();
  await expect(page.getByText(/^Changes to Solo on /)).toHaveCount(0);
});

test('a customer who has the plan is led to its change instead of a second charge', async ({
  page,
  database,
  baseURL,
}) => {
  const store = await openStore(page, baseURL);
  const plan = await store.makeProduct(monthly('Basic', '31.00'));
  const buyerIdentity = 'user-1';
  const first = await store.sell(plan, { email: newAddress(), totalMinor: 3100, renewalMinor: 3100 });
  await database.update(orders).set({ buyerIdentity }).where(eq(orders.checkoutSessionId, first));
  const body = { storeId: store.id, ...plan, currency: 'USD' };
  const second = await store.call('checkout/create-session', body);
  await database.update(checkoutSessions).set({ buyerIdentity }).where(eq(checkoutSessions.id, second.sessionId));
  await page.goto(second.checkoutUrl);
  await page.getByLabel('Email').fill(newAddress());
  await page.getByLabel('Country').selectOption('DE');
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel(/expir/i).fill('12 / 40');
  await page.getByLabel(/security code/i).fill('123');
  await page.getByRole('button', { name: /^Pay|^Subscribe/ }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'You already have a subscription to Basic' });
  await expect(alert).toBeVisible();
  await expectAccessible(page);
  await alert.getByRole('link', { name: 'Change your plan' }).click();
  await expect(page).toHaveURL(new RegExp(`/${store.slug}/portal`));
});
