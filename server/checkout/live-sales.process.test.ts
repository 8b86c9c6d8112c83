/** Sales in prod without a payment provider, with the sandbox, and after Stripe's keys were removed. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ledgerTransactions, orders, stores } from '#db/schema/index.ts';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { checkLedger } from '#server/billing/ledger/data/ledger-checks.ts';
import { changeMethod } from '#server/billing/payment-methods/change-method.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import type { Environment } from '#server/domain/environments.ts';
import { toShortId } from '#server/domain/ids.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { log } from '#server/platform/log.ts';
import { readSettings } from '#server/platform/settings.ts';
import { logLivePayments } from '#server/providers/payments/log-live-payments.ts';
import {
  db,
  newMerchant,
  newProduct,
  newSubscriptionProduct,
  pay,
  signedHeaders,
  type TestMerchant,
} from '#server/testing/api.ts';
import { quoteCheckout, readCheckout } from '#server/testing/orders/checkout.ts';
import { orderOf, ordersOf, paymentsOf } from '#server/testing/orders/rows.ts';
import { StripeDouble } from '#server/testing/stripe/double.ts';
import { testSecret } from '#server/testing/test-secret.ts';
import { startApiServer, type TestServer } from '#server/testing/test-servers.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const refused = { message: 'No payment provider is configured for prod', layer: 'payment' };
const noProvider = 'This store has no payment provider right now. You have not been charged.';

let stripe: StripeDouble;
/** Servers without a provider for prod, and with the sandbox instead. */
let closed: TestServer;
let demonstration: TestServer;
let live: TestServer;

beforeAll(async () => {
  stripe = await new StripeDouble().listen();
  const start = (settings: Readonly<Record<string, string>>) =>
    startApiServer(databaseUrl, { pages: false, worker: false, settings });
  [closed, demonstration, live] = await Promise.all([
    start({ SANDBOX_IN_PROD: 'off' }),
    start({ SANDBOX_IN_PROD: 'on' }),
    start({ ...stripe.settings, SANDBOX_IN_PROD: 'off' }),
  ]);
});
afterEach(() => configure({ SANDBOX_IN_PROD: 'on' }));
afterAll(async () => {
  await Promise.all([closed.close(), demonstration.close(), live.close()]);
  await stripe.close();
});

/** Configures this process, in which the worker's jobs and some operations run. */
const configure = (given: Readonly<Record<string, string>>) =>
  Object.assign(globalThis, {
    counterfoilSettings: readSettings(
      { DATABASE_URL: databaseUrl, APP_SECRET: testSecret, LOG_LEVEL: 'silent', ...given },
      { serving: false },
    ),
  });

/** A store that may sell in prod. */
async function openStore(): Promise<TestMerchant> {
  const merchant = await newMerchant();
  await db.update(stores).set({ prodEnabled: true }).where(eq(stores.id, merchant.store.id));
  return merchant;
}

async function publish(merchant: TestMerchant, productType: 'onetime' | 'subscription' = 'onetime') {
  const product = await (productType === 'onetime' ? newProduct(merchant) : newSubscriptionProduct(merchant));
  await merchant.call(`${productType}-product/publish-product`, { id: product.id });
  return { storeId: merchant.storeId, productId: product.id, productType, currency: 'USD' };
}

async function post(server: TestServer, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: `counterfoil_buyer=${'b'.repeat(43)}`, ...headers },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the answer’s shape
  return { status: response.status, body: (await response.json()) as any };
}

/** Calls an action at a server, signed. */
function call(
  server: TestServer,
  merchant: TestMerchant,
  action: string,
  body: object,
  environment: Environment = 'prod',
) {
  const path = `/v1/actions/${action}`;
  const signing = { merchantId: merchant.merchantId, key: merchant.keys[environment] };
  return post(server, path, body, signedHeaders('POST', path, JSON.stringify(body), signing));
}

const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '10115' };
const card = (cardNumber: string) => ({ cardNumber, cardExpiry: '12 / 40', cardCvc: '123' });

/** An open checkout in prod; its session was created while a provider was configured. */
async function openCheckout(
  merchant: TestMerchant,
  productType: 'onetime' | 'subscription' = 'onetime',
  at = demonstration,
) {
  const request = await publish(merchant, productType);
  const { body } = await call(at, merchant, 'checkout/create-session', request);
  const sessionId: string = body.data.sessionId;
  const path = `/${merchant.slug}/checkout/${sessionId}`;
  const order = () => orderOf(sessionId);
  return {
    sessionId,
    path,
    order,
    payments: () => paymentsOf(sessionId),
    async shown() {
      const address = { storeSlug: merchant.slug, sessionId };
      return (await quoteCheckout(db, address, buyer, new Date(), englishVoice)).shown;
    },
  };
}

