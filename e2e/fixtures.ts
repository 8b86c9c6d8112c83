/**
 * Fixtures of the browser tests: each test gets a merchant with a store, a product and a checkout session, created by
 * the product's own queries and actions on the database of the server under test.
 */
import { randomUUID } from 'node:crypto';
import { test as base, type ConsoleMessage, expect } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { type Database, openDatabase } from '#db/client.ts';
import { checkoutSessions, events, orders, payments, sandboxCharges } from '#db/schema/index.ts';
import { insertMerchant } from '#server/accounts/data/merchants.ts';
import { actions } from '#server/actions/index.ts';
import { runAction } from '#server/api/run-action.ts';
import { toShortId } from '#server/domain/ids.ts';
import { readSettings } from '#server/platform/settings.ts';
import { insertStore, updateStore } from '#server/stores/stores.ts';
import { StripeDouble } from '#server/testing/stripe/double.ts';
import { startApiServer } from '#server/testing/test-servers.ts';

type Body = Readonly<Record<string, unknown>>;

interface CheckoutOptions {
  /** `store/update-store`. */
  store?: Body;
  /** `store/update-checkout-framing`. */
  frameOrigins?: readonly string[];
  storeName?: string;
  /** `onetime-product/create-product`. */
  product?: Body;
  /** `subscription-product/create-product`: 18.00 USD a month by default. */
  subscription?: Body;
  /** `checkout/create-session`. */
  session?: Body;
  environment?: 'test' | 'prod';
}

/** A checkout, with functions that read and change its rows. */
export interface Checkout {
  /** The page's path. */
  path: string;
  sessionId: string;
  storeId: string;
  storeSlug: string;
  /** The current rows. */
  read(): Promise<{
    order: typeof orders.$inferSelect | undefined;
    payments: (typeof payments.$inferSelect)[];
    events: string[];
  }>;
  /** Runs an action as the store's merchant. */
  call(action: string, body: Body): Promise<Record<string, unknown>>;
  expire(): Promise<void>;
  /** The path of another checkout of the same product. */
  openAnother(): Promise<string>;
  /** Settles a processing charge of the sandbox now. */
  settleNow(): Promise<void>;
  /** Puts the newest payment into the state after a crash. */
  setPaymentStatus(status: 'processing' | 'succeeded' | 'failed'): Promise<void>;
}

export type MakeCheckout = (options?: CheckoutOptions) => Promise<Checkout>;

/** A separate server with Stripe keys and a fake Stripe API. */
interface StripeServer {
  readonly url: string;
  readonly stripe: StripeDouble;
}

/** All worker-scoped options: tests that differ in one need workers and browsers of their own. */
export const test = base.extend<
  { makeCheckout: MakeCheckout; violatesPolicy: boolean },
  { database: Database; stripeServer: StripeServer }
