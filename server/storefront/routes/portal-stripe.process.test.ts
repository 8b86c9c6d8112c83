/** Card updates in the portal with Stripe, against a double of Stripe's API. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { methodChanges, paymentMethods, payments } from '#db/schema/index.ts';
import { parseStartedSubscription } from '#server/billing/orders/rules/order.ts';
import { insertPortalSession } from '#server/customers/data/portal-sessions.ts';
import { newPortalSecret } from '#server/customers/portal-secret.ts';
import { toShortId } from '#server/domain/ids.ts';
import { secretHashOf } from '#server/domain/secret-hash.ts';
import { db, newMerchant, newSubscriptionSession, pay } from '#server/testing/api.ts';
import { declineRenewal } from '#server/testing/orders/past-due.ts';
import { orderOf, paymentsOf } from '#server/testing/orders/rows.ts';
import { doubleKeys } from '#server/testing/stripe/double.ts';
import { paymentToken, withStripeServer } from '#server/testing/stripe/server.ts';
import { startApiServer, type TestServer } from '#server/testing/test-servers.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import type { CardView } from '../portal/card-view.ts';

const { stripe, server, openCheckout } = withStripeServer();
/** On the same database, without Stripe's keys. */
let keyless: TestServer;

beforeAll(async () => {
  keyless = await startApiServer(databaseUrl, { pages: false, worker: false });
});
afterAll(() => keyless.close());

const email = 'buyer@example.com';

/** A subscription paid through Stripe at the checkout. */
async function bought() {
  const { merchant, sessionId, pay } = await openCheckout({
    productType: 'subscription',
    buyer: { postcode: '10115' },
  });
  expect((await pay('works')).status).toBe(200);
  return { merchant, sessionId };
}

/** A subscription paid in the sandbox. */
async function boughtInTest() {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId, { email });
  return { merchant, sessionId };
}

/** The portal of a subscription's buyer, signed in. */
async function openPortal(buy = bought) {
  const { merchant, sessionId } = await buy();
  const order = await orderOf(sessionId);
  const [payment] = await paymentsOf(sessionId);
  const secret = newPortalSecret();
  const visit = { tokenHash: secretHashOf(secret), buyerIdentity: email, expiresAt: new Date(Date.now() + 600_000) };
  await insertPortalSession(
    db,
    { store: merchant.store, environment: order.environment },
    visit,
    'emailed link',
    new Date(),
  );
  const cookie = { Cookie: `counterfoil_portal=${secret}` };
  const portal = `/${merchant.slug}/portal`;
  const path = `${portal}/orders/${toShortId('ORD', order.id)}`;
  /** Follows no redirects: the test checks the target. */
  const get = (address: string, headers: Record<string, string> = cookie) =>
    fetch(new URL(address, server.url), { headers, redirect: 'manual' });
  const send = async (body: object) => {
    const answer = await fetch(`${server.url}${path}/card`, {
      method: 'POST',
      headers: { ...cookie, 'Content-Type': 'application/json', Origin: server.url },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: an answer whose shape is what the tests look at
    return { status: answer.status, body: (await answer.json()) as any };
  };
  return {
    portal,
    path,
    order,
    cookie,
    paymentId: toShortId('PAY', payment?.id ?? ''),
    get,
    /** The card page as its script requests it. */
    async card() {
      const answer = await get(`${path}/card`, { ...cookie, Accept: 'application/json' });
      return ((await answer.json()) as { content: { view: CardView } }).content.view;
    },
    send,
    change: (behavior: string) => send({ paymentToken: paymentToken(behavior) }),
    changes: () => db.select().from(methodChanges).where(eq(methodChanges.orderId, order.id)),
    /** All methods ever saved; the current one was not replaced. */
    methods: () => db.select().from(paymentMethods).where(eq(paymentMethods.orderId, order.id)),
    payments: () => db.select().from(payments).where(eq(payments.orderId, order.id)),
  };
}

/** Completes the challenge and returns the redirect's target. */
async function answerBank(bankUrl: string, passed: 'yes' | 'no'): Promise<string> {
  const answer = await fetch(`${bankUrl}/answer?passed=${passed}`, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

describe('another card', () => {
  test('is set up at Stripe without a charge', async () => {
    const portal = await openPortal();
    expect(await portal.card()).toMatchObject({
      state: 'idle',
      provider: { kind: 'stripe', publishableKey: doubleKeys.publishableKey, currency: 'USD', savesMethod: true },
      billing: { email, country: 'DE', postcode: '10115' },
      pastDue: null,
    });
    expect(await portal.change('works')).toEqual({
      status: 200,
      body: { data: { goTo: `${portal.path}?done=card` } },
    });
    const [change] = await portal.changes();
    expect(change).toMatchObject({ provider: 'stripe', status: 'succeeded' });
    expect(stripe.ledger.objects.get(change?.providerPaymentId ?? '')).toMatchObject({
      object: 'setup_intent',
      usage: 'off_session',
      return_url: `${server.url}${portal.path}/card`,
    });
    const methods = await portal.methods();
    expect(methods).toHaveLength(2);
    expect(methods.filter(({ replacedAt }) => replacedAt === null)).toMatchObject([{ provider: 'stripe' }]);
    expect(await portal.payments()).toHaveLength(1);
  });

  test('keeps the previous card after a decline and shows the reason', async () => {
    const portal = await openPortal();
    const refused = await portal.change('decline-insufficient_funds');
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      400,
      'Your card has insufficient funds. Try another card.',
    ]);
    expect(await portal.card()).toMatchObject({ state: 'idle', lastFailure: refused.body.errors[0].message });
    expect(await portal.methods()).toMatchObject([{ replacedAt: null }]);
  });

  test('is accepted as a Stripe token only', async () => {
    const portal = await openPortal();
    const requestCount = stripe.requests.length;
    const refused = await portal.send({ cardNumber: '4242 4242 4242 4242', cardExpiry: '12 / 40', cardCvc: '123' });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'cardNumber']);
    expect(stripe.requests).toHaveLength(requestCount);
    expect(await portal.changes()).toEqual([]);
  });

  test('is polled while Stripe has no result', async () => {
    const portal = await openPortal();
    stripe.failRequests(/setup_intents\/\w+\/confirm$/, 'lostWith500');
    expect(await portal.change('works')).toEqual({ status: 200, body: { data: { goTo: null } } });
    expect(await portal.changes()).toMatchObject([{ status: 'processing' }]);
    expect(await portal.card()).toMatchObject({ state: 'idle', isDone: true, lastFailure: null });
    expect(await portal.methods()).toHaveLength(2);
  });
});

