/** The request log: finding a call, above all a failed one. */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { stores } from '#db/schema/index.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore as openOwnStore } from './stores.ts';

interface Developer {
  readonly home: string;
  readonly slug: string;
  readonly storeId: string;
  /** Sends a call signed correctly, or with the body hash in hex. Returns its request ID. */
  readonly call: (action: string, body: object, options?: { hash?: 'hex'; headers?: object }) => Promise<string>;
}

/** A signed-in merchant with a store and a test key. */
async function openStore(page: Page, database: Database, baseURL = ''): Promise<Developer> {
  const { store, home, slug, call } = await openOwnStore(page, baseURL);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  await call('api-key/create-key', { environment: 'test', nickname: 'Shop', publicKey: pem });
  const [row] = await database
    .select()
    .from(stores)
    .where(eq(stores.id, fromShortId('STO', store.id) ?? ''));
  const merchantId = toShortId('MER', row?.merchantId ?? '');
  return {
    home,
    slug,
    storeId: store.id,
    call: async (action, body, { hash, headers = {} } = {}) =>
      await sendSigned(`${baseURL}/v1/actions/${action}`, body, { merchantId, privateKey, hash, headers }),
  };
}

async function sendSigned(
  address: string,
  body: object,
  signing: { merchantId: string; privateKey: KeyObject; hash: 'hex' | undefined; headers: object },
): Promise<string> {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const bodyHash = createHash('sha256')
    .update(text)
    .digest(signing.hash ?? 'base64');
  const canonical = ['POST', new URL(address).pathname, timestamp, bodyHash].join('\n');
  const response = await fetch(address, {
    method: 'POST',
    body: text,
    headers: {
      'Content-Type': 'application/json',
      'X-Merchant-Id': signing.merchantId,
      'X-Timestamp': timestamp,
      'X-Signature': sign('RSA-SHA256', Buffer.from(canonical), signing.privateKey).toString('base64'),
      ...signing.headers,
    },
  });
  return response.headers.get('x-request-id') ?? '';
}

const product = (storeId: string) => ({
  storeId,
  name: 'Field notes',
  prices: { USD: { amount: '29.00' } },
  metadata: { author: 'Ana Example' },
});

test('an empty request log shows a first call, which then appears automatically', async ({
  page,
  baseURL,
  database,
}) => {
  const { home } = await openStore(page, database, baseURL);
  await page.goto(`${home}/requests`);
  await expect(page.getByText('No calls yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'API documentation' })).toHaveAttribute('href', '/docs');
  const command = (await page.getByRole('region', { name: 'First call' }).textContent()) ?? '';
  const address = /curl (\S+)/.exec(command)?.[1] ?? '';
  const headers = Object.fromEntries(
    [...command.matchAll(/-H '([\w-]+): ([^']+)'/g)].map(([, name, value]) => [name, value]),
  );
  const body = /-d '([^']+)'/.exec(command)?.[1] ?? '';
  const response = await fetch(address, { method: 'POST', headers: headers as Record<string, string>, body });
  expect(await response.json()).toEqual({ data: { stores: [{ name: 'Harbour Light Press' }] } });
  await expect(page.getByRole('link', { name: /^graphql/ })).toBeVisible({ timeout: 15_000 });
});

test('explains a failed signature, finds it by id and shows it on its own page @phone-only', async ({
  page,
  baseURL,
  database,
  isMobile,
}) => {
  const { home, storeId, call } = await openStore(page, database, baseURL);
  const succeeded = await call('onetime-product/create-product', product(storeId));
  await call('store/update-store', { id: storeId, name: ' ' });
  const failed = await call('store/update-store', { id: storeId, name: 'New name' }, { hash: 'hex' });
  const row = (id: string) => page.getByRole('row').filter({ hasText: id });
  await page.goto(`${home}/requests`);
  await expect(row(failed)).toContainText('The body hash is hex', { timeout: 15_000 });

  if (isMobile) await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Search').fill(failed);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(new RegExp(`q=${failed}`));
  await expect(row(failed)).toBeVisible();
  await expect(row(succeeded)).toHaveCount(0);
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(row(succeeded)).toBeVisible();

  await page.getByLabel('Status').selectOption('2xx – Succeeded');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(row(failed)).toHaveCount(0);
  await expect(row(succeeded)).toBeVisible();
  await page.getByLabel('Status').selectOption('Any status');
  await page.getByLabel('Call', { exact: true }).selectOption('store/update-store');
  await page.getByLabel('Search').fill('whitespace');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('link', { name: /^store\/update-store/ })).toHaveCount(1);
  await page.getByLabel('Search').fill('no such thing');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No calls match')).toBeVisible();
  await page.getByRole('link', { name: 'Show all calls' }).click();

  await row(failed).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('store/update-store');
  await expect(page.getByText('The body hash is hex; use Base64 of the SHA-256 digest.')).toBeVisible();
  await expect(page.getByText('sign again with the current time')).toBeVisible();
  await expect(page.getByText('Not stored: the caller was not authenticated')).toHaveCount(2);
  await expect(page.getByText('New name')).toHaveCount(0);
});

test('a call’s page shows masked bodies and marks a replay', async ({ page, baseURL, database }) => {
  const { home, storeId, call } = await openStore(page, database, baseURL);
  const headers = { 'X-Idempotency-Key': randomUUID() };
  await call('onetime-product/create-product', product(storeId), { headers });
  const replay = await call('onetime-product/create-product', product(storeId), { headers });
  await expect(async () => {
    await page.goto(`${home}/requests/${replay}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('onetime-product/create-product', {
      timeout: 1000,
    });
  }).toPass();
  const sent = page.getByRole('region', { name: 'Request body' });
  await expect(sent).toContainText(`"storeId": "${storeId}"`);
  await expect(sent).toContainText('"author": "[masked]"');
  await expect(sent).not.toContainText('Ana Example');
  await expect(page.getByRole('region', { name: 'Response body' })).toContainText('"name": "Field notes"');
  await expect(page.getByText('The operation ran once')).toBeVisible();
});

test('the next page shows older calls', async ({ page, baseURL, database }) => {
  const { home, storeId, call } = await openStore(page, database, baseURL);
  const first = await call('store/update-store', { id: storeId, name: 'First' });
  for (let at = 0; at < 5; at += 1) {
    await Promise.all(Array.from({ length: 10 }, () => call('store/update-store', { id: storeId, name: '' })));
  }
  const last = await call('store/update-store', { id: storeId, name: 'Last' });
  await page.goto(`${home}/requests`);
  await expect(page.getByRole('row').filter({ hasText: last })).toBeVisible({ timeout: 15_000 });
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page.getByRole('row').filter({ hasText: first })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: last })).toHaveCount(0);
  await page.getByRole('link', { name: 'Newest' }).click();
  await expect(page.getByRole('row').filter({ hasText: last })).toBeVisible();
});

test('every state of the request log is accessible in both themes and fits a phone', async ({
  page,
  baseURL,
  database,
}) => {
  test.slow();
  const { home, storeId, call } = await openStore(page, database, baseURL);
  const succeeded = await call('onetime-product/create-product', product(storeId));
  const failed = await call('store/update-store', { id: storeId, name: 'New name' }, { hash: 'hex' });
  const prod = home.replace(/test$/, 'prod');
  await page.goto(`${home}/requests`);
  await expect(page.getByRole('row').filter({ hasText: failed })).toBeVisible({ timeout: 15_000 });
  const paths = ['/requests', '/requests?q=nothing', `/requests/${succeeded}`, `/requests/${failed}`].map(
    (at) => home + at,
  );
  for (const path of [...paths, `${prod}/requests`]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});
