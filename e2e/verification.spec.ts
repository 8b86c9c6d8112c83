/** Business verification and sender addresses: the merchant requests, the operator decides. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { merchants, senderDomains } from '#db/schema/index.ts';
import { grantOperator } from '#server/accounts/data/operators.ts';
import { listEmails } from '#server/events/data/emails.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { newAddress, openStore as openOwnStore, poster, signUp } from './stores.ts';

/** A signed-in merchant with a store; `home` is the path of its live pages. */
async function openStore(page: Page, baseURL: string | undefined) {
  const store = await openOwnStore(page, baseURL);
  return { ...store, home: `/dashboard/${store.slug}/prod` };
}

/** A second browser with a signed-in operator. */
async function openOperator(browser: Browser, baseURL: string | undefined, database: Database): Promise<Page> {
  const page = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  const email = await signUp(page, baseURL);
  const [account] = await database.select().from(merchants).where(eq(merchants.email, email));
  await grantOperator(database, account?.id ?? '', new Date());
  return page;
}

/** Details of a business whose legal name is unique in the queue. */
const newBusiness = () => ({
  legalName: `Harbour Light ${randomUUID()}`,
  country: 'DE',
  registrationNumber: 'HRB 123456',
  address: 'Lange Straße 1\n10243 Berlin',
  website: 'https://example.com',
  contactName: 'Ana Merchant',
  contactEmail: 'ana@example.com',
  description: 'Field notes, sold as downloads.',
});

const sendDetails = (page: Page, baseURL: string | undefined, storeId: string, business: object) =>
  poster(page, baseURL)('/dashboard/api/kyb-ticket/create-ticket', { storeId, ...business });

async function decide(operator: Page, name: string, decision: 'Approve' | 'Reject', note: string) {
  await operator.goto('/dashboard/operator');
  await operator.getByRole('button', { name: `${decision} ${name}` }).click();
  const dialog = operator.getByRole('dialog');
  await dialog.getByLabel('Note to the merchant').fill(note);
  await dialog.getByRole('button', { name: decision }).click();
  await expect(dialog).toHaveCount(0);
  await expect(operator.getByRole('heading', { name })).toHaveCount(0);
}

test('leads from the overview’s notice to the first live sale @phone-only', async ({
  page,
  baseURL,
  browser,
  database,
}) => {
  test.slow();
  const { id, slug, home, post, call, makeProduct } = await openStore(page, baseURL);
  const { productId } = await makeProduct();
  await call('onetime-product/publish-product', { id: productId });

  await page.goto(home);
  await page
    .getByRole('link', { name: /verification/i })
    .filter({ visible: true })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: 'Verification', level: 1 })).toBeVisible();
  await expectAccessible(page);
  const business = newBusiness();
  await page.getByLabel('Legal name').fill(business.legalName);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByLabel('Country')).toHaveAccessibleDescription(/Choose the country/);
  await expect(page.getByLabel('Country')).toBeFocused();
  await page.getByLabel('Country').selectOption(business.country);
  await page.getByLabel('Registration number').fill(business.registrationNumber);
  await page.getByLabel('Address').fill(business.address);
  await page.getByLabel('Website').fill('example.com');
  await page.getByLabel('Contact person').fill(business.contactName);
  await page.getByLabel('Contact email').fill(business.contactEmail);
  await page.getByLabel('What do you sell').fill(business.description);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByLabel('Website')).toHaveAccessibleDescription(/Enter a full URL/);
  await expect(page.getByLabel('Legal name')).toHaveValue(business.legalName);
  await page.getByLabel('Website').fill(business.website);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('We’re reviewing your details')).toBeVisible();
  await expect(page.getByText(business.legalName)).toBeVisible();
  await expectAccessible(page);

  const operator = await openOperator(browser, baseURL, database);
  await decide(operator, business.legalName, 'Approve', 'Welcome.');
  await operator.context().close();
  await expect(page.getByText('This store sells live')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('This store sells live through the sandbox. No money moves.')).toBeVisible();
  await expect(page.getByText(/real money/i)).toHaveCount(0);
  await expect(page.getByText('Welcome.')).toBeVisible();
  await expectAccessible(page);

  const session = { storeId: id, productId, productType: 'onetime', currency: 'USD', buyerEmail: 'b@example.com' };
  const { sessionId } = await post('/dashboard/api/checkout/create-session', session, 'prod');
  await page.goto(`/${slug}/checkout/${String(sessionId)}`);
  await page.getByLabel('Country').selectOption('DE');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel(/expir/i).fill('12 / 40');
  await page.getByLabel(/security code/i).fill('123');
  await page.getByRole('button', { name: 'Pay $34.51' }).click();
  await expect(page.getByText(/ORD_\w{22}/)).toBeVisible();
});

