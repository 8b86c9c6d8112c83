/**
 * Test merchants and a client that signs requests like a merchant's backend. Each test creates its own merchant, so
 * tests share no rows and may run in any order and in parallel.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { eq } from 'drizzle-orm';
import postgres from 'postgres';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { storeMembers, subscriptionProductGroups } from '#db/schema/index.ts';
import type { OnStatement } from '#db/session.ts';
import { insertApiKey, insertMerchant } from '#server/accounts/data/merchants.ts';
import { fingerprintOf } from '#server/actions/api-key/create-key.ts';
import { actions } from '#server/actions/index.ts';
import type { PayOptions, PayResult } from '#server/checkout/pay.ts';
import type { Environment } from '#server/domain/environments.ts';
import { toShortId } from '#server/domain/ids.ts';
import { englishVoice } from '#server/i18n/say.ts';
import type { Role } from '#server/stores/rules/roles.ts';
import { insertStore } from '#server/stores/stores.ts';
import { environmentOf } from '#server/webhooks/rules/webhook.ts';
import { expectDocumented } from './documented.ts';
import { payCheckout, quoteCheckout } from './orders/checkout.ts';
import { baseUrl, databaseUrl } from './worker-servers.ts';

/**
 * The database behind the server under test, for state that no API shows. It stays open as long as the worker of the
 * test files.
 */
export const { db } = openDatabase(databaseUrl, { max: 4, applicationName: 'counterfoil-tests' });
/** The same database, for statements in SQL. */
export const sql = postgres(databaseUrl, { max: 4, onnotice: () => {} });

/** The same database with a callback for each statement. The connection closes when the test ends. */
export function watchedDatabase(onStatement: OnStatement): Database {
  const watched = openDatabase(databaseUrl, { max: 4, applicationName: 'counterfoil-tests', onStatement });
  onTestFinished(watched.close);
  return watched.db;
}

/** The server under test. */
export { baseUrl };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers whose shape they test
  readonly body: any;
}

