/** A store that sells one product in test and in prod, on a server that trusts its proxy. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { stores } from '#db/schema/index.ts';
import { insertApiKey, insertMerchant } from '#server/accounts/data/merchants.ts';
import { fingerprintOf } from '#server/actions/api-key/create-key.ts';
import { toShortId } from '#server/domain/ids.ts';
import { insertStore } from '#server/stores/stores.ts';
import { looseBuyerLimits } from '../test-servers.ts';
import type { CheckoutStore } from './buyers.ts';

/** Settings for {@link startApiServer}: the default limits, and client addresses from `X-Forwarded-For`. */
export const defaultLimitSettings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(looseBuyerLimits).map((name) => [name, ''])),
  RATE_LIMIT_STORE_SLUG_PER_SECOND: '',
  TRUST_PROXY: 'on',
};

export async function createCardStore(db: Database, url: string): Promise<CheckoutStore> {
  const now = new Date();
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const { merchant, store } = await db.transaction(async (tx) => {
    const account = { email: 'cards@example.com', name: 'Cards', passwordHash: undefined };
    const inserted = await insertMerchant(tx, account, now);
    const key = { merchantId: inserted.id, environment: 'test', nickname: 'cards', publicKey: pem } as const;
    await insertApiKey(tx, { ...key, fingerprint: fingerprintOf(publicKey) }, now);
    return { merchant: inserted, store: await insertStore(tx, { merchantId: inserted.id }, 'Cards', now) };
  });
  await db.update(stores).set({ prodEnabled: true }).where(eq(stores.id, store.id));

  async function call(action: string, body: object) {
    const [path, text, at] = [`/v1/actions/${action}`, JSON.stringify(body), String(Math.floor(Date.now() / 1000))];
    const digest = createHash('sha256').update(text).digest('base64');
    const signature = sign('RSA-SHA256', Buffer.from(`POST\n${path}\n${at}\n${digest}`), privateKey).toString('base64');
    const headers = { 'X-Merchant-Id': toShortId('MER', merchant.id), 'X-Timestamp': at, 'X-Signature': signature };
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: text,
    });
    if (!response.ok) throw new Error(`${action}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: { product: { id: string } } }).data;
  }

  const content = { storeId: toShortId('STO', store.id), name: 'Handbook', prices: { USD: { amount: '29.00' } } };
  const { product } = await call('onetime-product/create-product', content);
  await call('onetime-product/publish-product', { id: product.id });
  return { url, slug: store.slug, productId: product.id, environment: 'test' };
}
