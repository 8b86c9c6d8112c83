/** Merchants who sell, and requests signed by them ahead of time, as to sign one takes longer than to check it. */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { insertApiKey, insertMerchant } from '#server/accounts/data/merchants.ts';
import { fingerprintOf } from '#server/actions/api-key/create-key.ts';
import { toShortId } from '#server/domain/ids.ts';
import { insertStore } from '#server/stores/stores.ts';
import type { SentRequest } from './journey.ts';
import type { Product } from './product.ts';

export interface Merchant {
  /** As the API shows them. */
  readonly merchantId: string;
  readonly storeId: string;
  readonly productId: string;
  readonly slug: string;
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

const signAsync = promisify<string, NodeJS.ArrayBufferView, KeyObject, Buffer>(sign);

/** A merchant with a key, and a store with so many products on sale in test. */
export async function newMerchant({ db, url }: Pick<Product, 'db' | 'url'>, { products = 1 } = {}): Promise<Merchant> {
  const now = new Date();
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const { merchant, store } = await db.transaction(async (tx) => {
    const email = `${randomUUID()}@example.com`;
    const made = await insertMerchant(tx, { email, name: 'Merchant', passwordHash: undefined }, now);
    const key = { merchantId: made.id, environment: 'test', nickname: 'bench', publicKey: pem } as const;
    await insertApiKey(tx, { ...key, fingerprint: fingerprintOf(publicKey) }, now);
    return { merchant: made, store: await insertStore(tx, { merchantId: made.id }, 'Paper Boats', now) };
  });
  const owner = { merchantId: toShortId('MER', merchant.id), privateKey };
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
    const request = await signed(owner, '/v1/actions/onetime-product/create-product', content);
    const answer = await fetch(url + request.path, request);
    const { data } = (await answer.json()) as { data: { product: { id: string } } };
    productId = data.product.id;
  }
  return { ...owner, storeId, productId, slug: store.slug, publicKey: pem };
}

/** A request as a merchant's backend signs it. */
export async function signed(
  { merchantId, privateKey }: Pick<Merchant, 'merchantId' | 'privateKey'>,
  path: string,
  content: object,
): Promise<SentRequest> {
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHash('sha256').update(body).digest('base64');
  const signature = await signAsync('RSA-SHA256', Buffer.from(`POST\n${path}\n${timestamp}\n${digest}`), privateKey);
  const headers = {
    'Content-Type': 'application/json',
    'X-Merchant-Id': merchantId,
    'X-Timestamp': timestamp,
    'X-Signature': signature.toString('base64'),
  };
  return { method: 'POST', path, headers, body };
}

/** So many of them, each with content of its own; they take turns, and stay valid for five minutes. */
export const signedMany = (
  merchant: Merchant,
  path: string,
  contentOf: (number: number) => object,
  count = 1500,
): Promise<SentRequest[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => signed(merchant, path, contentOf(number))));
