/**
 * The demo of an empty database: a merchant, a store, its products, and 90 days of orders that were really ordered, paid,
 * declined and canceled, through the same actions and pay step as any order.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from 'better-auth/crypto';
import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#db/client.ts';
import { checkoutSessions, merchants, orders, products, stores } from '#db/schema/index.ts';
import { findMerchantByEmail, insertMerchant } from '#server/accounts/data/merchants.ts';
import { demoEmail } from '#server/accounts/data/operators.ts';
import { actions } from '#server/actions/index.ts';
import { runAction } from '#server/api/run-action.ts';
import { findStoreSession } from '#server/billing/orders/checkout-sessions.ts';
import { findSessionOrder } from '#server/billing/orders/orders.ts';
import { requireCheckout } from '#server/checkout/address.ts';
import { payCheckout } from '#server/checkout/pay.ts';
import { quoteCheckout } from '#server/checkout/quote-checkout.ts';
import { ApiError } from '#server/domain/errors.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { englishVoice } from '#server/i18n/say.ts';
import type { DashboardCaller } from '#server/platform/action.ts';
import { settings } from '#server/platform/settings.ts';
import { insertStore, listMemberStores } from '#server/stores/stores.ts';

/** How to get into the demo. Its password is known on the machine that made it, and nowhere else. */
export interface DemoInfo {
  readonly email: string;
  readonly password: string;
  readonly storeSlug: string;
  readonly checkoutUrl: string;
}

interface DemoOptions {
  readonly now: Date;
  readonly dataDir: string;
}

const demoLock = 7_263_501;
/** One for each demo, as one data folder may have served several databases. */
const passwordFile = (dataDir: string, merchantId: string): string =>
  join(dataDir, `demo-${toShortId('MER', merchantId)}.password`);

const dayMs = 24 * 60 * 60 * 1000;

const catalog = [
  {
    picture: 'handbook',
    alt: 'A brown handbook with a coffee bean on its cover',
    name: 'Espresso at Home: The Handbook',
    description:
      'Two hundred pages on grind, dose and water.\n\n- PDF and EPUB\n- Free updates\n- *No machine snobbery*',
    prices: { USD: { amount: '29.00', taxCategory: 'ebook' }, EUR: { amount: '27.00' }, JPY: { amount: '4500' } },
    published: true,
  },
  {
    picture: 'latte-art',
    alt: 'A cup of coffee with a heart of milk, seen from above',
    name: 'Latte Art in Ten Lessons',
    description: 'Ten short videos, from **a steady pour** to a swan.',
    prices: { USD: { amount: '79.00', taxCategory: 'online_course' }, EUR: { amount: '75.00' } },
    published: true,
  },
  {
    picture: 'roast-log',
    alt: 'A table with a roasting curve',
    name: 'Roast Log for Small Roasters',
    description: 'A spreadsheet that thinks along: batches, curves, tasting notes.',
    prices: { USD: { amount: '12.00', taxCategory: 'software' }, GBP: { amount: '10.00' } },
    published: false,
  },
  {
    picture: 'beans',
    alt: 'A green bag of coffee beans',
    name: 'Beans by Post',
    description: 'A fresh bag of a different roaster, **every month**. Pause or leave whenever you like.',
    billingPeriod: 'monthly',
    prices: { USD: { amount: '18.00' }, EUR: { amount: '17.00' } },
    metadata: { trialDays: 14 },
    published: true,
  },
] as const;

/** Days ago, product, currency, buyer, country, card; without a card the order was never paid. */
type Sale = readonly [
  daysAgo: number,
  product: 0 | 1 | 2 | 3,
  currency: string,
  email: string,
  country: string,
  card: string | undefined,
];

const regulars = [
  ['marta.silva@example.com', 'PT'],
  ['tom.baker@example.com', 'GB'],
  ['aiko.mori@example.com', 'JP'],
  ['felix.braun@example.com', 'DE'],
  ['nina.rossi@example.com', 'IT'],
  ['omar.haddad@example.com', 'FR'],
  ['julia.nowak@example.com', 'PL'],
] as const;

/** One-time sales from 89 to 14 days ago, more of them towards the end. Subscriptions would be due for renewal by now. */
const earlierSales: readonly Sale[] = Array.from({ length: 76 }, (_, index) => 89 - index).flatMap((daysAgo, index) => {
  const sales = (index * 5) % 7 < 2 + Math.floor(index / 25) ? 1 + (index % 2) : 0;
  return Array.from({ length: sales }, (_, place): Sale => {
    const [email, country] = regulars[(index * 3 + place) % regulars.length] ?? regulars[0];
    const card = (index + place) % 13 === 0 ? '4000000000000002' : '4242424242424242';
    return [
      daysAgo,
      index % 3 === 2 ? 1 : 0,
      country === 'GB' || country === 'JP' ? 'USD' : 'EUR',
      email,
      country,
      card,
    ];
  });
});

