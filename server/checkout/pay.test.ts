import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkoutSessions, orders, payments, sandboxCharges, stores } from '#db/schema/index.ts';
import type { Admit } from '#server/billing/card-testing/admit.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { db, newMerchant, newSession, pay, type TestMerchant } from '#server/testing/api.ts';
import { raceForLock } from '#server/testing/databases/locks.ts';
import { finishChallenge, payCheckout, quoteCheckout, readCheckout } from '#server/testing/orders/checkout.ts';
import { eventsOf, orderOf, ordersOf, paymentsOf } from '#server/testing/orders/rows.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const view = (merchant: TestMerchant, sessionId: string) =>
  readCheckout(db, { storeSlug: merchant.slug, sessionId }, new Date(), englishVoice);
const challengeCard = { cardNumber: '4000 0027 6000 3184' };

async function open(fields: Record<string, unknown> = {}) {
  const merchant = await newMerchant();
  const { sessionId, productId } = await newSession(merchant, fields);
  return { merchant, sessionId, productId, pay: (form: Record<string, string> = {}) => pay(merchant, sessionId, form) };
}

test('completes the order with 4242 4242 4242 4242, and records the payment and each event', async () => {
  const { merchant, sessionId, pay } = await open({
    successUrl: 'https://example.com/thanks?from=shop%20one&t={ID}#top',
  });
  expect(await pay()).toEqual({ state: 'paid' });
  const order = await orderOf(sessionId);
  expect(order).toMatchObject({
    status: 'completed',
    subtotalMinor: 2900,
    taxMinor: 551,
    totalMinor: 3451,
    buyerEmail: 'buyer@example.com',
    completedAt: expect.any(Date),
  });
  expect(await paymentsOf(sessionId)).toMatchObject([
    { status: 'succeeded', amountMinor: 3451, taxMinor: 551, cardBrand: 'visa', cardLast4: '4242' },
  ]);
  const recorded = await eventsOf(order.id);
  expect(recorded.map(({ type, sequence }) => `${sequence} ${type}`)).toEqual(['1 order.created', '2 order.completed']);
  expect(await view(merchant, sessionId)).toMatchObject({
    state: 'paid',
    receipt: { subtotal: '$29.00', taxName: 'VAT 19%', tax: '$5.51', total: '$34.51', method: { last4: '4242' } },
  });
  const returnUrl = new URL((await view(merchant, sessionId))?.returnUrl ?? '');
  expect((await view(merchant, sessionId))?.returnUrl).toMatch(
    /^https:\/\/example\.com\/thanks\?from=shop%20one&t=\{ID\}&orderId=ORD_\w{22}&sessionId=[0-9a-f-]{36}#top$/,
  );
  expect(returnUrl.searchParams.get('orderId')).toMatch(/^ORD_/);
  expect(returnUrl.searchParams.get('sessionId')).toBe(sessionId);
});

test.each([
  ['4000 0000 0000 0002', 'card_declined', /declined/],
  ['4000 0000 0000 9995', 'insufficient_funds', /insufficient funds/],
  ['4000 0000 0000 0069', 'expired_card', /expired/],
])('declines %s as %s, and accepts another card', async (cardNumber, code, sentence) => {
  const { sessionId, pay } = await open();
  await expect(pay({ cardNumber })).rejects.toMatchObject({
    status: 400,
    entries: [{ message: expect.stringMatching(sentence), reason: code, layer: 'payment' }],
  });
  expect((await orderOf(sessionId)).status).toBe('pending');
  expect(await pay()).toEqual({ state: 'paid' });
  expect((await paymentsOf(sessionId)).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
});

test('rejects any other number before storing anything, without repeating it', async () => {
  const { sessionId, pay } = await open();
  const real = '4111 1111 1111 1111';
  const refusal = await pay({ cardNumber: real }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 400, path: 'cardNumber' });
  expect(JSON.stringify(refusal)).not.toContain('1111 1111');
  expect(await ordersOf(sessionId)).toEqual([]);
});