/** One key pair per environment and test file, because generating RSA keys is slow. */
const pairs = {
  test: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  prod: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

export interface Signing {
  readonly merchantId: string;
  readonly key: KeyObject;
  readonly timestamp?: number | string;
}

/** Returns the three headers of a signed request. */
export function signedHeaders(method: string, path: string, body: string, { merchantId, key, timestamp }: Signing) {
  const at = String(timestamp ?? Math.floor(Date.now() / 1000));
  const bodyHash = createHash('sha256').update(body).digest('base64');
  const signature = sign('RSA-SHA256', Buffer.from(`${method}\n${path}\n${at}\n${bodyHash}`), key).toString('base64');
  return { 'X-Merchant-Id': merchantId, 'X-Timestamp': at, 'X-Signature': signature };
}

/** Sends an unmodified request to the server under test. */
export async function send(
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const parsed = text.startsWith('{') ? JSON.parse(text) : undefined;
  expectDocumented(method, path, response.status, parsed);
  return { status: response.status, headers: response.headers, text, body: parsed };
}

/** Posts to an action without a signature. */
export const post = (action: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  send('POST', `/v1/actions/${action}`, JSON.stringify(body), headers);

/** Inserts a merchant with one store and one key for each environment. */
export async function insertTestMerchant(database: Database, storeName = 'Test Store') {
  const now = new Date();
  const email = `${randomUUID()}@example.com`;
  const { merchant, store } = await database.transaction(async (tx) => {
    const merchant = await insertMerchant(tx, { email, name: 'Merchant', passwordHash: undefined }, now);
    const store = await insertStore(tx, { merchantId: merchant.id }, storeName, now);
    for (const environment of ['test', 'prod'] as const) {
      const { publicKey } = pairs[environment];
      const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const key = {
        merchantId: merchant.id,
        environment,
        nickname: environment,
        publicKey: pem,
        fingerprint: fingerprintOf(publicKey),
      };
      await insertApiKey(tx, key, now);
    }
    return { merchant, store };
  });
  return {
    id: merchant.id,
    merchantId: toShortId('MER', merchant.id),
    email,
    store,
    storeId: toShortId('STO', store.id),
    slug: store.slug,
    keys: { test: pairs.test.privateKey, prod: pairs.prod.privateKey },
  };
}

/** Creates a merchant with one store and one key for each environment, and a client for the server under test. */
export async function newMerchant(storeName?: string) {
  const created = await insertTestMerchant(db, storeName);
  const { merchantId } = created;

  /** Calls an action, signed with the merchant's test key, or with the prod key where the action rejects test keys. */
  async function call(
    action: string,
    body: unknown,
    options: { environment?: Environment; headers?: Record<string, string> } & Partial<Signing> = {},
  ): Promise<Answer> {
    const needsProd = actions.get(action)?.scope === 'shared';
    const { environment = needsProd ? 'prod' : 'test', headers = {}, ...signing } = options;
    const path = `/v1/actions/${action}`;
    const text = JSON.stringify(body);
    const key = pairs[environment].privateKey;
    return await send('POST', path, text, {
      ...signedHeaders('POST', path, text, { merchantId, key, ...signing }),
      ...headers,
    });
  }

  /** Sends a GraphQL query, signed with the merchant's key. */
  async function query(
    text: string,
    variables: object = {},
    environment: Environment = 'test',
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const body = JSON.stringify({ query: text, variables });
    const signed = signedHeaders('POST', '/v1/graphql', body, { merchantId, key: pairs[environment].privateKey });
    return await send('POST', '/v1/graphql', body, { ...signed, ...headers });
  }

  /** Sends a signed `GET`. */
  async function read(
    path: string,
    environment: Environment = 'test',
    signing: Partial<Signing> = {},
  ): Promise<Answer> {
    const key = pairs[environment].privateKey;
    return await send('GET', path, undefined, signedHeaders('GET', path, '', { merchantId, key, ...signing }));
  }

  return { ...created, call, query, read };
}

export type TestMerchant = Awaited<ReturnType<typeof newMerchant>>;

/** Creates another merchant who is a member of the owner's store with this role. */
export async function newMember(owner: TestMerchant, role: Role): Promise<TestMerchant> {
  const member = await newMerchant();
  await db.insert(storeMembers).values({ storeId: owner.store.id, merchantId: member.id, role, createdAt: new Date() });
  return member;
}

/** Creates a webhook of the merchant's store and returns the API's answer. The default is `order.completed` in test. */
export async function newWebhook(merchant: TestMerchant, fields: Record<string, unknown> = {}) {
  const defaults = { channel: 'http', url: 'https://example.com/hook', events: ['order.completed'], testMode: true };
  const input = { storeId: merchant.storeId, ...defaults, ...fields };
  const { body } = await merchant.call('store/add-webhook', input, { environment: environmentOf(input) });
  return body.data.webhook as Record<string, unknown> & { id: string; updatedAt: string };
}

/** Creates a one-time product of the merchant's store in test. The default is 29.00 USD and 4500 JPY. */
export async function newProduct(
  merchant: TestMerchant,
  content: Record<string, unknown> = {},
): Promise<{ id: string }> {
  const prices = { USD: { amount: '29.00' }, JPY: { amount: '4500' } };
  const { body } = await merchant.call('onetime-product/create-product', {
    storeId: merchant.storeId,
    name: 'Handbook',
    prices,
    ...content,
  });
  return body.data.product;
}

/** Creates a subscription product of the merchant's store in test. The default is 18.00 USD a month. */
export async function newSubscriptionProduct(
  merchant: TestMerchant,
  content: Record<string, unknown> = {},
): Promise<{ id: string }> {
  const { body } = await merchant.call('subscription-product/create-product', {
    storeId: merchant.storeId,
    name: 'Beans by Post',
    billingPeriod: 'monthly',
    prices: { USD: { amount: '18.00' } },
    ...content,
  });
  return body.data.product;
}

/** Creates a product group of the merchant's store. The default is the test environment and no products. */
export async function newGroup(
  merchant: TestMerchant,
  content: Record<string, unknown> = {},
  environment: Environment = 'test',
): Promise<{ id: string; name: string }> {
  const input = { storeId: merchant.storeId, name: 'Plans', ...content };
  const { body } = await merchant.call('subscription-product-group/create-group', input, { environment });
  return body.data.group;
}

/** Creates a checkout session for a new product of the merchant. */
export async function newSession(merchant: TestMerchant, fields: Record<string, unknown> = {}) {
  const product = await newProduct(merchant);
  const body = { storeId: merchant.storeId, productId: product.id, productType: 'onetime', currency: 'USD', ...fields };
  const answer = await merchant.call('checkout/create-session', body);
  return {
    ...(answer.body.data as { sessionId: string; checkoutUrl: string; expiresAt: string }),
    productId: product.id,
  };
}

/** Lets a buyer have several live subscriptions to these products of the merchant's. */
export async function allowSeveralSubscriptions(merchant: TestMerchant, ...productIds: string[]): Promise<void> {
  if (productIds.length > 0) await newGroup(merchant, { productIds });
  await db
    .update(subscriptionProductGroups)
    .set({ allowsMultipleSubscriptions: true })
    .where(eq(subscriptionProductGroups.storeId, merchant.store.id));
}

/** Creates a checkout session for a new subscription product. The default price is 18.00 USD a month. */
export async function newSubscriptionSession(
  merchant: TestMerchant,
  fields: Record<string, unknown> = {},
  content: Record<string, unknown> = {},
) {
  const productId = String(fields.productId ?? (await newSubscriptionProduct(merchant, content)).id);
  const body = { storeId: merchant.storeId, productId, productType: 'subscription', currency: 'USD', ...fields };
  const answer = await merchant.call('checkout/create-session', body);
  return { ...(answer.body.data as { sessionId: string; checkoutUrl: string; expiresAt: string }), productId };
}

/** Returns the headers of a customer of the merchant's store, with a new session token. */
export async function customerHeaders(
  merchant: TestMerchant,
  buyerIdentity: string,
  environment: Environment = 'test',
) {
  const input = { storeId: merchant.storeId, buyerIdentity };
  const { body } = await merchant.call('auth/issue-session-token', input, { environment });
  return { Authorization: `Bearer ${body.data.token}`, 'X-Environment': environment };
}

/** Pays a session like a buyer who has seen the amount due. Throws if the payment is refused. */
export async function pay(
  merchant: TestMerchant,
  sessionId: string,
  fields: Record<string, string> = {},
  options: PayOptions = {},
): Promise<PayResult> {
  const form = {
    email: 'buyer@example.com',
    country: 'DE',
    state: '',
    postcode: '',
    cardNumber: '4242 4242 4242 4242',
    cardExpiry: '12 / 40',
    cardCvc: '123',
    ...fields,
  };
  const address = { storeSlug: merchant.slug, sessionId };
  const quote = await quoteCheckout(db, address, form, new Date(), englishVoice).catch(() => undefined);
  return await payCheckout(db, address, { ...form, shown: quote?.shown }, new Date(), options);
}
