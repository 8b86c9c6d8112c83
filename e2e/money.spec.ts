/** The merchant's balance page and the operator's worker page. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { merchants, payments, storeMembers } from '#db/schema/index.ts';
import { grantOperator } from '#server/accounts/data/operators.ts';
import { book } from '#server/billing/ledger/data/ledger.ts';
import { newId } from '#server/domain/ids.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { signUp as signUpByEmail } from './stores.ts';

/** Signs up an account and returns its id. */
async function signUp(page: Page, baseURL: string | undefined, database: Database): Promise<string> {
  const email = await signUpByEmail(page, baseURL);
  const [account] = await database.select().from(merchants).where(eq(merchants.email, email));
  return account?.id ?? '';
}

/** Due too far ahead for the test server's worker. */
const later = new Date();
later.setUTCDate(15);
later.setUTCMonth(later.getUTCMonth() + 2);

/** A store with the given number of paid subscriptions, with the signed-in account as a member. */
async function openStore(page: Page, baseURL: string | undefined, database: Database, count: number) {
  const merchantId = await signUp(page, baseURL, database);
  const store = await makeSubscriptions(database, count, later);
  await database.insert(storeMembers).values({ merchantId, storeId: store.id, role: 'member', createdAt: new Date() });
  return { ...store, home: `/dashboard/${store.slug}/test/balances` };
}

test('shows the balance at the provider and its transactions with their orders', async ({
  page,
  baseURL,
  database,
}) => {
  const store = await openStore(page, baseURL, database, 3);
  const [payment] = await database.select().from(payments).where(eq(payments.storeId, store.id)).limit(1);
  if (!payment) throw new Error('no payment');
  const refund = { id: newId(), amountMinor: 1071, taxMinor: 171 };
  await database.execute(sql`
    insert into refunds (id, merchant_id, store_id, environment, order_id, payment_id, provider, status, currency,
      amount_minor, tax_minor, requested_by, succeeded_at, created_at, updated_at)
    select ${refund.id}, merchant_id, store_id, environment, order_id, id, provider, 'succeeded', currency,
      ${refund.amountMinor}, ${refund.taxMinor}, '{}', now(), now(), now() from payments where id = ${payment.id}`);
  await book(database, { kind: 'refund', payment, refund }, new Date());

  await page.goto(store.home);
  const card = page.locator('section').filter({ hasText: 'Balance at payment provider' });
  await expect(card.getByText('$53.55')).toBeVisible();
  for (const amount of ['$54.00', '-$9.00', '$8.55']) await expect(card.getByText(amount)).toBeVisible();
  await expect(card.getByText('Refunds in progress')).toHaveCount(0);
  await expectAccessible(page);
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row');
  await expect(rows).toHaveCount(1 + 4);
  const refunded = rows.filter({ hasText: 'Refund' });
  await expect(refunded.getByText('-$10.71')).toBeVisible();
  await expect(refunded.getByText('-$1.71')).toBeVisible();
  await expect(refunded.getByText(/^buyer\d@example\.com$/)).toBeVisible();
  // Digits align with each other and with the header.
  for (const cell of [rows.first().getByText('Amount'), refunded.getByText('-$10.71').locator('xpath=ancestor::td')]) {
    await expect(cell).toHaveCSS('text-align', 'end');
  }
  await refunded.getByRole('link').click();
  await expect(page).toHaveURL(/\/orders\/ORD_\w{22}$/);
});