test.each([
  [{ email: 'nobody' }, 'email'],
  [{ country: '' }, 'country'],
  [{ country: 'US' }, 'state'],
  [{ country: 'CA', state: 'ZZ' }, 'state'],
  [{ postcode: 'x'.repeat(17) }, 'postcode'],
  [{ cardNumber: '4242' }, 'cardNumber'],
  [{ cardExpiry: '13 / 40' }, 'cardExpiry'],
  [{ cardExpiry: '01 / 20' }, 'cardExpiry'],
  [{ cardCvc: '12' }, 'cardCvc'],
])('rejects %j at field %s without side effects', async (form, path) => {
  const { sessionId, pay } = await open();
  await expect(pay(form as Record<string, string>)).rejects.toMatchObject({ status: 400, path });
  expect(await ordersOf(sessionId)).toEqual([]);
});

test('charges once and completes one order from twenty concurrent tabs', async () => {
  const { sessionId, pay } = await open();
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => pay()));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const attempts = await paymentsOf(sessionId);
  expect(attempts.map(({ status }) => status)).toEqual(['succeeded']);
  expect(
    await db
      .select()
      .from(sandboxCharges)
      .where(eq(sandboxCharges.key, attempts[0]?.id ?? '')),
  ).toHaveLength(1);
});

test('counts an attempt only for a complete form with a test card, by the session’s ID', async () => {
  const { merchant, sessionId } = await open();
  const counted: string[] = [];
  const admit: Admit = async ({ ownerId }) => {
    counted.push(ownerId);
    throw new Error('not now');
  };
  const form = { email: 'buyer@example.com', country: 'DE', cardExpiry: '12 / 40', cardCvc: '123' };
  for (const [id, cardNumber] of [
    [sessionId, '4242'],
    [sessionId, '4111 1111 1111 1111'],
    [sessionId.toUpperCase(), '4000 0000 0000 0002'],
    [sessionId, '4000 0000 0000 0002'],
  ]) {
    const address = { storeSlug: merchant.slug, sessionId: id ?? '' };
    await expect(payCheckout(db, address, { ...form, cardNumber }, new Date(), { admit })).rejects.toThrow();
  }
  expect(counted).toEqual([sessionId, sessionId]);
});

test('rejects a second payment of a paid session', async () => {
  const { sessionId, pay } = await open();
  await pay();
  await expect(pay()).rejects.toThrow('already been paid');
  expect(await paymentsOf(sessionId)).toHaveLength(1);
});