/** A due subscription in prod that was paid through Stripe or the sandbox. */
async function subscribe(through: 'stripe' | 'sandbox') {
  const merchant = await openStore();
  const isReal = through === 'stripe';
  const checkout = await openCheckout(merchant, 'subscription', isReal ? live : demonstration);
  const shown = await checkout.shown();
  const method = isReal ? { paymentToken: `ctoken_works~${randomUUID()}` } : card('4242 4242 4242 4242');
  const paid = await post(isReal ? live : demonstration, `${checkout.path}/pay`, { ...buyer, shown, ...method });
  expect(paid.body).toMatchObject({ data: { state: 'paid' } });
  const { id } = await checkout.order();
  const now = new Date();
  const due = new Date(now.getTime() - 60_000);
  await db.update(orders).set({ nextChargeAt: due }).where(eq(orders.id, id));
  const renew = () => renewSubscriptions(db, now);
  return { ...checkout, merchant, due, renew };
}

const withoutProvider = { SANDBOX_IN_PROD: 'off' };

describe('without a payment provider for prod', () => {
  test('rejects create-session with API key and slug, but not in test', async () => {
    const merchant = await openStore();
    const request = await publish(merchant);
    const signed = await call(closed, merchant, 'checkout/create-session', request);
    expect([signed.status, signed.body]).toMatchObject([400, { data: null, errors: [refused] }]);
    const publicly = (environment: string) =>
      post(closed, '/v1/actions/checkout/create-session', request, {
        'X-Store-Slug': merchant.slug,
        'X-Environment': environment,
      });
    const bySlug = await publicly('prod');
    expect([bySlug.status, bySlug.body]).toMatchObject([400, { data: null, errors: [refused] }]);
    expect((await publicly('test')).status).toBe(200);
    expect((await call(closed, merchant, 'checkout/create-session', request, 'test')).status).toBe(200);
    expect((await call(demonstration, merchant, 'checkout/create-session', request)).status).toBe(200);
  });

  test.each(['onetime', 'subscription'] as const)(
    'creates no %s order from an earlier session',
    async (productType) => {
      const merchant = await openStore();
      const { sessionId } = await openCheckout(merchant, productType);
      const request = { checkoutSessionId: sessionId, billingDetail: { country: 'DE', isBusiness: false } };
      const { status, body } = await call(closed, merchant, `${productType}-order/create-order`, request);
      expect([status, body]).toMatchObject([400, { data: null, errors: [refused] }]);
      expect(await ordersOf(sessionId)).toEqual([]);
    },
  );

  test('explains on the checkout page why no payment is possible, and rejects payments', async () => {
    const checkout = await openCheckout(await openStore());
    const shown = await checkout.shown();
    const page = await (await fetch(`${closed.url}${checkout.path}`)).text();
    expect(page).toContain('This store cannot accept payments right now');
    expect(page).toContain('No payment provider is connected.');
    expect(page).not.toContain('name="cardNumber"');
    const quoted = await post(closed, `${checkout.path}/quote`, buyer);
    expect([quoted.status, quoted.body.errors[0]]).toMatchObject([400, { message: noProvider, layer: 'payment' }]);
    const paid = await post(closed, `${checkout.path}/pay`, { ...buyer, shown, ...card('4242 4242 4242 4242') });
    expect([paid.status, paid.body.errors[0]]).toMatchObject([400, { message: noProvider, layer: 'payment' }]);
    expect(await ordersOf(checkout.sessionId)).toEqual([]);
  });

  test('does not finish a sandbox payment in a challenge', async () => {
    const checkout = await openCheckout(await openStore());
    const shown = await checkout.shown();
    const challengeForm = { ...buyer, shown, ...card('4000 0027 6000 3184') };
    expect((await post(demonstration, `${checkout.path}/pay`, challengeForm)).body.data.state).toBe('challenge');
    const [payment] = await checkout.payments();
    const finish = (server: TestServer) =>
      post(server, `${checkout.path}/challenge/${payment?.id}/finish`, { passed: true });
    expect((await finish(closed)).status).toBe(400);
    expect((await checkout.order()).status).toBe('pending');
    expect((await finish(demonstration)).body.data.state).toBe('paid');
  });

  test.each(['stripe', 'sandbox'] as const)(
    'postpones renewals through %s without making them past due',
    async (through) => {
      const subscription = await subscribe(through);
      configure(withoutProvider);
      await subscription.renew();
      const order = await subscription.order();
      expect(order).toMatchObject({ status: 'active', nextChargeAt: subscription.due, pastDueSince: null });
      expect(await subscription.payments()).toHaveLength(1);
      const { merchant } = subscription;
      const method = {
        kind: 'card',
        card: { number: '4242424242424242', expiryMonth: 12, expiryYear: 2099, cvc: '123' },
      } as const;
      const change = changeMethod(db, { store: merchant.store, order, method, returnUrl: live.url }, new Date());
      await expect(change).rejects.toThrow('The card cannot be updated here right now. Contact the store.');
    },
  );
});

