/** Live keys require a recent sign-in: by password, passkey or signing in again. Keys may be limited. */
import { sign } from 'node:crypto';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys, credentials, dashboardSessions, stores } from '#db/schema/index.ts';
import { canonicalRequest } from '#server/api/api-key.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { addAuthenticator } from './passkeys.ts';
import { openStore, password } from './stores.ts';

test('asks for the password again before a live key, and keeps typed values', async ({ page, baseURL, database }) => {
  const { home, id } = await openStore(page, baseURL);
  const [store] = await database
    .select()
    .from(stores)
    .where(eq(stores.id, fromShortId('STO', id) ?? ''));
  const merchantId = store?.merchantId ?? '';
  const environments = async () =>
    (await database.select().from(apiKeys).where(eq(apiKeys.merchantId, merchantId))).map((key) => key.environment);
  const createdAt = new Date(Date.now() - 601_000);
  await database.update(dashboardSessions).set({ createdAt }).where(eq(dashboardSessions.merchantId, merchantId));

  await page.goto(`${home}/keys`);
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByLabel('Nickname').fill('Web shop');
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('prod');
  await page.getByRole('button', { name: 'Create key' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm your identity' });
  await expect(question.getByLabel('Your password')).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByLabel('Nickname')).toHaveValue('Web shop');
  expect(await environments()).toEqual([]);

  await page.getByRole('button', { name: 'Create key' }).click();
  await question.getByLabel('Your password').fill('not my password');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(question.getByText('Incorrect password.')).toBeVisible();
  await question.getByLabel('Your password').fill(password);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('region', { name: 'Private key' })).toBeVisible();
  await expect(question).toHaveCount(0);
  expect(await environments()).toEqual(['prod']);
});

/** Ages the sign-in, then requests a live key. */
async function askForKey(page: Page, database: Database, keysUrl: string, storeId: string) {
  const [store] = await database
    .select()
    .from(stores)
    .where(eq(stores.id, fromShortId('STO', storeId) ?? ''));
  const merchantId = store?.merchantId ?? '';
  const createdAt = new Date(Date.now() - 601_000);
  await database.update(dashboardSessions).set({ createdAt }).where(eq(dashboardSessions.merchantId, merchantId));
  await page.goto(keysUrl);
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByLabel('Nickname').fill('Web shop');
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('prod');
  await page.getByRole('button', { name: 'Create key' }).click();
  return { merchantId, question: page.getByRole('dialog', { name: 'Confirm your identity' }) };
}

test('an account without a password registers a live key with its passkey', async ({ page, baseURL, database }) => {
  // Passkeys are bound to names.
  const origin = (baseURL ?? '').replace('127.0.0.1', 'localhost');
  const { home, id } = await openStore(page, origin);
  const removeAuthenticator = await addAuthenticator(page);
  await page.goto(`${origin}/dashboard/account`);
  await page.getByLabel('Passkey name').fill('Desk');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added.', { exact: true })).toBeVisible();
  const { merchantId, question } = await askForKey(page, database, `${origin}${home}/keys`, id);
  await database.delete(credentials).where(eq(credentials.merchantId, merchantId));
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page.getByRole('region', { name: 'Private key' })).toBeVisible();
  expect(await database.$count(dashboardSessions, eq(dashboardSessions.merchantId, merchantId))).toBe(1);
  await removeAuthenticator();
});

test('signing in again returns to the keys', async ({ page, baseURL, database }) => {
  const { home, id, email } = await openStore(page, baseURL);
  const { question } = await askForKey(page, database, `${home}/keys`, id);
  await question.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/keys$/);
  await expect(page.getByRole('button', { name: 'Create API key' })).toBeVisible();
});

/** Calls an action with the private key that the page shows; returns the status and the first message. */
async function callWith(page: Page, baseURL: string | undefined, merchantId: string, privateKey: string) {
  const path = '/v1/actions/checkout/create-session';
  const timestamp = String(Math.floor(Date.now() / 1000));
  const text = canonicalRequest('POST', path, timestamp, Buffer.from('{}'));
  const headers = {
    'Content-Type': 'application/json',
    'X-Merchant-Id': toShortId('MER', merchantId),
    'X-Timestamp': timestamp,
    'X-Signature': sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64'),
  };
  const answer = await page.request.post(`${baseURL}${path}`, { data: Buffer.from('{}'), headers });
  return [answer.status(), (await answer.json()).errors[0].message];
}

