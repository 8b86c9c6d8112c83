/** Every test card: the buyer's message, and the resulting payment and order. */
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { orders, paymentMethods, payments, sandboxCharges, sandboxMethods } from '#db/schema/index.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { englishVoice, voiceFor } from '#server/i18n/say.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { sandboxCards } from '#server/providers/rules/sandbox-cards.ts';
import { db, newMerchant, newSession, newSubscriptionSession, type TestMerchant } from '#server/testing/api.ts';
import { checkPayment, finishChallenge, payCheckout, quoteCheckout } from '#server/testing/orders/checkout.ts';
import { eventTypesOf, ordersOf, paymentsOf } from '#server/testing/orders/rows.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };

async function open(newOne: (merchant: TestMerchant) => Promise<{ sessionId: string }> = newSession) {
  const merchant = await newMerchant();
  const { sessionId } = await newOne(merchant);
  const address = { storeSlug: merchant.slug, sessionId };
  const { shown } = await quoteCheckout(db, address, buyer, new Date(), englishVoice);
  const order = async () => (await ordersOf(sessionId))[0];
  const attempts = () => paymentsOf(sessionId);
  return {
    merchant,
    address,
    order,
    attempts,
    /** Pays without the delays of slow cards, and with short timeouts. */
    async pay(cardNumber: string, { at = new Date(), cvc = '', limitMs = 5_000 } = {}) {
      const cardCvc = cvc || (sandboxCards[cardNumber]?.brand === 'amex' ? '1234' : '123');
      const provider = sandboxProvider(db, { wait: async () => {} });
      const form = { ...buyer, shown, cardNumber, cardExpiry: '12 / 40', cardCvc };
      return await payCheckout(db, address, form, at, { provider, limitMs, appUrl: 'https://shop.example' });
    },
    async answer(passed: boolean, at = new Date()) {
      const [waiting] = (await attempts()).filter(({ status }) => status === 'requires_action');
      return await finishChallenge(db, { ...address, paymentId: waiting?.id ?? '' }, passed, at);
    },
    types: async () => await eventTypesOf((await order())?.id ?? ''),
  };
}

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000);
const numbersOf = (kind: string) =>
  Object.entries(sandboxCards).flatMap(([number, { outcome }]) => (outcome.kind === kind ? [number] : []));
const declines = Object.entries(sandboxCards).flatMap(([number, { outcome }]) =>
  outcome.kind === 'decline' ? [[number, outcome.code] as const] : [],
);
const secret = ['lost_card', 'stolen_card', 'fraudulent'];

test.each(numbersOf('succeed'))('pays with %s', async (number) => {
  const { pay, order, attempts } = await open();
  expect(await pay(number)).toEqual({ state: 'paid' });
  expect((await order())?.status).toBe('completed');
  expect(await attempts()).toMatchObject([
    {
      status: 'succeeded',
      provider: 'sandbox',
      method: 'card',
      cardBrand: sandboxCards[number]?.brand,
      cardLast4: number.slice(-4),
      taxRateMillionths: 190_000,
      taxName: 'VAT',
      actionUrl: null,
    },
  ]);
});

test.each(declines)('declines %s as %s, and shows the buyer only what is safe to reveal', async (...given) => {
  const [number, code] = given;
  const { pay, order, attempts, types } = await open();
  const shownCode = secret.includes(code) ? 'card_declined' : code;
  await expect(pay(number)).rejects.toMatchObject({
    status: 400,
    entries: [
      { reason: shownCode, layer: 'payment', message: englishVoice.say(`declines.${shownCode as 'card_declined'}`) },
    ],
  });
  expect(await attempts()).toMatchObject([{ status: 'failed', failureCode: code }]);
  expect((await order())?.status).toBe('pending');
  expect((await types()).at(-1)).toBe('payment.failed');
  expect(await pay('4242424242424242')).toEqual({ state: 'paid' });
});

test('answers in the language of the page and stores it on the order', async () => {
  const { address, order } = await open();
  const { shown } = await quoteCheckout(db, address, buyer, new Date(), englishVoice);
  const voice = voiceFor({ language: 'de', locale: 'de-AT' });
  const form = { ...buyer, shown, cardNumber: '4000000000009995', cardExpiry: '12 / 40', cardCvc: '123' };
  await expect(payCheckout(db, address, form, new Date(), { voice })).rejects.toMatchObject({
    entries: [{ message: voice.say('declines.insufficient_funds'), reason: 'insufficient_funds' }],
  });
  expect((await order())?.language).toBe('de-AT');
});