describe('tax', () => {
  const charged = async (sessionId: string) => (await paymentsOf(sessionId)).map(({ amountMinor }) => amountMinor);

  test('updates the pending order and the charge to the typed address', async () => {
    const { merchant, sessionId, pay } = await open();
    const billingDetail = { country: 'DE', isBusiness: false };
    await merchant.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail });
    expect(await orderOf(sessionId)).toMatchObject({ totalMinor: 3451, taxName: 'VAT' });
    await pay({ country: 'US', state: 'OR' });
    expect(await orderOf(sessionId)).toMatchObject({
      subtotalMinor: 2900,
      taxMinor: 0,
      totalMinor: 2900,
      taxRateMillionths: 0,
      taxName: null,
      billingDetail: { country: 'US', state: 'OR' },
    });
    expect(await charged(sessionId)).toEqual([2900]);
  });

  test('keeps a business that the merchant has specified, which accounts for the tax itself', async () => {
    const { merchant, sessionId, pay } = await open();
    const billingDetail = { country: 'DE', isBusiness: true, businessName: 'Kaffee GmbH', taxId: 'DE136695976' };
    await merchant.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail });
    expect(await view(merchant, sessionId)).toMatchObject({
      quote: { total: '$29.00', taxName: 'VAT, reverse charge' },
    });
    await pay();
    expect(await orderOf(sessionId)).toMatchObject({ totalMinor: 2900, taxName: 'VAT, reverse charge', billingDetail });
    expect(await charged(sessionId)).toEqual([2900]);
  });

  test.each([
    ['another amount', { totalMinor: 2900, renewalMinor: null }],
    ['no amount', undefined],
    ['nonsense', { totalMinor: '3451', renewalMinor: null }],
  ])('throws 409 with the total if the page showed %s, without side effects', async (_, shown) => {
    const { merchant, sessionId } = await open();
    const card = { cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' };
    const form = { email: 'buyer@example.com', country: 'DE', ...card, shown };
    await expect(payCheckout(db, { storeSlug: merchant.slug, sessionId }, form, new Date())).rejects.toMatchObject({
      status: 409,
      entries: [
        {
          message: 'The total is now $34.51. You have not been charged. Review it, then pay.',
          layer: 'payment',
          reason: 'total_changed',
        },
      ],
    });
    expect(await ordersOf(sessionId)).toEqual([]);
  });

  test('is shown for the typed address once that is complete', async () => {
    const { merchant, sessionId } = await open();
    const quote = (country: string, state = '') =>
      quoteCheckout(
        db,
        { storeSlug: merchant.slug, sessionId },
        { email: '', country, state, postcode: '' },
        new Date(),
        englishVoice,
      );
    expect(await quote('')).toMatchObject({ subtotal: '$29.00', taxName: 'Tax', tax: null, total: '$29.00' });
    expect(await quote('US')).toMatchObject({ tax: null, total: '$29.00' });
    expect(await quote('US', 'NY')).toMatchObject({ taxName: 'Sales tax 4%', tax: '$1.16', total: '$30.16' });
    expect(await quote('DE')).toMatchObject({
      subtotal: '$29.00',
      taxName: 'VAT 19%',
      tax: '$5.51',
      total: '$34.51',
      renewal: null,
      shown: { totalMinor: 3451, renewalMinor: null },
    });
    expect(await ordersOf(sessionId)).toEqual([]);
  });

  test('is part of a tax-inclusive price', async () => {
    const { merchant, sessionId, pay } = await open({ priceSnapshot: { amount: '29.00', taxIncluded: true } });
    await pay();
    expect(await orderOf(sessionId)).toMatchObject({ subtotalMinor: 2437, taxMinor: 463, totalMinor: 2900 });
    expect(await view(merchant, sessionId)).toMatchObject({ receipt: { tax: '$4.63', total: '$29.00' } });
  });
});

describe('3D Secure', () => {
  const address = async (merchant: TestMerchant, sessionId: string) => {
    const waiting = (await paymentsOf(sessionId)).find(({ status }) => status === 'requires_action');
    return { storeSlug: merchant.slug, sessionId, paymentId: waiting?.id ?? '' };
  };

  test('pays once when passed, even if answered repeatedly', async () => {
    const { merchant, sessionId, pay } = await open();
    expect(await pay(challengeCard)).toEqual({ state: 'challenge' });
    expect(await view(merchant, sessionId)).toMatchObject({
      state: 'challenge',
      challengePath: expect.stringContaining('/challenge/'),
    });
    const at = await address(merchant, sessionId);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => finishChallenge(db, at, true, new Date())),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await orderOf(sessionId)).status).toBe('completed');
  });

  test('declines the payment when failed, and accepts another card', async () => {
    const { merchant, sessionId, pay } = await open();
    await pay(challengeCard);
    await expect(finishChallenge(db, await address(merchant, sessionId), false, new Date())).rejects.toMatchObject({
      entries: [{ reason: 'authentication_failed' }],
    });
    expect(await pay()).toEqual({ state: 'paid' });
  });

  test('has no effect after another card was tried', async () => {
    const { merchant, sessionId, pay } = await open();
    await pay(challengeCard);
    const old = await address(merchant, sessionId);
    expect(await pay()).toEqual({ state: 'paid' });
    await expect(finishChallenge(db, old, true, new Date())).rejects.toMatchObject({ status: 400 });
    expect((await paymentsOf(sessionId)).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  test('cannot be answered from another session', async () => {
    const [one, two] = [await open(), await open()];
    await one.pay(challengeCard);
    const { paymentId } = await address(one.merchant, one.sessionId);
    const otherSession = { storeSlug: two.merchant.slug, sessionId: two.sessionId, paymentId };
    await expect(finishChallenge(db, otherSession, true, new Date())).rejects.toMatchObject({ status: 400 });
  });
});

describe('a session that cannot be paid', () => {
  test('rejects an expired session', async () => {
    const { merchant, sessionId, pay } = await open();
    await db.update(checkoutSessions).set({ expiresAt: new Date() }).where(eq(checkoutSessions.id, sessionId));
    await expect(pay()).rejects.toThrow('This checkout has expired');
    expect(await view(merchant, sessionId)).toMatchObject({ state: 'expired' });
    expect(await ordersOf(sessionId)).toEqual([]);
  });

  test('rejects a session of an inactive store', async () => {
    const { merchant, sessionId, pay } = await open();
    await db.update(stores).set({ status: 'inactive' }).where(eq(stores.id, merchant.store.id));
    await expect(pay()).rejects.toThrow('not accepting payments');
    expect(await view(merchant, sessionId)).toMatchObject({ state: 'unavailable' });
  });

  test('rejects a product that is no longer on sale, unless the order existed before', async () => {
    const { merchant, sessionId, productId, pay } = await open();
    const offSale = () => merchant.call('onetime-product/update-status', { id: productId, status: 'inactive' });
    await offSale();
    await expect(pay()).rejects.toThrow('not available right now');
    expect(await view(merchant, sessionId)).toMatchObject({ state: 'unavailable' });
    expect(await ordersOf(sessionId)).toEqual([]);
    await merchant.call('onetime-product/update-status', { id: productId, status: 'active' });
    const billingDetail = { country: 'DE', isBusiness: false };
    await merchant.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail });
    await offSale();
    expect(await pay()).toEqual({ state: 'paid' });
  });

  test('rejects a session at another store’s address', async () => {
    const [one, two] = [await open(), await open()];
    await expect(pay(two.merchant, one.sessionId)).rejects.toMatchObject({ status: 404 });
    await expect(view(two.merchant, one.sessionId)).rejects.toMatchObject({ status: 404 });
  });
});

