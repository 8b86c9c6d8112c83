/** Fixtures of the portal's tests: a customer with a purchase, and the ways to sign in. */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { emails, portalSessions } from '#db/schema/index.ts';
import { insertApiKey } from '#server/accounts/data/merchants.ts';
import { fingerprintOf } from '#server/actions/api-key/create-key.ts';
import { newPortalSecret } from '#server/customers/portal-secret.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { secretHashOf } from '#server/domain/secret-hash.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { payCheckout, quoteCheckout } from '#server/testing/orders/checkout.ts';
import type { MakeCheckout } from './fixtures.ts';

export type CheckoutOptions = Parameters<MakeCheckout>[0];
export type Purchase = Awaited<ReturnType<typeof newPurchase>>;

/** Pays the checkout at a path with the shown amounts. */
type Pay = (address: { storeSlug: string; sessionId: string }, form: object) => Promise<unknown>;

/** An order paid in Oregon, without sales tax; a subscription by default. */
export async function newPurchase(
  db: Database,
  makeCheckout: MakeCheckout,
  options: CheckoutOptions = { subscription: {} },
  pay: Pay = payInSandbox(db),
) {
  const email = `${randomUUID()}@example.com`;
  const checkout = await makeCheckout(options);
  const address = { storeSlug: checkout.storeSlug, sessionId: checkout.sessionId };
  const buyer = {
    email,
    country: 'US',
    state: 'OR',
    postcode: '97205',
    isBusiness: false,
    businessName: '',
    taxId: '',
  };
  const { shown } = await quoteCheckout(db, address, buyer, new Date(), englishVoice);
  await pay(address, { ...buyer, shown });
  const { order, payments } = await checkout.read();
  if (!order || !payments[0]) throw new Error('nothing was paid');
  const [orderId, paymentId] = [toShortId('ORD', order.id), toShortId('PAY', payments[0].id)];
  const portal = `/${checkout.storeSlug}/portal`;
  return { ...checkout, email, portal, row: order, orderId, paymentId, path: `${portal}/orders/${orderId}` };
}

const payInSandbox =
  (db: Database): Pay =>
  (address, form) => {
    const card = { cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' };
    return payCheckout(db, address, { ...form, ...card }, new Date());
  };

/** Signs a browser in to the portal as the order's customer. */
export async function signIn(
  context: BrowserContext,
  db: Database,
  { row, email, portal }: Pick<Purchase, 'row' | 'email' | 'portal'>,
  baseURL = '',
) {
  const secret = newPortalSecret();
  const now = new Date();
  await db.insert(portalSessions).values({
    id: newId(),
    merchantId: row.merchantId,
    storeId: row.storeId,
    environment: row.environment,
    tokenHash: secretHashOf(secret),
    buyerIdentity: email,
    expiresAt: new Date(now.getTime() + 30 * 60_000),
    createdAt: now,
  });
  const { hostname } = new URL(baseURL);
  await context.addCookies([{ name: 'counterfoil_portal', value: secret, domain: hostname, path: portal }]);
}

/** The email with the requested link. */
export const linkFor = async (db: Database, email: string) => {
  const [row] = await db
    .select()
    .from(emails)
    .where(and(eq(emails.recipient, email), eq(emails.kind, 'portal_link')))
    .orderBy(desc(emails.createdAt))
    .limit(1);
  return /https?:\S+#link=\S+/.exec(row?.body ?? '')?.[0] ?? '';
};

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** The page's status message. */
export const statusMessage = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** A session token, issued by a signed call. */
export async function tokenFor(db: Database, order: Purchase, buyerIdentity: string, baseUrl: string): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const { merchantId } = order.row;
  const key = {
    merchantId,
    environment: 'test',
    nickname: 'e2e',
    publicKey: pem,
    fingerprint: fingerprintOf(publicKey),
  };
  await insertApiKey(db, { ...key, environment: order.row.environment }, new Date());
  const path = '/v1/actions/auth/issue-session-token';
  const body = JSON.stringify({ storeId: order.storeId, buyerIdentity });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hash = createHash('sha256').update(body).digest('base64');
  const signature = sign('RSA-SHA256', Buffer.from(`POST\n${path}\n${timestamp}\n${hash}`), privateKey);
  const headers = {
    'Content-Type': 'application/json',
    'X-Merchant-Id': toShortId('MER', merchantId),
    'X-Timestamp': timestamp,
    'X-Signature': signature.toString('base64'),
  };
  const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}