>({
  database: [
    async ({ playwright: _ }, use) => {
      const { db, close } = openDatabase(databaseUrl(), { max: 4, applicationName: 'counterfoil-e2e' });
      await use(db);
      await close();
    },
    { scope: 'worker' },
  ],
  stripeServer: [
    async ({ playwright: _ }, use) => {
      const stripe = await new StripeDouble().listen();
      const server = await startApiServer(databaseUrl(), { pages: false, worker: false, settings: stripe.settings });
      await use({ url: server.url, stripe });
      await server.close();
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  /** Whether the test itself violates a page's content security policy. */
  violatesPolicy: [false, { option: true }],
  // The next test reuses the context, so permissions are cleared.
  context: async ({ context, violatesPolicy }, use) => {
    const violations: string[] = [];
    const recordViolation = (message: ConsoleMessage) => {
      const text = message.text();
      // The policy is supposed to refuse frames of other sites.
      if (/violates the following Content Security Policy/.test(text) && !text.startsWith('Framing '))
        violations.push(text);
    };
    context.on('console', recordViolation);
    await use(context);
    context.off('console', recordViolation);
    await context.clearPermissions();
    // In every test, no page may violate its content security policy.
    if (!violatesPolicy) expect(violations).toEqual([]);
  },
  makeCheckout: async ({ database, baseURL }, use) => {
    await use((options) => makeCheckout(database, baseURL ?? '', options));
  },
});

export { expect } from '@playwright/test';

function databaseUrl(): string {
  const url = process.env.E2E_DATABASE_URL;
  if (!url) throw new Error('E2E_DATABASE_URL is not set: run the tests by `npm test -- --only e2e`');
  return url;
}

export async function makeCheckout(db: Database, appUrl: string, options: CheckoutOptions = {}): Promise<Checkout> {
  const { environment = 'test', storeName = 'Harbour Light Press' } = options;
  const account = { email: `${randomUUID()}@example.com`, name: 'Ana', passwordHash: undefined };
  const { merchant, store } = await db.transaction(async (tx) => {
    const merchant = await insertMerchant(tx, account, new Date());
    return { merchant, store: await insertStore(tx, { merchantId: merchant.id }, storeName, new Date()) };
  });
  const settings = readSettings({ APP_URL: appUrl, SANDBOX_IN_PROD: 'on' }, { serving: false });
  const callIn = async (mode: 'test' | 'prod', name: string, body: Body) => {
    const action = actions.get(name);
    if (!action) throw new Error(`There is no action ${name}`);
    const caller = { kind: 'dashboard', merchantId: merchant.id, environment: mode } as const;
    const answer = await runAction(db, settings, { action, caller, body, now: new Date() });
    return (JSON.parse(answer.body) as { data: Record<string, unknown> }).data;
  };
  const call = (name: string, body: Body) => callIn(environment, name, body);
  const storeId = toShortId('STO', store.id);
  if (options.store) await call('store/update-store', { id: storeId, ...options.store });
  if (options.frameOrigins) await call('store/update-checkout-framing', { storeId, origins: options.frameOrigins });
  const productType = options.subscription ? 'subscription' : 'onetime';
  const created = await callIn('test', `${productType}-product/create-product`, { storeId, ...productOf(options) });
  const productId = (created.product as { id: string }).id;
  if (environment === 'prod') {
    await updateStore(db, store, { prodEnabled: true }, new Date());
    await callIn('test', `${productType}-product/publish-product`, { id: productId });
  }
  const openSession = async () => {
    const session = { storeId, productId, productType, currency: 'USD', ...options.session };
    return ((await call('checkout/create-session', session)) as { sessionId: string }).sessionId;
  };
  const sessionId = await openSession();
  return {
    path: `/${store.slug}/checkout/${sessionId}`,
    sessionId,
    storeId,
    storeSlug: store.slug,
    read: () => read(db, sessionId),
    call,
    async expire() {
      const expiresAt = new Date(Date.now() - 1000);
      await db.update(checkoutSessions).set({ expiresAt }).where(eq(checkoutSessions.id, sessionId));
    },
    openAnother: async () => `/${store.slug}/checkout/${await openSession()}`,
    async settleNow() {
      const { payments: rows } = await read(db, sessionId);
      const settlesAt = new Date(Date.now() - 1000);
      await db
        .update(sandboxCharges)
        .set({ settlesAt })
        .where(eq(sandboxCharges.key, rows[0]?.id ?? ''));
    },
    async setPaymentStatus(status) {
      const { payments: rows } = await read(db, sessionId);
      await db
        .update(payments)
        .set({ status })
        .where(eq(payments.id, rows[0]?.id ?? ''));
    },
  };
}

const productOf = ({ product, subscription }: CheckoutOptions): Body =>
  subscription
    ? { name: 'Coffee by post', billingPeriod: 'monthly', prices: { USD: { amount: '18.00' } }, ...subscription }
    : {
        name: 'Field notes, the complete edition',
        prices: { USD: { amount: '29.00' }, EUR: { amount: '27.00' } },
        ...product,
      };

async function read(db: Database, sessionId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  if (!order) return { order, payments: [], events: [] };
  const rows = await db.select().from(payments).where(eq(payments.orderId, order.id)).orderBy(payments.attempt);
  const types = await db
    .select({ type: events.type })
    .from(events)
    .where(eq(events.objectId, order.id))
    .orderBy(events.createdAt);
  return { order, payments: rows.reverse(), events: types.map(({ type }) => type) };
}
