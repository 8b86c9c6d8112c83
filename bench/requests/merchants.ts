/** Merchants with products, and requests that are signed in advance, because signing takes longer than verifying. */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { Database, Tx } from '#db/client.ts';
import { insertApiKey, insertMerchant } from '#server/accounts/data/merchants.ts';
import { fingerprintOf } from '#server/actions/api-key/create-key.ts';
import { toShortId } from '#server/domain/ids.ts';
import { insertStore } from '#server/stores/stores.ts';
import { dataOf, exchangeWith, type SentRequest } from './journey.ts';

/** The IDs are Short IDs. */
type Signer = Awaited<ReturnType<typeof addKey>>;
export type Merchant = Awaited<ReturnType<typeof newMerchant>>;

/** Adds an API key to a merchant, given by UUID. */
export async function addKey(tx: Tx, merchantId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const key = { merchantId, environment: 'test', nickname: 'bench', publicKey: pem } as const;
  await insertApiKey(tx, { ...key, fingerprint: fingerprintOf(publicKey) }, new Date());
  return { merchantId: toShortId('MER', merchantId), privateKey, publicKey: pem };
}

/** A merchant with a key and a store in which products are on sale. */
export async function newMerchant({ db, url }: { readonly db: Database; readonly url: string }, { products = 1 } = {}) {
  const now = new Date();
  const account = { email: `${randomUUID()}@example.com`, name: 'Merchant', passwordHash: undefined };
  const { id: merchantId } = await insertMerchant(db, account, now);
  const signer = await addKey(db, merchantId);
  const store = await insertStore(db, { merchantId }, 'Paper Boats', now);
  const storeId = toShortId('STO', store.id);
  let productId = '';
  for (let number = 1; number <= products; number += 1) {
    const content = {
      storeId,
      name: `Handbook ${number}`,
      description: 'How to fold a boat that floats, in forty pages and as many drawings.',
      prices: { USD: { amount: '29.00' }, EUR: { amount: '27.00' }, JPY: { amount: '4500' } },
      metadata: { shelf: String(number) },
    };
    const request = signed(signer, '/v1/actions/onetime-product/create-product', content);
    const { product } = dataOf(await exchangeWith(url)(request)) as { product: { id: string } };
    productId = product.id;
  }
  return { ...signer, storeId, productId, slug: store.slug };
}

/** A request as a merchant's backend sends it. The signature is valid for five minutes. */
export function signed({ merchantId, privateKey }: Signer, path: string, content: object): SentRequest {
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHash('sha256').update(body).digest('base64');
  const signature = sign('RSA-SHA256', Buffer.from(`POST\n${path}\n${timestamp}\n${digest}`), privateKey);
  const headers = {
    'Content-Type': 'application/json',
    'X-Merchant-Id': merchantId,
    'X-Timestamp': timestamp,
    'X-Signature': signature.toString('base64'),
  };
  return { method: 'POST', path, headers, body };
}

/** Requests with different contents. */
export const signedMany = (
  signer: Signer,
  path: string,
  contentOf: (number: number) => object,
  count = 1500,
): SentRequest[] => Array.from({ length: count }, (_, number) => signed(signer, path, contentOf(number)));
