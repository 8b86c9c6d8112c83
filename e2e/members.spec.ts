/** A store's team, notifications and deletion. */
import type { Browser, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { merchants, storeMembers } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { listEmails } from '#server/events/data/emails.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { newAddress, openStore, signUp } from './stores.ts';

/** Another member of the store in a separate browser. */
async function joinStore(browser: Browser, baseURL: string | undefined, database: Database, storeId: string) {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const page = await context.newPage();
  const email = await signUp(page, baseURL, { name: 'Ben Partner' });
  const [account] = await database.select().from(merchants).where(eq(merchants.email, email));
  const merchantId = account?.id ?? '';
  const member = {
    storeId: fromShortId('STO', storeId) ?? '',
    merchantId,
    role: 'member',
    createdAt: new Date(),
  } as const;
  await database.insert(storeMembers).values(member);
  return { page, email, context };
}

test('invites a member by keyboard, who joins with a new account', async ({ page, baseURL, browser, database }) => {
  const { home } = await openStore(page, baseURL);
  const email = newAddress();
  await page.goto(`${home}/members`);
  await expect(page.getByRole('button', { name: 'Send invitation' })).toBeEnabled();
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Invited ${email}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Revoke the invitation for ${email}` })).toBeVisible();
  await expectAccessible(page);

  const [sentEmail] = await listEmails(database, email, 1);
  const link = /\/invitations#token=\S+/.exec(sentEmail?.body ?? '')?.[0] ?? '';
  const otherContext = await browser.newContext(baseURL ? { baseURL } : {});
  const partner = await otherContext.newPage();
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
  await otherContext.close();

  await page.reload();
  await expect(page.getByRole('row', { name: /Ben Partner/ })).toContainText('Member');
  await page.getByRole('button', { name: 'Actions for Ben Partner' }).click();
  await page.getByRole('menuitem', { name: 'Make an admin' }).click();
  await expect(page.getByRole('row', { name: /Ben Partner/ })).toContainText('Admin');
});

test('updates a role optimistically, transfers ownership, leaves the store and removes a member', async ({
  page,
  baseURL,
  browser,
  database,
}) => {
  const { home, id, email } = await openStore(page, baseURL);
  const ben = await joinStore(browser, baseURL, database, id);
  await page.goto(`${home}/members`);
  const row = page.getByRole('row', { name: /Ben Partner/ });
  const choose = async (item: string | RegExp, member = 'Ben Partner', on = page) => {
    await on.getByRole('button', { name: `Actions for ${member}` }).click();
    await on.getByRole('menuitem', { name: item }).click();
  };
  /** Types the required confirmation; the button is disabled before. */
  const confirm = async (on: Page, label: string, phrase: string) => {
    const dialog = on.getByRole('alertdialog');
    await expect(dialog.getByRole('button', { name: label, exact: true })).toBeDisabled();
    await dialog.getByRole('textbox').fill(phrase);
    await dialog.getByRole('button', { name: label, exact: true }).click();
  };

  let refuse = () => {};
  const held = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  const refusal = { data: null, errors: [{ message: 'Not authorized to manage members', layer: 'store' }] };
  await page.route('**/store-merchant/update-role', async (route) => {
    await held;
    await route.fulfill({ status: 403, json: refusal });
  });
  await choose('Make an admin');
  await expect(row).toContainText('Admin');
  refuse();
  await expect(row).toContainText('Still a member. Not authorized to manage members');
  await expect(row.getByText('Admin', { exact: true })).toHaveCount(0);
  await page.unroute('**/store-merchant/update-role');

  await choose(/^Transfer ownership/);
  await expectAccessible(page);
  await confirm(page, 'Transfer ownership', 'Harbour Light Press');
  await expect(row).toContainText('Owner');
  await expect(page.getByRole('row', { name: /Ana Merchant/ })).toContainText('Admin');

  // Ben is the owner now: Ana leaves, rejoins and is removed.
  await choose(/^Leave store/, 'Ana Merchant');
  await confirm(page, 'Leave store', 'Harbour Light Press');
  await page.waitForURL('**/dashboard/new-store');
  const [ana] = await database.select().from(merchants).where(eq(merchants.email, email));
  const again = { storeId: fromShortId('STO', id) ?? '', merchantId: ana?.id ?? '', role: 'admin' } as const;
  await database.insert(storeMembers).values({ ...again, createdAt: new Date() });
  await ben.page.goto(`${home}/members`);
  await choose(/^Remove/, 'Ana Merchant', ben.page);
  const removed = ben.page.waitForResponse((response) => response.url().endsWith('/store-merchant/remove-merchant'));
  await confirm(ben.page, 'Remove member', email);
  await expect(ben.page.getByRole('row', { name: /Ana Merchant/ })).toHaveCount(0);
  expect((await removed).status()).toBe(200);
  expect((await page.goto(`${home}/members`))?.status()).toBe(404);
  await ben.context.close();
});

test('a switch saves, can be undone, and reverts when refused', async ({ page, baseURL }) => {
  const { home } = await openStore(page, baseURL);
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

test('deletes an unused store after its name is typed', async ({ page, baseURL }) => {
  const { home } = await openStore(page, baseURL);
  await page.goto(`${home}/settings`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete store' }).click();
  const confirm = page.getByRole('button', { name: 'Delete store' });
  await expect(confirm).toBeDisabled();
  await page.getByRole('alertdialog').getByRole('textbox').fill('Harbour Light Press');
  await confirm.click();
  await page.waitForURL('**/dashboard/new-store');
});