const latestSales: readonly Sale[] = [
  [13, 3, 'USD', 'hana.suzuki@example.com', 'JP', '4242424242424242'],
  [13, 0, 'USD', 'mara.lindqvist@example.com', 'SE', '4242424242424242'],
  [12, 1, 'EUR', 'jonas.weber@example.com', 'DE', '5555555555554444'],
  [11, 0, 'EUR', 'claire.dubois@example.com', 'FR', '4242424242424242'],
  [9, 2, 'GBP', 'oliver.hughes@example.com', 'GB', '4242424242424242'],
  [8, 0, 'JPY', 'yuki.tanaka@example.com', 'JP', '4242424242424242'],
  [7, 1, 'USD', 'sofia.romero@example.com', 'MX', '4000000000009995'],
  [6, 0, 'USD', 'liam.murphy@example.com', 'IE', '4242424242424242'],
  [5, 1, 'EUR', 'anna.kowalska@example.com', 'PL', '4242424242424242'],
  [4, 0, 'USD', 'noah.fischer@example.com', 'CH', undefined],
  [3, 2, 'USD', 'ines.costa@example.com', 'PT', '4242424242424242'],
  [2, 1, 'USD', 'arjun.mehta@example.com', 'IN', '5555555555554444'],
  [2, 3, 'EUR', 'lena.vogel@example.com', 'AT', '5555555555554444'],
  [1, 0, 'EUR', 'eva.novak@example.com', 'CZ', '4242424242424242'],
  [0, 0, 'USD', 'grace.oconnor@example.com', 'NZ', '4000000000000002'],
];

/**
 * Makes the demo on a database without merchants, once, and says how to get in; null where there is no demo, because
 * the database had merchants of its own.
 */
export async function ensureDemo(db: Database, options: DemoOptions): Promise<DemoInfo | null> {
  return await db.transaction(async (lock) => {
    // Held while the demo is made, on connections of their own: instances that start together make one.
    await lock.execute(sql`select pg_advisory_xact_lock(${demoLock})`);
    const [existing] = await lock.select({ merchants: count() }).from(merchants);
    if (existing?.merchants === 0) {
      const { caller, storeId } = await db.transaction((tx) => openDemoStore(tx, options));
      await sellForNinetyDays(db, caller, storeId, options.now);
    }
    return await describeDemo(db, options);
  });
}

/** How to get into the demo that this data folder's machine made; null where there is none, or nothing left to buy. */
async function describeDemo(db: Database, { now, dataDir }: DemoOptions): Promise<DemoInfo | null> {
  const merchant = await findMerchantByEmail(db, demoEmail);
  const [store] = merchant ? await listMemberStores(db, merchant.id) : [];
  const password = merchant && (await readFile(passwordFile(dataDir, merchant.id), 'utf8').catch(() => undefined));
  if (!merchant || !store || password === undefined) return null;
  const caller = { kind: 'dashboard', merchantId: merchant.id, environment: 'test' } as const;
  const checkoutUrl = await readyMadeCheckout(db, caller, store, now);
  if (!checkoutUrl) return null;
  return { email: demoEmail, password: password.trim(), storeSlug: store.slug, checkoutUrl };
}

async function openDemoStore(tx: Tx, { now, dataDir }: DemoOptions) {
  const password = randomBytes(9).toString('base64url');
  const opened = new Date(now.getTime() - 90 * dayMs);
  const account = { email: demoEmail, name: 'Demo Merchant', passwordHash: await hashPassword(password) };
  const merchant = await insertMerchant(tx, account, opened);
  await mkdir(dataDir, { recursive: true });
  await writeFile(passwordFile(dataDir, merchant.id), `${password}\n`, { mode: 0o600 });
  const store = await insertStore(tx, { merchantId: merchant.id }, 'Kettle & Crema', opened);
  const light = { checkoutColorPrimary: '#7a3e1d', checkoutColorBackground: '#faf6f1', checkoutColorCard: '#ffffff' };
  const dark = { checkoutColorPrimary: '#e0a878', checkoutColorBackground: '#1a1512', checkoutColorCard: '#241d19' };
  const checkoutSettings = {
    light: { ...light, checkoutBorderRadius: '10px' },
    dark: { ...dark, checkoutBorderRadius: '10px' },
  };
  await tx.update(stores).set({ supportEmail: 'hello@example.com', checkoutSettings }).where(eq(stores.id, store.id));
  const caller: DashboardCaller = { kind: 'dashboard', merchantId: merchant.id, environment: 'test' };
  const actor = { kind: 'operator', by: 'demo' } as const;
  const about = { objectId: store.id, environment: 'test', actor } as const;
  await recordEvent(tx, { merchantId: merchant.id, storeId: store.id, type: 'store.created', ...about }, opened);
  return { caller, storeId: store.id };
}