test('pages through transactions, exports them as CSV, and hides them from others', async ({
  page,
  baseURL,
  database,
  browser,
}) => {
  // More than one batch of the export.
  const count = 2003;
  const store = await openStore(page, baseURL, database, count);
  await page.goto(store.home);
  const links = page.getByRole('table', { name: 'Transactions' }).getByRole('link');
  await expect(links).toHaveCount(50);
  const first = await links.first().getAttribute('href');
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page).toHaveURL(/\?before=/);
  await expect(links.first()).not.toHaveAttribute('href', first ?? '');
  await expect(links).toHaveCount(50);
  await page.getByRole('link', { name: 'Newest' }).click();
  await expect(links.first()).toHaveAttribute('href', first ?? '');

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe(`${store.slug}-test-transactions.csv`);
  const [head, ...lines] = (await (await page.request.get(`${store.home}/export`)).text()).trimEnd().split('\r\n');
  expect(head).toBe('at,movement,currency,amount,tax,order,payment,refund,id,provider');
  expect(new Set(lines).size).toBe(count);
  expect(lines).toHaveLength(count);
  expect(lines[0]).toMatch(/^[\d-]+T[\d:.]+Z,charge,USD,21\.42,3\.42,ORD_\w{22},PAY_\w{22},,[\da-f-]{36},sandbox$/);

  const otherPage = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  const away = await otherPage.request.get(`${store.home}/export`, { maxRedirects: 0 });
  expect([away.status(), away.headers().location]).toEqual([307, expect.stringContaining('/sign-in')]);
  await signUp(otherPage, baseURL, database);
  for (const path of [store.home, `${store.home}/export`]) {
    expect((await otherPage.request.get(path)).status(), path).toBe(404);
  }
  await otherPage.context().close();
});

test('explains an empty balance page', async ({ page, baseURL, database }) => {
  const { slug } = await openStore(page, baseURL, database, 1);
  await page.goto(`/dashboard/${slug}/prod/balances`);
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveCount(0);
  await expectAccessible(page);
});

test('shows operators the worker’s heartbeat, jobs, backlog, failures and retries', async ({
  page,
  baseURL,
  database,
}) => {
  test.slow();
  const merchantId = await signUp(page, baseURL, database);
  await page.goto('/dashboard/operator/worker');
  await expect(page.getByRole('heading', { name: 'Worker' })).toHaveCount(0);
  await grantOperator(database, merchantId, new Date());
  const id = randomUUID();
  await database.execute(sql`
    insert into pgboss.job (id, name, state, policy, data, output, retry_limit, retry_count, started_on, completed_on)
    values (${id}, 'delete-old-visits', 'failed', 'singleton', ${JSON.stringify({ note: id })}::jsonb,
      ${JSON.stringify({ message: `It broke: ${id}` })}::jsonb, 2, 2, now(), now())`);
  await page.goto('/dashboard/operator');
  await page.getByRole('button', { name: 'Account and theme' }).click();
  await page.getByRole('menuitem', { name: 'Worker' }).click();
  await expect(page.getByRole('heading', { name: 'Worker', level: 1 })).toBeVisible();
  await expect(page.getByText(/^1 worker is connected$/)).toBeVisible();
  const job = page.getByRole('table', { name: 'Jobs' }).getByRole('row').filter({ hasText: 'renew-subscriptions' });
  await expect(job).toBeVisible();
  const due = page.getByRole('table', { name: 'Backlog' }).getByRole('row');
  await expect(due.filter({ hasText: 'Subscriptions to renew' })).toBeVisible();
  const failure = page.getByRole('listitem').filter({ hasText: `It broke: ${id}` });
  await expect(failure.getByText(`{"note": "${id}"}`)).toBeVisible();
  await expectAccessible(page);
  await failure.getByRole('button', { name: 'Retry delete-old-visits' }).click();
  await expect(failure).toHaveCount(0, { timeout: 20_000 });
  // The button is gone: the focus moves to its place.
  await expect(page.getByText(/^\w+ failures?$/)).toBeFocused();
  const ended = async () =>
    (await database.execute<{ state: string }>(sql`select state from pgboss.job where id = ${id}`)).rows[0]?.state;
  await expect.poll(ended, { timeout: 20_000 }).toBe('completed');
  const navigation = page.getByRole('navigation', { name: 'Operator' });
  await expect(navigation.getByRole('link', { name: 'Worker' })).toHaveAttribute('aria-current', 'page');
  await navigation.getByRole('link', { name: 'Approvals' }).click();
  await expect(page.getByRole('heading', { name: 'Approvals', level: 1 })).toBeVisible();
});
