/** Payments through Stripe, from the pay endpoint to the order, with its real library and a double of its API. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { methodChanges, paymentMethods, payments } from '#db/schema/index.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { changeMethod } from '#server/billing/payment-methods/change-method.ts';
import { db } from '#server/testing/api.ts';
import { orderOf, paymentsOf } from '#server/testing/orders/rows.ts';
import { paymentToken, withStripeServer } from '#server/testing/stripe/server.ts';
import { nodeUrl } from '#server/testing/worker-servers.ts';

const { stripe, server, openCheckout, sendWebhook } = withStripeServer({ isWorker: true });

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** An open checkout: in prod through Stripe, in test through the sandbox. */
async function open(environment: 'prod' | 'test' = 'prod', trialDays?: number) {
  const checkout = await openCheckout({
    environment,
    productType: trialDays === undefined ? 'onetime' : 'subscription',
    content: trialDays ? { metadata: { trialDays } } : {},
  });
  const order = () => orderOf(checkout.sessionId);
  return { ...checkout, order, payment: async () => (await paymentsOf(checkout.sessionId)).at(-1) };
}

const intentOf = (id: string | null | undefined) => stripe.ledger.objects.get(id ?? '') ?? {};

describe('the pay step', () => {
  test('pays the order with a token from Stripe’s form', async () => {
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

  test('sends nothing of test checkouts to Stripe', async () => {
    const checkout = await open('test');
    const requestCount = stripe.requests.length;
    expect((await checkout.pay('works')).status).toBe(400);
    expect(stripe.requests).toHaveLength(requestCount);
    expect(await checkout.payment()).toBeUndefined();
  });

  test.each([
    ['insufficient_funds', 'insufficient_funds', 'Your card has insufficient funds. Try another card.'],
    ['stolen_card', 'card_declined', 'Your card was declined. Try another card, or ask your bank why.'],
  ])('a decline: %s', async (declined, responses, message) => {
    const checkout = await open();
    const answer = await checkout.pay(`decline-${declined}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ message, reason: responses, layer: 'payment' }] } });
    expect(await checkout.payment()).toMatchObject({ status: 'failed', failureCode: declined });
    expect((await checkout.order()).status).toBe('pending');
    expect(await checkout.pay('works')).toMatchObject({ status: 200, body: { data: { state: 'paid' } } });
  });

  test('saves the method of a subscription for its renewals', async () => {
    const checkout = await open('prod', 0);
    expect(await checkout.pay('works')).toMatchObject({ status: 200 });
    const order = await checkout.order();
    expect(order?.status).toBe('active');
    const savedMethods = await db.select().from(paymentMethods).where(eq(paymentMethods.orderId, order.id));
    expect(savedMethods).toMatchObject([
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

  test('saves the method of a free trial without a charge', async () => {
    const checkout = await open('prod', 14);
    expect(await checkout.pay('works')).toMatchObject({ status: 200 });
    const order = await checkout.order();
    expect(order?.status).toBe('trialing');
    expect((await checkout.payment())?.providerPaymentId).toMatch(/^seti_/);
    const savedMethods = await db.select().from(paymentMethods).where(eq(paymentMethods.orderId, order.id));
    expect(savedMethods).toMatchObject([{ provider: 'stripe', providerMethodId: expect.stringMatching(/^pm_/) }]);
  });
});

describe('3D Secure', () => {
  test('redirects to Stripe’s challenge, and applies its result once by webhook', async () => {
    const checkout = await open();
    const challenged = await checkout.pay('challenge');
    expect(challenged.body.data.state).toBe('challenge');
    const waiting = await checkout.payment();
    expect(waiting).toMatchObject({ status: 'requires_action' });
    expect(waiting?.actionUrl).toBe(`${stripe.url}/bank/${waiting?.providerPaymentId}`);
    stripe.ledger.finishChallenge(waiting?.providerPaymentId ?? '', true);
    const intent = intentOf(waiting?.providerPaymentId);
    const responses = await Promise.all([1, 2, 3].map(() => sendWebhook('payment_intent.succeeded', intent)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses[0]?.body).toEqual({ data: { applied: true } });
    expect((await checkout.order()).status).toBe('completed');
    expect(await checkout.payment()).toMatchObject({ status: 'succeeded', cardLast4: '4242', attempt: 1 });
    expect((await sendWebhook('payment_intent.succeeded', intent)).status).toBe(200);
  });

  test('declines the payment when failed', async () => {
    const checkout = await open();
    await checkout.pay('challenge');
    const id = (await checkout.payment())?.providerPaymentId ?? '';
    stripe.ledger.finishChallenge(id, false);
    await sendWebhook('payment_intent.payment_failed', intentOf(id));
    expect(await checkout.payment()).toMatchObject({ status: 'failed', failureCode: 'authentication_failed' });
    expect((await checkout.order()).status).toBe('pending');
  });
});

test('completes the order when a delayed debit succeeds', async () => {
  const checkout = await open();
  expect((await checkout.pay('processing')).body.data.state).toBe('processing');
  const id = (await checkout.payment())?.providerPaymentId ?? '';
  expect(await sendWebhook('payment_intent.processing', intentOf(id))).toMatchObject({ status: 200 });
  expect((await checkout.payment())?.status).toBe('processing');
  stripe.ledger.finishProcessing(id, true);
  await sendWebhook('payment_intent.succeeded', intentOf(id));
  expect((await checkout.order()).status).toBe('completed');
  expect(await checkout.payment()).toMatchObject({ status: 'succeeded', method: 'sepa_debit', cardLast4: '3000' });
});

describe('lost responses', () => {
  /** Makes a payment due for the worker's check. */
  const leaveAlone = async (payment: { id: string } | undefined) => {
    await db
      .update(payments)
      .set({ updatedAt: minutesFromNow(-1) })
      .where(eq(payments.id, payment?.id ?? ''));
  };

  test('closes a charge that never arrived, by the worker', async () => {
    const checkout = await open();
    stripe.failRequests(/confirm$/, '500');
    expect((await checkout.pay('works')).body.data.state).toBe('processing');
    await leaveAlone(await checkout.payment());
    await settlePayments(db, new Date());
    expect(await checkout.payment()).toMatchObject({ status: 'failed', failureCode: 'not_attempted' });
    expect(intentOf((await checkout.payment())?.providerPaymentId).status).toBe('canceled');
  });

  test('finds a succeeded charge by the worker', async () => {
    const checkout = await open();
    // The response is lost: the money is taken, but the server does not know.
    stripe.failRequests(/confirm$/, 'lostWith500');
    expect((await checkout.pay('works')).body.data.state).toBe('processing');
    await leaveAlone(await checkout.payment());
    await settlePayments(db, new Date());
    expect((await checkout.order()).status).toBe('completed');
    expect((await checkout.payment())?.status).toBe('succeeded');
  });
});

describe('a new payment method of a subscription', () => {
  test('is applied by webhook', async () => {
    const checkout = await open('prod', 0);
    await checkout.pay('works');
    const order = await checkout.order();
    const method = { kind: 'token' as const, token: paymentToken('challenge') };
    const request = {
      store: { id: order.storeId, merchantId: order.merchantId },
      order,
      method,
      returnUrl: `${server.url}/portal`,
    };
    const challenged = await changeMethod(db, request, new Date());
    expect(challenged).toMatchObject({ state: 'challenge', actionUrl: expect.stringContaining('/bank/seti_') });
    const change = async () =>
      (await db.select().from(methodChanges).where(eq(methodChanges.id, challenged.changeId)))[0];
    const id = (await change())?.providerPaymentId ?? '';
    stripe.ledger.finishChallenge(id, true);
    expect(await sendWebhook('setup_intent.succeeded', intentOf(id))).toEqual({
      status: 200,
      body: { data: { applied: true } },
    });
    expect((await change())?.status).toBe('succeeded');
    const savedMethods = await db.select().from(paymentMethods).where(eq(paymentMethods.orderId, order.id));
    expect(savedMethods.filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1);
    expect(savedMethods).toHaveLength(2);
  });
});

describe('the webhook endpoint', () => {
  test('rejects unsigned webhooks without effect', async () => {
    const checkout = await open();
    await checkout.pay('challenge');
    const id = (await checkout.payment())?.providerPaymentId ?? '';
    stripe.ledger.finishChallenge(id, true);
    const refusal = { data: null, errors: [{ message: 'Invalid signature', layer: 'payment' }] };
    const forged = await sendWebhook('payment_intent.succeeded', intentOf(id), ({ body }) => ({ body: `${body} ` }));
    expect(forged).toMatchObject({ status: 400, body: refusal });
    expect(await sendWebhook('payment_intent.succeeded', intentOf(id), () => ({ signature: '' }))).toMatchObject({
      status: 400,
      body: refusal,
    });
    const old = stripe.webhook('payment_intent.succeeded', intentOf(id), minutesFromNow(-10));
    expect(await sendWebhook('', {}, () => old)).toMatchObject({ status: 400, body: refusal });
    expect((await checkout.payment())?.status).toBe('requires_action');
  });

  test('trusts Stripe’s current state instead of the webhook’s payload', async () => {
    const checkout = await open();
    await checkout.pay('challenge');
    const id = (await checkout.payment())?.providerPaymentId ?? '';
    const succeeded = { ...intentOf(id), status: 'succeeded' };
    expect(await sendWebhook('payment_intent.succeeded', succeeded)).toMatchObject({ status: 200 });
    expect((await checkout.payment())?.status).toBe('requires_action');
    // Another intent with that payment's key in its metadata.
    const other = { id: 'pi_other', metadata: intentOf(id).metadata };
    expect(await sendWebhook('payment_intent.succeeded', other)).toEqual({
      status: 200,
      body: { data: { applied: false } },
    });
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
    expect(await sendWebhook(type, object)).toEqual({ status: 200, body: { data: { applied: false } } });
  });

  test('ignores webhooks about a sandbox payment', async () => {
    const checkout = await open();
    await checkout.pay('challenge');
    const payment = await checkout.payment();
    await db
      .update(payments)
      .set({ provider: 'sandbox' })
      .where(eq(payments.id, payment?.id ?? ''));
    const responses = await sendWebhook('payment_intent.succeeded', intentOf(payment?.providerPaymentId));
    expect(responses.body).toEqual({ data: { applied: false } });
  });

  test('rejects the webhook if Stripe does not answer, so that it is sent again', async () => {
    const checkout = await open();
    await checkout.pay('challenge');
    const id = (await checkout.payment())?.providerPaymentId ?? '';
    stripe.ledger.finishChallenge(id, true);
    stripe.failRequests(/GET \/v1\/payment_intents\//, '500');
    expect((await sendWebhook('payment_intent.succeeded', intentOf(id))).status).toBe(500);
    expect((await sendWebhook('payment_intent.succeeded', intentOf(id))).status).toBe(200);
    expect((await checkout.order()).status).toBe('completed');
  });

  test('answers 405 to other methods than POST, and 404 if Stripe is not configured', async () => {
    expect((await fetch(`${server.url}/v1/payment-webhooks/stripe`)).status).toBe(405);
    const nodeResponse = await fetch(`${nodeUrl}/v1/payment-webhooks/stripe`, { method: 'POST', body: '{}' });
    expect(nodeResponse.status).toBe(404);
    expect(await nodeResponse.json()).toMatchObject({
      errors: [{ message: 'Unknown path: /v1/payment-webhooks/stripe' }],
    });
  });
});