/** Calls an action as the demo's merchant would from the dashboard. */
async function call(db: Database, caller: DashboardCaller, name: string, body: Record<string, unknown>, now: Date) {
  const action = actions.get(name);
  if (!action) throw new Error(`no action ${name}`);
  const answer = await runAction(db, settings(), { action, caller, body, now });
  return (JSON.parse(answer.body) as { data: Record<string, unknown> }).data;
}

async function sellForNinetyDays(db: Database, caller: DashboardCaller, storeId: string, now: Date): Promise<void> {
  const opened = new Date(now.getTime() - 90 * dayMs);
  const productIds: string[] = [];
  for (const { published, picture, alt, ...content } of catalog) {
    const media = [{ type: 'image', url: `${settings().appUrl}/demo/${picture}.svg`, alt }];
    const resource = 'billingPeriod' in content ? 'subscription-product' : 'onetime-product';
    const { product } = await call(db, caller, `${resource}/create-product`, { storeId, media, ...content }, opened);
    const { id } = product as { id: string };
    productIds.push(id);
    if (published) await call(db, caller, `${resource}/publish-product`, { id }, opened);
  }
  for (const [daysAgo, index, currency, email, country, cardNumber] of [...earlierSales, ...latestSales]) {
    const at = new Date(now.getTime() - daysAgo * dayMs - ((daysAgo * 37) % 11) * 3_600_000 - 60_000);
    const productType = 'billingPeriod' in catalog[index] ? 'subscription' : 'onetime';
    const product = { storeId, productId: productIds[index], productType, currency };
    const { sessionId } = await call(db, caller, 'checkout/create-session', { ...product, buyerEmail: email }, at);
    await buy(db, caller, { storeId, sessionId: String(sessionId), email, country, cardNumber }, at);
  }
}

interface Purchase {
  readonly storeId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly country: string;
  readonly cardNumber: string | undefined;
}

/** Orders and pays like a buyer; who never paid has their order canceled by the merchant. */
async function buy(db: Database, caller: DashboardCaller, purchase: Purchase, at: Date): Promise<void> {
  const { storeId, sessionId, email, country, cardNumber } = purchase;
  const [store] = await db.select({ slug: stores.slug }).from(stores).where(eq(stores.id, storeId));
  if (cardNumber) {
    const card = { cardNumber, cardExpiry: `12 / ${(at.getUTCFullYear() + 4) % 100}`, cardCvc: '123' };
    const checkout = await requireCheckout(db, { storeSlug: store?.slug ?? '', sessionId });
    const buyer = { email, country, state: '', postcode: '' };
    const { shown } = await quoteCheckout(db, checkout, buyer, at, englishVoice);
    // A decline is an answer, and part of the picture; anything else is not.
    await payCheckout(db, checkout, { ...buyer, ...card, shown }, at).catch((refusal: unknown) => {
      if (!(refusal instanceof ApiError && refusal.status === 400)) throw refusal;
    });
    return;
  }
  const billingDetail = { country, isBusiness: false };
  await call(db, caller, 'onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail }, at);
  const session = await findStoreSession(db, storeId, sessionId);
  const order = session && (await findSessionOrder(db, session));
  if (!order) return;
  await call(
    db,
    caller,
    'onetime-order/cancel-order',
    { orderId: toShortId('ORD', order.id) },
    new Date(at.getTime() + dayMs),
  );
}

/** A link anybody can pay at: an unused session of the store's first product with days to go, or a new one. */
async function readyMadeCheckout(
  db: Database,
  caller: DashboardCaller,
  store: { id: string; slug: string },
  now: Date,
): Promise<string | undefined> {
  const [unused] = await db
    .select({ id: checkoutSessions.id })
    .from(checkoutSessions)
    .leftJoin(orders, eq(orders.checkoutSessionId, checkoutSessions.id))
    .where(
      and(
        eq(checkoutSessions.storeId, store.id),
        gt(checkoutSessions.expiresAt, new Date(now.getTime() + 2 * dayMs)),
        isNull(orders.id),
      ),
    )
    .orderBy(desc(checkoutSessions.createdAt))
    .limit(1);
  if (unused) return `${settings().checkoutUrl}/${store.slug}/checkout/${unused.id}`;
  const [product] = await db
    .select()
    .from(products)
    .where(eq(products.storeId, store.id))
    .orderBy(products.createdAt, products.id)
    .limit(1);
  if (!product) return undefined;
  const body = { storeId: store.id, productId: product.id, productType: product.type, currency: 'USD' };
  const { checkoutUrl } = await call(db, caller, 'checkout/create-session', body, now).catch(() => ({
    checkoutUrl: undefined,
  }));
  return checkoutUrl === undefined ? undefined : String(checkoutUrl);
}