describe('the unpaid amount', () => {
  /** The renewal of a portal's subscription has just failed. */
  async function pastDue() {
    const portal = await openPortal();
    const { order } = portal;
    const [method] = await portal.methods();
    await declineRenewal(parseStartedSubscription(order), method?.id ?? null);
    return portal;
  }

  test('is charged in session, and the bank returns to the card page', async () => {
    const portal = await pastDue();
    expect(await portal.card()).toMatchObject({ pastDue: { total: '$21.42' } });
    const { goTo } = (await portal.change('later-challenge')).body.data;
    expect(goTo).toMatch(/\/bank\/pi_/);
    const charge = (await portal.payments()).find(({ status }) => status === 'requires_action');
    expect(stripe.ledger.objects.get(charge?.providerPaymentId ?? '')).toMatchObject({
      object: 'payment_intent',
      return_url: `${server.url}${portal.path}/card`,
    });
    const arrived = await portal.get(await answerBank(goTo, 'yes'));
    expect([arrived.status, arrived.headers.get('location')]).toEqual([303, `${portal.path}?done=card`]);
    expect((await portal.payments()).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  });
});

describe('without Stripe’s keys', () => {
  test('accepts no card for a Stripe subscription', async () => {
    const portal = await openPortal();
    const card = `${keyless.url}${portal.path}/card`;
    const at = (accept: string) => fetch(card, { headers: { ...portal.cookie, Accept: accept } });
    const { view } = ((await (await at('application/json')).json()) as { content: { view: CardView } }).content;
    expect(view).toMatchObject({ provider: null, billing: null });
    const shown = await (await at('text/html')).text();
    expect(shown).toContain('The card cannot be updated here right now. Contact the store.</div>');
    expect(shown).not.toContain('name="cardNumber"');
    const given = await fetch(card, {
      method: 'POST',
      headers: { ...portal.cookie, 'Content-Type': 'application/json', Origin: keyless.url },
      body: JSON.stringify({ cardNumber: '4242 4242 4242 4242', cardExpiry: '12 / 40', cardCvc: '123' }),
    });
    const { errors } = (await given.json()) as { errors: { message: string }[] };
    expect([given.status, errors[0]?.message]).toEqual([
      400,
      'The card cannot be updated here right now. Contact the store.',
    ]);
    expect(await portal.changes()).toEqual([]);
    // After the return, the form is back.
    expect((await portal.card()).provider).toMatchObject({ kind: 'stripe' });
  });
});

describe('a challenge on Stripe’s page', () => {
  test('returns to the order after success, which confirms the new card', async () => {
    const portal = await openPortal();
    const challenged = await portal.change('challenge');
    const [change] = await portal.changes();
    expect(challenged.body.data.goTo).toBe(`${stripe.url}/bank/${change?.providerPaymentId}`);
    const back = await answerBank(challenged.body.data.goTo, 'yes');
    // Stripe's query parameters. None of them is passed on.
    expect(back).toMatch(/\/card\?setup_intent=seti_\w+&setup_intent_client_secret=\w+&redirect_status=succeeded$/);
    const arrived = await portal.get(back);
    expect([arrived.status, arrived.headers.get('location')]).toEqual([303, `${portal.path}?done=card`]);
    expect(await portal.changes()).toMatchObject([{ status: 'succeeded' }]);
    expect(await portal.methods()).toHaveLength(2);
  });

  test('returns to the form after a failure, with the reason', async () => {
    const portal = await openPortal();
    const challenged = await portal.change('challenge');
    const back = await answerBank(challenged.body.data.goTo, 'no');
    const arrived = await portal.get(back);
    expect(arrived.status).toBe(200);
    expect(await arrived.text()).toContain('Your bank could not verify your identity.');
    expect(await portal.changes()).toMatchObject([{ status: 'failed', failureCode: 'authentication_failed' }]);
    expect(await portal.methods()).toHaveLength(1);
    expect((await portal.change('works')).body.data.goTo).toBe(`${portal.path}?done=card`);
  });

  test('can be resumed from the page, or replaced by another card', async () => {
    const portal = await openPortal();
    const challenged = await portal.change('challenge');
    expect(await portal.card()).toMatchObject({ state: 'challenge', bankUrl: challenged.body.data.goTo });
    expect((await portal.change('works')).body.data.goTo).toBe(`${portal.path}?done=card`);
    const left = (await portal.changes()).find(({ status }) => status === 'failed');
    expect(stripe.ledger.objects.get(left?.providerPaymentId ?? '')).toMatchObject({ status: 'canceled' });
    expect(await portal.card()).toMatchObject({ state: 'idle', bankUrl: null, isDone: true });
  });

  test('changes nothing for a signed-out visitor', async () => {
    const portal = await openPortal();
    const challenged = await portal.change('challenge');
    const back = await answerBank(challenged.body.data.goTo, 'yes');
    const requestCount = stripe.requests.length;
    const arrived = await portal.get(back, {});
    expect([arrived.status, await arrived.text()]).toEqual([200, expect.stringContaining('View your orders')]);
    expect(stripe.requests).toHaveLength(requestCount);
    expect(await portal.changes()).toMatchObject([{ status: 'requires_action' }]);
  });

  test('does not trust the result in the URL', async () => {
    const portal = await openPortal();
    await portal.change('challenge');
    const claimed = await portal.get(`${portal.path}/card?setup_intent=seti_x&redirect_status=succeeded`);
    expect(claimed.status).toBe(200);
    expect(await portal.changes()).toMatchObject([{ status: 'requires_action' }]);
    expect(await portal.methods()).toHaveLength(1);
  });
});

describe('the policy', () => {
  /** The page's policy by directive, with NONCE as the nonce. */
  async function policyOf(answer: Response) {
    const policy = answer.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    const used = [...(await answer.text()).matchAll(/<(?:script|style|link)\b[^>]* nonce="([^"]*)"/g)];
    expect(used.length).toBeGreaterThan(1);
    expect(new Set(used.map(([, name]) => name))).toEqual(new Set([nonce]));
    return { nonce, rules: policy.replaceAll(nonce, 'NONCE').split('; ') };
  }

  const ownResources = [
    "default-src 'none'",
    "script-src 'nonce-NONCE' 'strict-dynamic'",
    "style-src 'self' 'nonce-NONCE'",
    "img-src 'self' https: data:",
    'media-src https:',
    "connect-src 'self'",
    "frame-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];

  test('allows only Stripe’s documented sources on the page with its form', async () => {
    const portal = await openPortal();
    const { nonce, rules } = await policyOf(await portal.get(`${portal.path}/card`));
    expect(rules).toEqual([
      "default-src 'none'",
      "script-src 'nonce-NONCE' 'strict-dynamic' https://js.stripe.com https://*.js.stripe.com",
      "style-src 'self' 'nonce-NONCE'",
      "img-src 'self' https: data: https://*.stripe.com https://*.link.com",
      'media-src https:',
      "connect-src 'self' https://api.stripe.com https://link.com https://*.link.com",
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://link.com https://*.link.com',
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect((await policyOf(await portal.get(`${portal.path}/card`))).nonce).not.toBe(nonce);
    // The form remains below the challenge.
    await portal.change('challenge');
    expect((await policyOf(await portal.get(`${portal.path}/card`))).rules).toEqual(rules);
  });

  test('allows no Stripe sources on other pages', async () => {
    const portal = await openPortal();
    const { path, paymentId } = portal;
    const pages = ['/open', '', '/nowhere', `/receipts/${paymentId}`].map((below) => `${portal.portal}${below}`);
    for (const page of [...pages, path, `${path}/refund?payment=${paymentId}`]) {
      expect((await policyOf(await portal.get(page))).rules, page).toEqual(ownResources);
    }
    const signedOut = await portal.get(`${path}/card`, {});
    expect((await policyOf(signedOut)).rules).toEqual(ownResources);
  });

  test('allows no Stripe sources in test or without the form', async () => {
    const inTest = await openPortal(boughtInTest);
    expect((await policyOf(await inTest.get(`${inTest.path}/card`))).rules).toEqual(ownResources);
    const portal = await openPortal();
    await portal.change('processing');
    expect((await portal.card()).state).toBe('processing');
    expect((await policyOf(await portal.get(`${portal.path}/card`))).rules).toEqual(ownResources);
  });
});
