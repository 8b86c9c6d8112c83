/** Paying through Stripe, from the page's door to the order, with a double of Stripe's API behind its real library. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { methodChanges, orders, paymentMethods, payments, stores } from '#db/schema/index.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { changeMethod } from '#server/billing/payment-methods/change-method.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { db, newMerchant, newProduct, newSubscriptionProduct } from '#server/testing/api.ts';
import { quoteCheckout } from '#server/testing/orders/checkout.ts';
import { databaseUrl, fastUrl } from '#server/testing/place.ts';
import { StripeDouble } from '#server/testing/stripe/double.ts';
import { startApiServer, type TestServer } from '#server/testing/test-servers.ts';

let stripe: StripeDouble;
let server: TestServer;

beforeAll(async () => {
  stripe = await new StripeDouble().listen();
  // For what runs in this process: the worker's jobs.
  Object.assign(process.env, stripe.settings, { LOG_LEVEL: 'silent' });
  server = await startApiServer(databaseUrl, { pages: false, worker: false, settings: stripe.settings });
});
afterEach(() => stripe.calm());
afterAll(async () => {
  await server.close();
  await stripe.close();
});

const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** An open checkout in prod, where Stripe takes the payments; in test, where the sandbox does. */
async function open(environment: 'prod' | 'test' = 'prod', trialDays?: number) {
  const merchant = await newMerchant();
  await db.update(stores).set({ prodEnabled: true }).where(eq(stores.id, merchant.store.id));
  const isSubscription = trialDays !== undefined;
  const product = isSubscription
    ? await newSubscriptionProduct(merchant, trialDays > 0 ? { metadata: { trialDays } } : {})
    : await newProduct(merchant);
  const productType = isSubscription ? 'subscription' : 'onetime';
  if (environment === 'prod') await merchant.call(`${productType}-product/publish-product`, { id: product.id });
  const wish = { storeId: merchant.storeId, productId: product.id, productType, currency: 'USD' };
  const { body } = await merchant.call('checkout/create-session', wish, { environment });
  const sessionId: string = body.data.sessionId;
  const path = `/${merchant.slug}/checkout/${sessionId}`;
  const { shown } = await quoteCheckout(db, { storeSlug: merchant.slug, sessionId }, buyer, new Date(), englishVoice);
  const order = async () => (await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId)))[0];
  return {
    merchant,
    path,
    order,
    async pay(behaviour: string) {
      const paymentToken = `ctoken_${behaviour}~${randomUUID()}`;
      const response = await fetch(`${server.url}${path}/pay`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...buyer, shown, paymentToken }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: an answer whose shape is what the tests look at
      return { status: response.status, body: (await response.json()) as any };
    },
    async payment() {
      const orderId = (await order())?.id;
      if (!orderId) return undefined;
      const attempts = await db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.attempt);
      return attempts.at(-1);
    },
  };
}

/** What Stripe would send about an object, to the server. */
async function tell(
  type: string,
  object: object,
  change: (sent: { body: string; signature: string }) => object = () => ({}),
) {
  const made = stripe.webhook(type, object);
  const { body, signature } = { ...made, ...change(made) };
  const response = await fetch(`${server.url}/v1/payment-webhooks/stripe`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    body,
  });
  return { status: response.status, body: await response.json() };
}

const intentOf = (id: string | null | undefined) => stripe.ledger.things.get(id ?? '') ?? {};

