/** The store and the product that `open checkout` selects. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { checkoutSessions } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { insertStore } from '#server/stores/stores.ts';
import {
  baseUrl,
  db,
  newMerchant,
  newProduct,
  newSubscriptionProduct,
  sql,
  type TestMerchant,
} from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command-line.ts';

async function open(merchant: TestMerchant, args: string[] = [], environment: 'test' | 'prod' = 'test') {
  const before = process.env.COUNTERFOIL_PRIVATE_KEY;
  process.env.COUNTERFOIL_PRIVATE_KEY = merchant.keys[environment].export({ type: 'pkcs8', format: 'pem' }).toString();
  const connection = ['--url', baseUrl, '--merchant-id', merchant.merchantId];
  const ended = await runCommand(['open', 'checkout', '--print', ...connection, ...args]);
  if (before === undefined) delete process.env.COUNTERFOIL_PRIVATE_KEY;
  else process.env.COUNTERFOIL_PRIVATE_KEY = before;
  return ended;
}

/** The product of the session that the command opens. */
async function openedProduct(merchant: TestMerchant, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await open(merchant, args);
  expect(stderr).toBe('');
  const [, slug, id = ''] = /^\/([^/]+)\/checkout\/([0-9a-f-]{36})$/.exec(new URL(stdout.trim()).pathname) ?? [];
  expect(slug).toBe(merchant.slug);
  const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, id));
  return toShortId('PROD', session?.productId ?? '');
}

test('opens the newest active product of both types, or the wanted one', async () => {
  const merchant = await newMerchant();
  const onetime = await newProduct(merchant);
  const subscription = await newSubscriptionProduct(merchant);
  expect(await openedProduct(merchant)).toBe(subscription.id);
  expect(await openedProduct(merchant, '--product', onetime.id)).toBe(onetime.id);
  await merchant.call('subscription-product/update-status', { id: subscription.id, status: 'inactive' });
  expect(await openedProduct(merchant)).toBe(onetime.id);
  const newest = await newProduct(merchant);
  expect(await openedProduct(merchant)).toBe(newest.id);
});

test('names a product that does not exist, and a store without an active one', async () => {
  const merchant = await newMerchant();
  for (const unknown of ['PROD_1', toShortId('PROD', newId())]) {
    const stderr = `--product: ${merchant.slug} has no product ${unknown}\n`;
    expect(await open(merchant, ['--product', unknown])).toEqual({ code: 2, stdout: '', stderr });
  }
  const stderr = `${merchant.slug} has no active product\n`;
  expect(await open(merchant, [], 'prod')).toEqual({ code: 2, stdout: '', stderr });
});

test('finds the oldest of more than 100 products and stores', async () => {
  const merchant = await newMerchant();
  const oldest = await newProduct(merchant);
  for (let number = 0; number < 100; number += 1) {
    await newProduct(merchant);
    await db.transaction((tx) => insertStore(tx, { merchantId: merchant.id }, `Branch ${number}`, new Date()));
  }
  const [row] = await sql`select count(*)::int as stores from stores where merchant_id = ${merchant.id}`;
  expect(row?.stores).toBe(101);
  for (const store of [merchant.slug, merchant.slug.toUpperCase(), merchant.storeId]) {
    expect(await openedProduct(merchant, '--store', store, '--product', oldest.id)).toBe(oldest.id);
  }
});