test('rejects a token of another provider’s form at the sandbox', async () => {
  const { address, order } = await open();
  const { shown } = await quoteCheckout(db, address, buyer, new Date(), englishVoice);
  const refused = payCheckout(db, address, { ...buyer, shown, paymentToken: 'ctoken_1' }, new Date());
  await expect(refused).rejects.toMatchObject({ status: 400, path: 'cardNumber' });
  expect(await order()).toBeUndefined();
});

test('declines a security code of the wrong length for the brand', async () => {
  const { pay } = await open();
  const refusal = { entries: [{ reason: 'incorrect_cvc' }] };
  await expect(pay('378282246310005', { cvc: '123' })).rejects.toMatchObject(refusal);
  await expect(pay('4242424242424242', { cvc: '1234' })).rejects.toMatchObject(refusal);
});

describe('3D Secure', () => {
  test('4000 0027 6000 3184 opens a challenge on the checkout’s own page and pays once passed', async () => {
    const { pay, answer, order, attempts, address, types } = await open();
    expect(await pay('4000002760003184')).toEqual({ state: 'challenge' });
    const [waiting] = await attempts();
    expect(waiting).toMatchObject({
      status: 'requires_action',
      actionUrl: `/${address.storeSlug}/checkout/${address.sessionId}/challenge/${waiting?.id}`,
    });
    expect(await answer(true)).toEqual({ state: 'paid' });
    expect((await order())?.status).toBe('completed');
    expect(await types()).toEqual(['order.created', 'payment.requires_action', 'payment.resumed', 'order.completed']);
    expect(await attempts()).toMatchObject([{ status: 'succeeded', actionUrl: null }]);
  });

  test.each([
    ['4000002760003184', false, 'authentication_failed'],
    ['4000008400001280', true, 'authentication_failed'],
    ['4000008400001280', false, 'authentication_failed'],
    ['4000008400001629', true, 'card_declined'],
    ['4000008400001629', false, 'authentication_failed'],
  ])('ends %s, passed %s, as %s', async (number, passed, reason) => {
    const { pay, answer, order, attempts } = await open();
    await pay(number);
    await expect(answer(passed)).rejects.toMatchObject({ status: 400, entries: [{ reason }] });
    expect(await attempts()).toMatchObject([{ status: 'failed', failureCode: reason }]);
    expect((await order())?.status).toBe('pending');
    expect(await pay('4242424242424242')).toEqual({ state: 'paid' });
  });

  test('4000 0099 0000 1002 never gets an answer and fails after two minutes', async () => {
    const { pay, answer, attempts, address } = await open();
    await pay('4000009900001002');
    expect(await answer(true)).toEqual({ state: 'challenge' });
    expect(await checkPayment(db, address, secondsFromNow(100))).toMatchObject({ status: 'requires_action' });
    expect(await checkPayment(db, address, secondsFromNow(130))).toMatchObject({
      status: 'failed',
      failureCode: 'authentication_abandoned',
    });
    expect(await pay('4242424242424242')).toEqual({ state: 'paid' });
    expect((await attempts()).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });
});

test('4000 0099 0000 2000 pays after a delay that holds no database connection', async () => {
  const { merchant, address } = await open();
  const { shown } = await quoteCheckout(db, address, buyer, new Date(), englishVoice);
  const waited: number[] = [];
  // With a single connection, holding it or a lock during the delay would deadlock.
  const single = openDatabase(databaseUrl, { max: 1 });
  const provider = sandboxProvider(single.db, {
    async wait(delayMs) {
      waited.push(delayMs);
      const [row] = await single.db
        .select()
        .from(orders)
        .where(and(eq(orders.checkoutSessionId, address.sessionId), eq(orders.merchantId, merchant.id)))
        .for('update', { noWait: true });
      expect(row?.status).toBe('pending');
    },
  });
  const form = { ...buyer, shown, cardNumber: '4000009900002000', cardExpiry: '12 / 40', cardCvc: '123' };
  expect(await payCheckout(single.db, address, form, new Date(), { provider })).toEqual({ state: 'paid' });
  await single.close();
  expect(waited).toEqual([4000]);
});

test('4000 0099 0000 3008 is charged without a response, and settled by the worker', async () => {
  const { pay, order, attempts } = await open();
  expect(await pay('4000009900003008', { limitMs: 50 })).toEqual({ state: 'processing' });
  await expect(pay('4242424242424242')).rejects.toMatchObject({ status: 409 });
  await db
    .update(payments)
    .set({ updatedAt: secondsFromNow(-60) })
    .where(eq(payments.id, (await attempts())[0]?.id ?? ''));
  await settlePayments(db, new Date());
  expect((await order())?.status).toBe('completed');
  expect(await attempts()).toMatchObject([{ status: 'succeeded', cardLast4: '3008' }]);
});

describe.each([
  ['4000009900004006', 'succeeded', 'completed', null],
  ['4000009900005003', 'failed', 'pending', 'payment_failed'],
] as const)('%s is accepted, and 20 seconds later has %s', (number, status, orderStatus, failureCode) => {
  test('is reported to the polling page', async () => {
    const { pay, order, address, types } = await open();
    expect(await pay(number)).toEqual({ state: 'processing' });
    expect(await checkPayment(db, address, secondsFromNow(15))).toMatchObject({ status: 'processing' });
    await expect(pay('4242424242424242')).rejects.toMatchObject({ status: 409 });
    expect(await checkPayment(db, address, secondsFromNow(25))).toMatchObject({ status, failureCode });
    expect((await order())?.status).toBe(orderStatus);
    expect((await types()).filter((type) => type === 'payment.pending')).toHaveLength(1);
  });

  test('is settled by the worker, without closing the charge early', async () => {
    const { pay, order, attempts, types } = await open();
    await pay(number);
    const [payment] = await attempts();
    const age = (table: { updatedAt: Date }) =>
      db
        .update(payments)
        .set(table)
        .where(eq(payments.id, payment?.id ?? ''));
    await age({ updatedAt: secondsFromNow(-3000) });
    await settlePayments(db, new Date());
    expect(await attempts()).toMatchObject([{ status: 'processing' }]);
    // After a check without result, the payment is left alone for a while.
    await age({ updatedAt: secondsFromNow(-3000) });
    await db
      .update(sandboxCharges)
      .set({ settlesAt: secondsFromNow(-1) })
      .where(eq(sandboxCharges.key, payment?.id ?? ''));
    await settlePayments(db, new Date());
    expect(await attempts()).toMatchObject([{ status, failureCode }]);
    expect((await order())?.status).toBe(orderStatus);
    expect((await types()).filter((type) => type === 'payment.pending')).toHaveLength(1);
  });
});

describe('saving the card of a subscription’s first payment', () => {
  const savedMethods = async (orderId: string) =>
    await db.select().from(paymentMethods).where(eq(paymentMethods.orderId, orderId));

  test.each([
    ['4242424242424242', undefined],
    ['4000002760003184', true],
    ['4000000000000341', undefined],
  ])('%s', async (number, answer) => {
    const checkout = await open(newSubscriptionSession);
    await checkout.pay(number);
    if (answer !== undefined) await checkout.answer(answer);
    const order = await checkout.order();
    expect(order?.status).toBe('active');
    const [method, ...others] = await savedMethods(order?.id ?? '');
    expect(others).toEqual([]);
    expect(method).toMatchObject({
      provider: 'sandbox',
      providerMethodId: expect.stringMatching(/^sandbox_method_[0-9a-f]{32}$/),
      type: 'card',
      cardBrand: 'visa',
      cardLast4: number.slice(-4),
      expiryMonth: 12,
      expiryYear: 2040,
      replacedAt: null,
    });
    const [stored] = await db
      .select()
      .from(sandboxMethods)
      .where(eq(sandboxMethods.id, method?.providerMethodId ?? ''));
    expect(stored).toMatchObject({ number, expiryMonth: 12, expiryYear: 2040 });
  });

  test('saves the card of a free trial, but not of a one-time or declined payment', async () => {
    const trial = await open((merchant) => newSubscriptionSession(merchant, {}, { metadata: { trialDays: 14 } }));
    await trial.pay('4242424242424242');
    expect(await trial.attempts()).toMatchObject([{ amountMinor: 0, status: 'succeeded' }]);
    expect(await savedMethods((await trial.order())?.id ?? '')).toMatchObject([{ cardLast4: '4242' }]);
    const once = await open();
    await once.pay('4242424242424242');
    expect(await savedMethods((await once.order())?.id ?? '')).toEqual([]);
    const declined = await open(newSubscriptionSession);
    await expect(declined.pay('4000000000000002')).rejects.toThrow(/declined/);
    expect(await savedMethods((await declined.order())?.id ?? '')).toEqual([]);
  });
});