test('limits a key when it is created, shows the limits, and changes them', async ({ page, baseURL, database }) => {
  const { home, id } = await openStore(page, baseURL);
  const [store] = await database
    .select()
    .from(stores)
    .where(eq(stores.id, fromShortId('STO', id) ?? ''));
  const merchantId = store?.merchantId ?? '';
  const keyNow = async () => (await database.select().from(apiKeys).where(eq(apiKeys.merchantId, merchantId)))[0];

  await page.goto(`${home}/keys`);
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create API key' });
  await dialog.getByLabel('Nickname').fill('Refund desk');
  await dialog.getByRole('combobox', { name: 'Mode' }).selectOption('prod');
  await dialog.getByRole('radio', { name: 'Limited' }).check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const scopes = dialog.getByRole('group', { name: 'The key may' });
  await expect(scopes).toBeFocused();
  await expect(scopes).toHaveAccessibleDescription('Select at least one scope.');
  await expectAccessible(page);
  await scopes.getByRole('checkbox', { name: 'Read' }).check();
  await scopes.getByRole('checkbox', { name: 'Refund' }).check();
  const networks = dialog.getByRole('textbox', { name: 'Allowed networks' });
  await networks.fill('203.0.113.0/24\n10.0.0.7/8');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(networks).toBeFocused();
  await expect(networks).toHaveAccessibleDescription(
    /“10\.0\.0\.7\/8” is neither an address nor the start of a network/,
  );
  await networks.fill('203.0.113.0/24\n127.0.0.0/8, ::1');
  const expires = dialog.getByLabel('Expires');
  await expires.fill('2020-01-01T00:00');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(expires).toHaveAccessibleDescription(/Choose a time in the future\./);
  const inTwoDays = new Date(Date.now() + 2 * 24 * 60 * 60_000).toISOString().slice(0, 16);
  await expires.fill(inTwoDays);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const privateKey = (await page.getByRole('region', { name: 'Private key' }).textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy private key' }).click();
  // Until the key is copied, closing the dialog asks for confirmation.
  await expect(page.getByRole('status').filter({ hasText: 'Copied private key' })).toBeAttached();
  await page.getByRole('button', { name: 'Done' }).click();
  const created = await keyNow();
  expect(created).toMatchObject({
    scopes: ['read', 'refund'],
    networks: ['203.0.113.0/24', '127.0.0.0/8', '::1/128'],
  });
  const row = page.getByRole('row', { name: /Refund desk/ });
  await expect(row).toContainText('Read, RefundFrom 203.0.113.0/24, 127.0.0.0/8 and 1 more');
  await expect(row).toContainText('Expires soon');
  expect(await callWith(page, baseURL, merchantId, privateKey)).toEqual([403, 'API key lacks the scope "sell"']);

  const createdAt = new Date(Date.now() - 601_000);
  await database.update(dashboardSessions).set({ createdAt }).where(eq(dashboardSessions.merchantId, merchantId));
  await page.getByRole('button', { name: 'Edit key Refund desk' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit API key' });
  await expect(edit.getByRole('checkbox', { name: 'Refund' })).toBeChecked();
  await expect(edit.getByLabel('Expires')).toHaveValue(inTwoDays);
  await expectAccessible(page);
  await edit.getByLabel('Nickname').fill('Shop');
  await edit.getByRole('checkbox', { name: 'Refund' }).uncheck();
  await edit.getByRole('checkbox', { name: 'Sell' }).check();
  await edit.getByLabel('Expires').fill('');
  await edit.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm your identity' });
  await question.getByLabel('Your password').fill(password);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Shop/ })).toContainText('Read, Sell');
  expect(await keyNow()).toMatchObject({ nickname: 'Shop', scopes: ['read', 'sell'], expiresAt: null });
  const [status, message] = await callWith(page, baseURL, merchantId, privateKey);
  expect([status, message]).toEqual([400, expect.stringMatching(/^Missing required field/)]);
  await page.reload();
  await expect(page.getByRole('row', { name: /Shop/ })).toContainText('127.0.0.1');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Edit key Shop' }).click();
  await edit.getByRole('radio', { name: 'Full access' }).check();
  await edit.getByRole('textbox', { name: 'Allowed networks' }).fill('');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Shop/ })).toContainText('Full access');
  expect(await keyNow()).toMatchObject({ scopes: null, networks: null });
});
