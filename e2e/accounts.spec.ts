/** Merchants' accounts: sign-up, sign-in, sign-out and password reset. */
import type { Page } from '@playwright/test';
import { listEmails } from '#server/events/data/emails.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { newAddress, openStore, password, signUp } from './stores.ts';

async function submitSignUp(page: Page, email: string) {
  await page.goto('/sign-up');
  await page.getByLabel('Your name').fill('Ana Merchant');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function signIn(page: Page, email: string, typed: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /account and theme/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
}

test('sign-up opens the first store, and sign-out closes the dashboard @phone-only', async ({ page }) => {
  await submitSignUp(page, newAddress());
  await expect(page.getByRole('heading', { name: 'Create your first store' })).toBeVisible();
  await signOut(page);
  await page.goto('/dashboard/new-store');
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fdashboard%2Fnew-store$/);
});

test('sign-in returns to the page that asked for it', async ({ page, context, baseURL }) => {
  const { slug, email } = await openStore(page, baseURL);
  const wanted = `/dashboard/${slug}/prod/orders`;
  await context.clearCookies();
  await page.goto(wanted);
  await page.waitForURL('**/sign-in?next=*');
  await signIn(page, email, password);
  await page.waitForURL(`**${wanted}`);
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
});

test('sign-in does not redirect to another site', async ({ page, baseURL }) => {
  const email = await signUp(page, baseURL);
  const addresses = [
    '/sign-in?next=https://example.com/',
    '/sign-in?next=/%5Cexample.com',
    '/sign-in?next=/.//example.com',
    '/sign-in?next=javascript:alert(1)',
    '/sign-in?next=//example.com',
  ];
  // A signed-in merchant is redirected by the server, to the address that the form uses too.
  for (const address of addresses) {
    expect((await page.request.get(address)).url(), address).toBe(`${baseURL}/dashboard/new-store`);
  }
  await page.context().clearCookies();
  await page.goto('/sign-in?next=//example.com');
  await signIn(page, email, password);
  await page.waitForURL('**/dashboard/new-store');
});

test('shows a taken email address at its field and keeps the other values', async ({ page, context, baseURL }) => {
  const email = await signUp(page, baseURL);
  await context.clearCookies();
  await submitSignUp(page, email);
  const field = page.getByLabel('Email');
  await expect(page.getByText('An account with this email already exists.')).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveValue(email);
  await expect(page.getByLabel('Your name')).toHaveValue('Ana Merchant');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
});

test('refuses a short password with the minimum length', async ({ page }) => {
  await page.goto('/sign-up');
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('Email').fill(newAddress());
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Use at least 10 characters. This one has 5.')).toBeVisible();
});

test('resets a password by the emailed link, once @phone-only', async ({ page, context, database, baseURL }) => {
  const email = await signUp(page, baseURL);
  await context.clearCookies();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible();

  const [mail] = await listEmails(database, email, 1);
  const link = /\/reset-password\?token=\S+/.exec(mail?.body ?? '')?.[0] ?? '';
  expect(link).not.toBe('');
  // The worker sends the email immediately.
  await expect.poll(async () => (await listEmails(database, email, 1))[0]?.status).toBe('unsent');
  await page.goto(link);
  await page.getByLabel('New password').fill('a whole new password');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();

  await page.getByRole('link', { name: 'Sign in' }).last().click();
  await page.waitForURL('**/sign-in');
  await signIn(page, email, password);
  await expect(page.getByText('Incorrect email or password.')).toBeVisible();
  await signIn(page, email, 'a whole new password');
  await page.waitForURL('**/new-store');

  await page.goto(link);
  await page.getByLabel('New password').fill('yet another password');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('This link has expired or has already been used.')).toBeVisible();
});

test('a password reset does not reveal whether an account exists', async ({ page, database }) => {
  const email = newAddress();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible();
  expect(await listEmails(database, email, 1)).toEqual([]);
});

test('says when to try again after too many attempts', async ({ page }) => {
  await page.route('**/api/auth/sign-in/email', (route) =>
    route.fulfill({ status: 429, headers: { 'X-Retry-After': '42' }, json: { message: 'Too many requests.' } }),
  );
  await page.goto('/sign-in');
  await signIn(page, newAddress(), password);
  await expect(page.getByText('Too many attempts. Try again in 42 seconds.')).toBeVisible();
});

test('account pages are accessible in both themes', async ({ page }) => {
  for (const path of ['/sign-in', '/sign-up', '/forgot-password', '/reset-password', '/reset-password?token=x']) {
    await page.goto(path);
    await expectAccessible(page);
  }
});
