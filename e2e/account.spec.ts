/** The account page: two-factor authentication, passkeys and active sessions. */
import type { Page } from '@playwright/test';
import { totpAt } from '#server/testing/totp.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { addAuthenticator } from './passkeys.ts';
import { password, signUp } from './stores.ts';

/** The same server by its host name: passkeys are bound to names. */
const byName = (baseURL: string | undefined) => (baseURL ?? '').replace('127.0.0.1', 'localhost');

/** Signs up an account and opens its page. */
async function openAccount(page: Page, origin: string): Promise<string> {
  const email = await signUp(page, origin);
  await page.goto(`${origin}/dashboard/account`);
  return email;
}

async function signInAgain(page: Page, origin: string, email: string) {
  await page.context().clearCookies();
  await page.goto(`${origin}/sign-in?next=/dashboard/account`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('asks for a code after two-factor is enabled, and accepts each recovery code once', async ({ page, baseURL }) => {
  const origin = byName(baseURL);
  const email = await openAccount(page, origin);
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Connect your authenticator app' });
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(totpAt(secret, new Date()));
  await page.keyboard.press('Enter');
  const recoveryCodes = page.getByRole('alertdialog', { name: 'Your recovery codes' });
  await expect(recoveryCodes.getByRole('listitem')).toHaveCount(10);
  const codes = await recoveryCodes.getByRole('listitem').allTextContents();
  await recoveryCodes.getByRole('button', { name: 'I’ve saved my codes' }).click();
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible();
  await expectAccessible(page);

  await signInAgain(page, origin, email);
  await page.waitForURL('**/sign-in/code?*');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Incorrect code.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(totpAt(secret, new Date(), 1));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();

  for (const isFirst of [true, false]) {
    await signInAgain(page, origin, email);
    await page.getByRole('link', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    if (isFirst) await expect(page.getByText('Recovery codes left: 9')).toBeVisible();
    else await expect(page.getByText('This recovery code is invalid or has already been used.')).toBeVisible();
  }
});

test('adds a passkey by keyboard, signs in with it without a password, renames it and removes it', async ({
  page,
  baseURL,
}) => {
  const origin = byName(baseURL);
  await openAccount(page, origin);
  const removeAuthenticator = await addAuthenticator(page);
  await expect(page.getByRole('button', { name: 'Add passkey' })).toBeEnabled();
  await page.getByLabel('Passkey name').focus();
  await page.keyboard.type('My laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passkey added.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove My laptop' })).toBeVisible();

  await page.getByRole('button', { name: 'Rename My laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Desk');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Desk' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The virtual device accepts a conditional passkey request immediately.
  await page.context().clearCookies();
  await page.goto(`${origin}/sign-in?next=/dashboard/account`);
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();

  await page.context().clearCookies();
  // A browser without conditional passkey requests.
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false });
  });
  await page.goto(`${origin}/sign-in?next=/dashboard/account`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove Desk' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey', exact: true }).click();
  await expect(page.getByText('No passkeys yet')).toBeVisible();
  await removeAuthenticator();
});

test('ends another session, whose next request is signed out', async ({ page, baseURL, browser }) => {
  const origin = byName(baseURL);
  const email = await openAccount(page, origin);
  const otherContext = await browser.newContext();
  const other = await otherContext.newPage();
  await signInAgain(other, origin, email);
  await expect(other.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Current', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: /^Sign out \w+ on / }).click();
  await expect(page.getByRole('button', { name: /^Sign out \w+ on / })).toHaveCount(0);
  await other.getByLabel('Your name').fill('Somebody else');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('You have been signed out.')).toBeVisible();
  await otherContext.close();
});