describe('kill -9 in the middle of paying', () => {
  test.each([
    ['before', 'failed', 'pending'],
    ['after', 'succeeded', 'completed'],
  ] as const)('%s the charge: the worker settles it as %s', async (when, paymentStatus, orderStatus) => {
    const { merchant, sessionId, pay } = await open();
    const child = spawn(process.execPath, [
      'server/testing/crashes/die-while-paying.ts',
      databaseUrl,
      merchant.slug,
      sessionId,
      when,
    ]);
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect((await paymentsOf(sessionId)).map(({ status }) => status)).toEqual(['processing']);
    expect(await view(merchant, sessionId)).toMatchObject({ state: 'processing' });
    await expect(pay()).rejects.toThrow('already being processed');
    await db
      .update(payments)
      .set({ updatedAt: new Date(Date.now() - 60_000) })
      .where(eq(payments.id, (await paymentsOf(sessionId))[0]?.id ?? ''));
    await settlePayments(db, new Date());
    expect((await paymentsOf(sessionId)).map(({ status }) => status)).toEqual([paymentStatus]);
    expect((await orderOf(sessionId)).status).toBe(orderStatus);
    if (when === 'before') expect(await pay()).toEqual({ state: 'paid' });
    expect((await paymentsOf(sessionId)).filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });
});

test('reads a consistent page while the payment completes', async () => {
  const { merchant, sessionId, pay } = await open();
  await pay({ cardNumber: '4000 0099 0000 4006' });
  const [payment] = await paymentsOf(sessionId);
  const shown = await raceForLock(
    async (tx) => {
      // A reader of the order now sees the payments after both have changed.
      await tx.execute(sql`lock table payments`);
      const now = new Date();
      await tx
        .update(payments)
        .set({ status: 'succeeded' })
        .where(eq(payments.id, payment?.id ?? ''));
      await tx
        .update(orders)
        .set({ status: 'completed', completedAt: now })
        .where(eq(orders.id, payment?.orderId ?? ''));
    },
    () => view(merchant, sessionId),
  );
  // Never the form: the money is in flight or has arrived.
  expect(['processing', 'paid']).toContain(shown?.state);
  expect((await view(merchant, sessionId))?.state).toBe('paid');
});