describe('the pay step', () => {
  test('a token of Stripe’s form pays the order', async () => {
    const checkout = await open();
    expect(await checkout.pay('works')).toMatchObject({ status: 200, body: { data: { state: 'paid' } } });
    const order = await checkout.order();
    expect(order).toMatchObject({ status: 'completed', environment: 'prod', totalMinor: 3451 });
    const payment = await checkout.payment();
    expect(payment).toMatchObject({
      provider: 'stripe',
      status: 'succeeded',
      method: 'card',
      cardBrand: 'visa',
      cardLast4: '4242',
      providerPaymentId: expect.stringMatching(/^pi_/),
    });
    expect(intentOf(payment?.providerPaymentId)).toMatchObject({
      amount_received: 3451,
      currency: 'usd',
      description: 'Handbook',
      metadata: { paymentId: payment?.id },
      return_url: `${server.url}${checkout.path}`,
    });
  });

  test('of test checkouts Stripe hears nothing', async () => {
    const checkout = await open('test');
    const seen = stripe.requests.length;
    expect((await checkout.pay('works')).status).toBe(400);
    expect(stripe.requests).toHaveLength(seen);
    expect(await checkout.payment()).toBeUndefined();
  });

  test.each([
    ['insufficient_funds', 'insufficient_funds', 'Your card has insufficient funds. Try another card.'],
    ['stolen_card', 'card_declined', 'Your card was declined. Try another card, or ask your bank why.'],
  ])('a decline: %s', async (declined, told, message) => {
    const checkout = await open();
    const answer = await checkout.pay(`decline-${declined}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ message, reason: told, layer: 'payment' }] } });
    expect(await checkout.payment()).toMatchObject({ status: 'failed', failureCode: declined });
    expect((await checkout.order())?.status).toBe('pending');
    expect(await checkout.pay('works')).toMatchObject({ status: 200, body: { data: { state: 'paid' } } });
  });

  test('a subscription keeps the method for its renewals', async () => {
    const checkout = await open('prod', 0);
    expect(await checkout.pay('works')).toMatchObject({ status: 200 });
    const order = await checkout.order();
    expect(order?.status).toBe('active');
    const kept = await db
      .select()
      .from(paymentMethods)
      .where(eq(paymentMethods.orderId, order?.id ?? ''));
    expect(kept).toMatchObject([
      {
        provider: 'stripe',
        providerCustomerId: expect.stringMatching(/^cus_/),
        providerMethodId: expect.stringMatching(/^pm_/),
        type: 'card',
        cardLast4: '4242',
        expiryYear: 2034,
      },
    ]);
  });

  test('a free trial charges nothing and keeps the method', async () => {
    const checkout = await open('prod', 14);
    expect(await checkout.pay('works')).toMatchObject({ status: 200 });
    const order = await checkout.order();
    expect(order?.status).toBe('trialing');
    expect((await checkout.payment())?.providerPaymentId).toMatch(/^seti_/);
    const kept = await db
      .select()
      .from(paymentMethods)
      .where(eq(paymentMethods.orderId, order?.id ?? ''));
    expect(kept).toMatchObject([{ provider: 'stripe', providerMethodId: expect.stringMatching(/^pm_/) }]);
  });
});

describe('3-D Secure', () => {
  test('the bank’s page is Stripe’s; what the buyer answered there comes by webhook, once', async () => {
    const checkout = await open();
    const asked = await checkout.pay('challenge');
    expect(asked.body.data.state).toBe('challenge');
    const waiting = await checkout.payment();
    expect(waiting).toMatchObject({ status: 'requires_action' });
    expect(waiting?.actionUrl).toBe(`${stripe.url}/bank/${waiting?.providerPaymentId}`);
    stripe.ledger.finishChallenge(waiting?.providerPaymentId ?? '', true);
    const intent = intentOf(waiting?.providerPaymentId);
    const told = await Promise.all([1, 2, 3].map(() => tell('payment_intent.succeeded', intent)));
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(told[0]?.body).toEqual({ data: { heard: true } });
    expect((await checkout.order())?.status).toBe('completed');
    expect(await checkout.payment()).toMatchObject({ status: 'succeeded', cardLast4: '4242', attempt: 1 });
    expect((await tell('payment_intent.succeeded', intent)).status).toBe(200);
  });

  test('failed', async () => {
    const checkout = await open();
    await checkout.pay('challenge');
    const id = (await checkout.payment())?.providerPaymentId ?? '';
    stripe.ledger.finishChallenge(id, false);
    await tell('payment_intent.payment_failed', intentOf(id));
    expect(await checkout.payment()).toMatchObject({ status: 'failed', failureCode: 'authentication_failed' });
    expect((await checkout.order())?.status).toBe('pending');
  });
});

test('a debit that takes its time pays when it comes', async () => {
  const checkout = await open();
  expect((await checkout.pay('processing')).body.data.state).toBe('processing');
  const id = (await checkout.payment())?.providerPaymentId ?? '';
  expect(await tell('payment_intent.processing', intentOf(id))).toMatchObject({ status: 200 });
  expect((await checkout.payment())?.status).toBe('processing');
  stripe.ledger.finishProcessing(id, true);
  await tell('payment_intent.succeeded', intentOf(id));
  expect((await checkout.order())?.status).toBe('completed');
  expect(await checkout.payment()).toMatchObject({ status: 'succeeded', method: 'sepa_debit', cardLast4: '3000' });
});

describe('what nobody heard', () => {
  /** For as long as the worker waits before it looks after a payment. */
  const leaveAlone = async (payment: { id: string } | undefined) => {
    await db
      .update(payments)
      .set({ updatedAt: minutesFromNow(-1) })
      .where(eq(payments.id, payment?.id ?? ''));
  };

  test('a charge that broke off is settled by the worker: not made, and never to be', async () => {
    const checkout = await open();
    stripe.trouble(/confirm$/, '500');
    expect((await checkout.pay('works')).body.data.state).toBe('processing');
    await leaveAlone(await checkout.payment());
    await settlePayments(db, new Date());
    expect(await checkout.payment()).toMatchObject({ status: 'failed', failureCode: 'not_attempted' });
    expect(intentOf((await checkout.payment())?.providerPaymentId).status).toBe('canceled');
  });

  test('a charge that went through is found by the worker', async () => {
    const checkout = await open();
    // The answer is broken off: the money is taken, and the server does not know.
    stripe.trouble(/confirm$/, 'lostWith500');
    expect((await checkout.pay('works')).body.data.state).toBe('processing');
    await leaveAlone(await checkout.payment());
    await settlePayments(db, new Date());
    expect((await checkout.order())?.status).toBe('completed');
    expect((await checkout.payment())?.status).toBe('succeeded');
  });
});

describe('another method for a subscription', () => {
  test('is heard of by webhook', async () => {
    const checkout = await open('prod', 0);
    await checkout.pay('works');
    const order = await checkout.order();
    if (!order) throw new Error('no order');
    const method = { kind: 'token' as const, token: `ctoken_challenge~${randomUUID()}` };
    const request = { store: { id: order.storeId }, order, method, returnUrl: `${server.url}/portal` };
    const asked = await changeMethod(db, request, new Date());
    expect(asked).toMatchObject({ state: 'challenge', actionUrl: expect.stringContaining('/bank/seti_') });
    const change = async () => (await db.select().from(methodChanges).where(eq(methodChanges.id, asked.changeId)))[0];
    const id = (await change())?.providerPaymentId ?? '';
    stripe.ledger.finishChallenge(id, true);
    expect(await tell('setup_intent.succeeded', intentOf(id))).toEqual({
      status: 200,
      body: { data: { heard: true } },
    });
    expect((await change())?.status).toBe('succeeded');
    const kept = await db.select().from(paymentMethods).where(eq(paymentMethods.orderId, order.id));
    expect(kept.filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1);
    expect(kept).toHaveLength(2);
  });
});

describe('the webhook’s door', () => {
  test('what Stripe has not signed is refused, and nothing happens', async () => {
    const checkout = await open();
    await checkout.pay('challenge');
    const id = (await checkout.payment())?.providerPaymentId ?? '';
    stripe.ledger.finishChallenge(id, true);
    const refusal = { data: null, errors: [{ message: 'Invalid signature', layer: 'payment' }] };
    const forged = await tell('payment_intent.succeeded', intentOf(id), ({ body }) => ({ body: `${body} ` }));
    expect(forged).toEqual({ status: 400, body: refusal });
    expect(await tell('payment_intent.succeeded', intentOf(id), () => ({ signature: '' }))).toEqual({
      status: 400,
      body: refusal,
    });
    const old = stripe.webhook('payment_intent.succeeded', intentOf(id), minutesFromNow(-10));
    expect(await tell('', {}, () => old)).toEqual({ status: 400, body: refusal });
    expect((await checkout.payment())?.status).toBe('requires_action');
  });

  test('what it says is not believed: only how Stripe says it stands counts', async () => {
    const checkout = await open();
    await checkout.pay('challenge');
    const id = (await checkout.payment())?.providerPaymentId ?? '';
    const made = { ...intentOf(id), status: 'succeeded' };
    expect(await tell('payment_intent.succeeded', made)).toMatchObject({ status: 200 });
    expect((await checkout.payment())?.status).toBe('requires_action');
    // Another intent that claims to be that payment’s.
    const other = { id: 'pi_other', metadata: intentOf(id).metadata };
    expect(await tell('payment_intent.succeeded', other)).toEqual({ status: 200, body: { data: { heard: false } } });
  });

  test.each([
    ['of another installation', 'payment_intent.succeeded', { id: 'pi_1', metadata: { paymentId: randomUUID() } }],
    [
      'with a name that is none of ours',
      'payment_intent.succeeded',
      { id: 'pi_1', metadata: { paymentId: "' or 1=1" } },
    ],
    ['of something else', 'invoice.paid', { id: 'in_1', metadata: {} }],
  ])('an event %s is passed over', async (_, type, object) => {
    expect(await tell(type, object)).toEqual({ status: 200, body: { data: { heard: false } } });
  });

  test('a payment of the sandbox’s is none of Stripe’s', async () => {
    const checkout = await open();
    await checkout.pay('challenge');
    const payment = await checkout.payment();
    await db
      .update(payments)
      .set({ provider: 'sandbox' })
      .where(eq(payments.id, payment?.id ?? ''));
    const told = await tell('payment_intent.succeeded', intentOf(payment?.providerPaymentId));
    expect(told.body).toEqual({ data: { heard: false } });
  });

  test('where Stripe does not answer, it is asked to tell us again', async () => {
    const checkout = await open();
    await checkout.pay('challenge');
    const id = (await checkout.payment())?.providerPaymentId ?? '';
    stripe.ledger.finishChallenge(id, true);
    stripe.trouble(/GET \/v1\/payment_intents\//, '500');
    expect((await tell('payment_intent.succeeded', intentOf(id))).status).toBe(500);
    expect((await tell('payment_intent.succeeded', intentOf(id))).status).toBe(200);
    expect((await checkout.order())?.status).toBe('completed');
  });

  test('405 for anything but POST; 404 where Stripe is not set up', async () => {
    expect((await fetch(`${server.url}/v1/payment-webhooks/stripe`)).status).toBe(405);
    const elsewhere = await fetch(`${fastUrl}/v1/payment-webhooks/stripe`, { method: 'POST', body: '{}' });
    expect(elsewhere.status).toBe(404);
    expect(await elsewhere.json()).toMatchObject({
      errors: [{ message: 'Unknown path: /v1/payment-webhooks/stripe' }],
    });
  });
});