describe('a store that has taken real payments', () => {
  test('never falls back to the sandbox, even with SANDBOX_IN_PROD=on', async () => {
    const merchant = await openStore();
    const checkout = await openCheckout(merchant, 'onetime', live);
    const shown = await checkout.shown();
    const open = await openCheckout(merchant, 'onetime', live);
    await post(live, `${checkout.path}/pay`, { ...buyer, shown, paymentToken: `ctoken_works~${randomUUID()}` });
    expect((await checkout.order()).status).toBe('completed');
    for (const server of [closed, demonstration]) {
      const session = await call(server, merchant, 'checkout/create-session', await publish(merchant));
      expect([session.status, session.body]).toMatchObject([400, { data: null, errors: [refused] }]);
      const paid = await post(server, `${open.path}/pay`, { ...buyer, shown, ...card('4242 4242 4242 4242') });
      expect([paid.status, paid.body.errors[0].message]).toEqual([400, noProvider]);
    }
    const session = await call(live, merchant, 'checkout/create-session', await publish(merchant));
    expect(session.status).toBe(200);
  });

  test('charges its subscriptions only through Stripe, once it is configured again', async () => {
    const subscription = await subscribe('stripe');
    configure({ SANDBOX_IN_PROD: 'on' });
    await subscription.renew();
    expect(await subscription.order()).toMatchObject({ status: 'active', nextChargeAt: subscription.due });
    configure(stripe.settings);
    await subscription.renew();
    const charged = (await subscription.payments()).map(({ provider, status }) => [provider, status]);
    expect(charged).toEqual([
      ['stripe', 'succeeded'],
      ['stripe', 'succeeded'],
    ]);
  });

  test('cannot charge a sandbox subscription once Stripe is configured', async () => {
    const subscription = await subscribe('sandbox');
    configure(stripe.settings);
    await subscription.renew();
    expect((await subscription.order()).status).toBe('past_due');
    expect(await subscription.payments()).toHaveLength(1);
  });
});

describe('with SANDBOX_IN_PROD=on', () => {
  test('labels prod payments as sandbox in GraphQL and never books them or their refunds', async () => {
    const merchant = await openStore();
    const checkout = await openCheckout(merchant);
    await pay(merchant, checkout.sessionId);
    const [payment] = await checkout.payments();
    expect(payment).toMatchObject({ provider: 'sandbox', status: 'succeeded', environment: 'prod' });
    const refund = { paymentId: toShortId('PAY', payment?.id ?? ''), reason: 'It arrived torn.' };
    expect((await call(demonstration, merchant, 'refund/create-refund', refund)).status).toBe(200);
    await executeRefunds(db, new Date());
    const response = await merchant.query(
      '{ payments { provider refunds { provider status } } onetimeOrders { provider } }',
      {},
      'prod',
    );
    expect(response.body.data).toEqual({
      payments: [{ provider: 'sandbox', refunds: [{ provider: 'sandbox', status: 'succeeded' }] }],
      onetimeOrders: [{ provider: 'sandbox' }],
    });
    const isInStore = eq(ledgerTransactions.storeId, merchant.store.id);
    expect(await db.select().from(ledgerTransactions).where(isInStore)).toEqual([]);
    expect((await checkLedger(db, merchant.store.id)).problems).toEqual([]);
  });

  test('shows at the checkout that no money moves', async () => {
    const merchant = await openStore();
    const { sessionId } = await openCheckout(merchant);
    const address = { storeSlug: merchant.slug, sessionId };
    const view = await readCheckout(db, address, new Date(), englishVoice);
    expect(view).toMatchObject({ state: 'open', provider: 'sandbox', isSandbox: true });
  });
});

test('logs a warning at start unless only Stripe sells in prod', () => {
  const warn = vi.spyOn(log(), 'warn').mockImplementation(() => {});
  const keys = { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_1', apiUrl: '' };
  const warnings = [
    [null, false],
    [null, true],
    [keys, true],
    [keys, false],
  ].map(([given, sandboxInProd]) => {
    warn.mockClear();
    logLivePayments({ stripe: given as typeof keys | null, sandboxInProd: sandboxInProd as boolean });
    return warn.mock.calls.map(([text]) => text);
  });
  warn.mockRestore();
  expect(warnings).toEqual([
    [expect.stringContaining('No payment provider is configured for live mode')],
    [expect.stringContaining('the sandbox takes live payments, and no money moves')],
    [expect.stringContaining('has no effect while Stripe takes live payments')],
    [],
  ]);
});
