/** Registering a live key requires a recent sign-in: by password, passkey or signing in again. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys, credentials, dashboardSessions, stores } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
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