test('shows the reason of a rejection, and the details can be corrected or withdrawn', async ({
  page,
  baseURL,
  browser,
  database,
}) => {
  test.slow();
  const { id, home, email } = await openStore(page, baseURL);
  const business = newBusiness();
  await sendDetails(page, baseURL, id, business);
  const operator = await openOperator(browser, baseURL, database);
  await operator.goto('/dashboard/operator');
  await operator.getByRole('button', { name: `Reject ${business.legalName}` }).click();
  await operator.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  const note = operator.getByLabel('Note to the merchant');
  await expect(note).toHaveAccessibleDescription(/Enter a reason/);
  await expect(note).toBeFocused();
  await operator.getByRole('button', { name: 'Cancel' }).click();
  await decide(operator, business.legalName, 'Reject', 'The register shows another address.');
  await operator.context().close();

  await page.goto(`${home}/verification`);
  await expect(page.getByText('Your details could not be verified')).toBeVisible();
  await expect(page.getByText('The register shows another address.')).toBeVisible();
  await expectAccessible(page);
  // The worker queues the email.
  const newest = async () => (await listEmails(database, email, 1))[0]?.body ?? '';
  await expect.poll(newest).toContain('The register shows another address.');
  await expect(page.getByLabel('Legal name')).toHaveValue(business.legalName);
  await page.getByLabel('Address').fill('Kurze Straße 2');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Kurze Straße 2')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Verify your business to accept live payments')).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue('Kurze Straße 2');
});

test('verifies a sender address by its code, approves it and revokes it @phone-only', async ({
  page,
  baseURL,
  browser,
  database,
}) => {
  test.slow();
  const { home } = await openStore(page, baseURL);
  await page.goto(`${home}/senders`);
  await expect(page.getByText('No addresses yet')).toBeVisible();
  await expectAccessible(page);
  const field = page.getByLabel('Email address', { exact: true });
  await field.fill('nobody');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(field).toHaveAccessibleDescription(/Enter an email address/);
  await expect(field).toHaveValue('nobody');
  const address = newAddress();
  await field.fill(address);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Verification required')).toBeVisible();
  const [email] = await listEmails(database, address, 1);
  const code = /Your code is (\d{6})$/m.exec(email?.body ?? '')?.[1] ?? '';
  const codeField = page.getByLabel(`sent to ${address}`);
  await codeField.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(codeField).toHaveAccessibleDescription(/Incorrect code/);
  // Within a minute of the first code.
  await page.getByRole('button', { name: 'Resend code' }).click();
  await expect(page.getByText(/Try again in \d+ seconds/)).toBeVisible();
  await expectAccessible(page);
  await codeField.fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('In review', { exact: true })).toBeVisible();

  const operator = await openOperator(browser, baseURL, database);
  await operator.goto('/dashboard/operator');
  await expect(operator.getByRole('heading', { name: address })).toBeVisible();
  await expectAccessible(operator);
  await decide(operator, address, 'Approve', '');
  await operator.context().close();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await page.getByRole('button', { name: `Remove ${address}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No addresses yet')).toBeVisible();
});

test('shows a sender domain’s DNS record and the found value', async ({ page, baseURL, database, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { home } = await openStore(page, baseURL);
  await page.goto(`${home}/senders`);
  const field = page.getByLabel('Domain', { exact: true });
  await field.fill('https://example.com');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(field).toHaveAccessibleDescription(/Enter a domain name/);
  await expect(field).toHaveValue('https://example.com');
  const domain = `${randomUUID()}.example.com`;
  await field.fill(domain);
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByRole('button', { name: `Copy record value of ${domain}` }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied record value' })).toBeAttached();
  const [row] = await database.select().from(senderDomains).where(eq(senderDomains.domain, domain));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`counterfoil-verification=${row?.dnsToken}`);
  await expectAccessible(page);
  // The worker's result. The test server's own worker may have checked too, and found no name servers.
  await database
    .update(senderDomains)
    .set({ checkedAt: new Date(), checkProblem: `There is no TXT record at _counterfoil.${domain} yet` })
    .where(eq(senderDomains.id, row?.id ?? ''));
  const found = /Last checked .*: (There is no TXT record at .* yet|The name servers of .* did not answer)\./;
  await expect(page.getByText(found)).toBeVisible({ timeout: 20_000 });
  const answered = page.waitForResponse((response) => response.url().endsWith('/sender-domain/check-domain'));
  await page.getByRole('button', { name: `Verify now ${domain}` }).click();
  expect((await answered).status()).toBe(200);
});

test('approvals are open to operators only', async ({ page, baseURL, browser, database }) => {
  const { home } = await openStore(page, baseURL);
  await page.goto(home);
  await page.getByRole('button', { name: /account and theme/i }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Approvals' })).toHaveCount(0);
  expect((await page.goto('/dashboard/operator'))?.status()).toBe(404);

  const operator = await openOperator(browser, baseURL, database);
  await operator.goto('/dashboard/new-store');
  await operator.getByRole('button', { name: /account and theme/i }).click();
  await operator.getByRole('menuitem', { name: 'Approvals' }).click();
  await expect(operator.getByRole('heading', { name: 'Approvals', level: 1 })).toBeVisible();
  await operator.context().close();
});
