/** Who works in a store, what it mails, and how it ends. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listEmails } from '../server/queries/emails.ts';
import { findBarriers } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

const newAddress = () => `${randomUUID()}@example.com`;

async function post(page: Page, baseURL: string | undefined, path: string, data: object) {
  const headers = { Origin: baseURL ?? '', 'X-Environment': 'test' };
  const answer = await page.request.post(path, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as { data?: { store?: { id: string; slug: string } } };
}

const signUp = (page: Page, baseURL: string | undefined, name: string, email = newAddress()) =>
  post(page, baseURL, '/api/auth/sign-up/email', { name, email, password: 'correct horse battery' });

/** A store of the test's own, whose owner is signed in. */
async function openStore(page: Page, baseURL: string | undefined) {
  await signUp(page, baseURL, 'Ana Merchant');
  const made = await post(page, baseURL, '/dashboard/api/store/create-store', { name: 'Harbour Light Press' });
  return `/dashboard/${made.data?.store?.slug}/test`;
}

async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page), `${page.url()}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${page.url()} is wider than its window`).toBeLessThanOrEqual(0);
}

test('somebody is invited by the keyboard alone, and comes in with an account made for it @phone', async ({
  page,
  baseURL,
  browser,
  database,
}) => {
  const home = await openStore(page, baseURL);
  const email = newAddress();
  await page.goto(`${home}/members`);
  await expect(page.getByRole('button', { name: 'Send invitation' })).toBeEnabled();
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Invited ${email}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Take back the invitation of ${email}` })).toBeVisible();
  await expectAccessible(page);

  const [letter] = await listEmails(database, email, 1);
  const link = /\/invitations#token=\S+/.exec(letter?.body ?? '')?.[0] ?? '';
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const partner = await elsewhere.newPage();
  await partner.goto(link);
  await expect(partner.getByRole('heading', { name: 'Join Harbour Light Press' })).toBeVisible();
  await expect(partner).toHaveURL(/\/invitations$/);
  await expectAccessible(partner);
  await partner.getByRole('link', { name: 'Create an account' }).click();
  await partner.getByLabel('Your name').fill('Ben Partner');
  await partner.getByLabel('Email').fill(email);
  await partner.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await partner.getByRole('button', { name: 'Create account' }).click();
  await partner.getByRole('button', { name: 'Accept as Ben Partner' }).click();
  await partner.waitForURL(`**${home}`);
  await elsewhere.close();

  await page.reload();
  await expect(page.getByRole('row', { name: /Ben Partner/ })).toContainText('Member');
  await page.getByRole('button', { name: 'Actions for Ben Partner' }).click();
  await page.getByRole('menuitem', { name: 'Make an admin' }).click();
  await expect(page.getByRole('row', { name: /Ben Partner/ })).toContainText('Admin');
});

test('a switch saves itself, can be taken back, and goes back where it is refused', async ({ page, baseURL }) => {
  const home = await openStore(page, baseURL);
  await page.goto(`${home}/notifications`);
  const renewals = page.getByRole('switch', { name: 'Renewals', exact: true });
  await renewals.click();
  await expect(page.getByText('Renewals: off.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(renewals).not.toBeChecked();
  await renewals.click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(renewals).not.toBeChecked();

  const refusal = { data: null, errors: [{ message: 'Not authorized to update this store', layer: 'store' }] };
  await page.route('**/store/update-store', (route) => route.fulfill({ status: 403, json: refusal }));
  await renewals.click();
  await expect(page.getByText('Not saved. Not authorized to update this store')).toBeVisible();
  await expect(renewals).not.toBeChecked();
});

test('a store is deleted once nothing in it is in use, by typing its name', async ({ page, baseURL }) => {
  const home = await openStore(page, baseURL);
  await page.goto(`${home}/settings`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete the store' }).click();
  const confirm = page.getByRole('button', { name: 'Delete for good' });
  await expect(confirm).toBeDisabled();
  await page.getByRole('alertdialog').getByRole('textbox').fill('Harbour Light Press');
  await confirm.click();
  await page.waitForURL('**/dashboard/new-store');
});
