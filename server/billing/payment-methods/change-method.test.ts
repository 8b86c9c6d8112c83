import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { methodChanges, orders, paymentMethods } from '#db/schema/index.ts';
import type { PaymentMethod, PaymentProvider } from '#server/providers/payments/provider.ts';
import { answerChallenge, sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db, newMerchant, newSession, newSubscriptionSession, pay } from '#server/testing/api.ts';
import { undecided, undecidedFor } from '#server/testing/crashes/undecided-sandbox.ts';
import { inStatus } from '#server/testing/orders/order-status.ts';
import { eventTypesOf, orderOf } from '#server/testing/orders/rows.ts';
import { settlePayments } from '../jobs/settle-payments.ts';
import { changeMethod, checkMethodChange, finishMethodChallenge, type MethodChangeOptions } from './change-method.ts';
import { findLatestChange, findMethodInUse } from './payment-methods.ts';

const challengeCard = '4000002760003184';
const cardOf = (number: string): PaymentMethod => ({
  kind: 'card',
  card: { number, expiryMonth: 11, expiryYear: 2041, cvc: '123' },
});
const sandbox = sandboxProvider(db);

/** An active subscription, paid with card 4242. */
async function activeSubscription() {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  const order = await orderOf(sessionId);
  const returnUrl = `https://shop.example/${merchant.slug}/portal/orders/${order.id}/card`;
  const given = { store: merchant.store, order, returnUrl };
  return {
    merchant,
    order,
    given,
    change: (number: string, options: MethodChangeOptions = {}, at = new Date()) =>
      changeMethod(db, { ...given, method: cardOf(number) }, at, options),
    latest: async () => {
      const change = await findLatestChange(db, order);
      if (!change) throw new Error('nobody has tried');
      return change;
    },
    last4InUse: async () => (await findMethodInUse(db, order))?.cardLast4,
    methods: async () =>
      await db
        .select()
        .from(paymentMethods)
        .where(eq(paymentMethods.orderId, order.id))
        .orderBy(paymentMethods.createdAt, paymentMethods.id),
    types: async () => (await eventTypesOf(order.id)).filter((type) => type.startsWith('payment_method.')),
  };
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
const age = async ({ id }: { id: string }, at: Date) =>
  await db.update(methodChanges).set({ updatedAt: at, createdAt: at }).where(eq(methodChanges.id, id));

test('replaces the card without a charge, and keeps the old one as replaced', async () => {
  const { change, methods, types, order } = await activeSubscription();
  expect(await change('5555555555554444')).toMatchObject({ state: 'changed', actionUrl: null });
  expect(await methods()).toMatchObject([
    { cardLast4: '4242', replacedAt: expect.any(Date) },
    { cardBrand: 'mastercard', cardLast4: '4444', expiryMonth: 11, expiryYear: 2041, replacedAt: null },
  ]);
  expect(await types()).toEqual(['payment_method.change_started', 'payment_method.changed']);
  const [after] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect(after).toMatchObject({ status: 'active', currentPeriodEnd: order.currentPeriodEnd });
});

test.each([
  ['4000000000000002', 'card_declined'],
  ['4000000000009987', 'card_declined'],
  ['4000000000009995', 'insufficient_funds'],
])('declines %s as %s, and keeps the old card', async (number, reason) => {
  const { change, last4InUse, types } = await activeSubscription();
  await expect(change(number)).rejects.toMatchObject({ status: 400, entries: [{ reason }] });
  expect(await last4InUse()).toBe('4242');
  expect(await types()).toEqual(['payment_method.change_started', 'payment_method.change_failed']);
  expect(await change('5555555555554444')).toMatchObject({ state: 'changed' });
});

test('rejects a number that is no test card at its field, and starts no change', async () => {
  const { change, types } = await activeSubscription();
  await expect(change('4111111111111111')).rejects.toMatchObject({ path: 'cardNumber' });
  expect(await types()).toEqual([]);
});

describe('a 3D Secure challenge', () => {
  test('puts the card in use when passed', async () => {
    const { change, given, last4InUse, merchant, order } = await activeSubscription();
    const { state, changeId, actionUrl } = await change(challengeCard);
    expect([state, actionUrl]).toEqual([
      'challenge',
      `/${merchant.slug}/portal/orders/${order.id}/card/challenge/${changeId}`,
    ]);
    expect(await last4InUse()).toBe('4242');
    const finished = await finishMethodChallenge(db, { ...given, changeId }, true, new Date());
    expect(finished).toMatchObject({ state: 'changed' });
    expect(await last4InUse()).toBe('3184');
    await expect(finishMethodChallenge(db, { ...given, changeId }, true, new Date())).rejects.toMatchObject({
      status: 400,
    });
  });

  test('keeps the old card when failed', async () => {
    const { change, given, last4InUse } = await activeSubscription();
    const { changeId } = await change(challengeCard);
    await expect(finishMethodChallenge(db, { ...given, changeId }, false, new Date())).rejects.toMatchObject({
      entries: [{ reason: 'authentication_failed' }],
    });
    expect(await last4InUse()).toBe('4242');
  });

  test('ends when another card is tried', async () => {
    const { change, given, last4InUse } = await activeSubscription();
    const { changeId } = await change(challengeCard);
    expect(await change('5555555555554444')).toMatchObject({ state: 'changed' });
    await expect(finishMethodChallenge(db, { ...given, changeId }, true, new Date())).rejects.toMatchObject({
      status: 400,
    });
    expect(await answerChallenge(db, changeId, true, new Date())).toMatchObject({ status: 'failed' });
    expect(await last4InUse()).toBe('4444');
  });

  test('cannot be answered from another subscription or store', async () => {
    const [one, two] = [await activeSubscription(), await activeSubscription()];
    const { changeId } = await one.change(challengeCard);
    for (const given of [
      two.given,
      { ...one.given, store: two.merchant.store },
      { ...two.given, store: one.given.store },
    ]) {
      await expect(finishMethodChallenge(db, { ...given, changeId }, true, new Date())).rejects.toThrow(
        'no longer needs confirmation',
      );
    }
    const nonsense = { ...one.given, changeId: 'nonsense' };
    await expect(finishMethodChallenge(db, nonsense, true, new Date())).rejects.toThrow('no longer needs confirmation');
  });

  test('changes the method once when return, webhook, page and worker run concurrently', async () => {
    const { change, given, latest, last4InUse, types } = await activeSubscription();
    const { changeId } = await change(challengeCard);
    await answerChallenge(db, changeId, true, new Date());
    await age(await latest(), secondsAgo(3700));
    const row = await latest();
    await Promise.allSettled([
      ...Array.from({ length: 6 }, () => checkMethodChange(db, row, new Date())),
      finishMethodChallenge(db, { ...given, changeId }, true, new Date()),
      settlePayments(db, new Date()),
    ]);
    expect(await latest()).toMatchObject({ status: 'succeeded' });
    expect(await last4InUse()).toBe('3184');
    expect(await types()).toEqual(['payment_method.change_started', 'payment_method.changed']);
  });

  test('is closed after an hour if the buyer does not return', async () => {
    const { change, latest, last4InUse } = await activeSubscription();
    const { changeId } = await change(challengeCard);
    await age(await latest(), secondsAgo(3700));
    await settlePayments(db, new Date());
    expect(await latest()).toMatchObject({ status: 'failed', failureCode: 'authentication_abandoned' });
    expect(await answerChallenge(db, changeId, true, new Date())).toMatchObject({ status: 'failed' });
    expect(await last4InUse()).toBe('4242');
  });
});

describe('a lost outcome', () => {
  const broken: PaymentProvider = {
    ...sandbox,
    async charge(...given) {
      await sandbox.charge(...given);
      throw new Error('the line broke');
    },
  };
  const lost: PaymentProvider = { ...sandbox, charge: () => new Promise(() => {}) };

  test('is found by the next check', async () => {
    const { change, latest, last4InUse } = await activeSubscription();
    expect(await change('5555555555554444', { provider: broken })).toMatchObject({ state: 'processing' });
    await expect(change('378282246310005')).rejects.toMatchObject({ status: 409 });
    expect(await checkMethodChange(db, await latest(), new Date())).toMatchObject({ status: 'succeeded' });
    expect(await last4InUse()).toBe('4444');
  });

  test('is found by the worker', async () => {
    const { change, latest, last4InUse } = await activeSubscription();
    await change('5555555555554444', { provider: broken });
    await age(await latest(), secondsAgo(40));
    await settlePayments(db, new Date());
    expect(await latest()).toMatchObject({ status: 'succeeded' });
    expect(await last4InUse()).toBe('4444');
  });

  test('is closed only by the worker if the charge never arrived', async () => {
    const { change, latest, last4InUse } = await activeSubscription();
    expect(await change('5555555555554444', { provider: lost, limitMs: 10 })).toMatchObject({ state: 'processing' });
    expect(await checkMethodChange(db, await latest(), new Date())).toMatchObject({ status: 'processing' });
    await age(await latest(), secondsAgo(40));
    await settlePayments(db, new Date());
    expect(await latest()).toMatchObject({ status: 'failed', failureCode: 'not_attempted' });
    expect(await last4InUse()).toBe('4242');
  });

  test('is checked until the bank decides', async () => {
    const { change, latest, last4InUse } = await activeSubscription();
    expect(await change('4000009900004006')).toMatchObject({ state: 'processing' });
    const later = new Date(Date.now() + 25_000);
    expect(await checkMethodChange(db, await latest(), new Date())).toMatchObject({ status: 'processing' });
    expect(await checkMethodChange(db, await latest(), later)).toMatchObject({ status: 'succeeded' });
    expect(await last4InUse()).toBe('4006');
  });
});

test('closes an undecided change after an hour, so that another card can be tried', async () => {
  const { change, latest } = await activeSubscription();
  await change(challengeCard, { provider: undecided });
  const { id } = await latest();
  const providerOf = () => undecidedFor(id);
  await age({ id }, secondsAgo(3000));
  await settlePayments(db, new Date(), { providerOf });
  expect(await latest()).toMatchObject({ status: 'processing' });
  await age({ id }, secondsAgo(3700));
  await settlePayments(db, new Date(), { providerOf });
  expect(await latest()).toMatchObject({ status: 'failed', failureCode: 'authentication_abandoned' });
  expect(await change('5555555555554444')).toMatchObject({ state: 'changed' });
});

test('leaves one method in use and no open attempt after ten concurrent changes', async () => {
  const { change, methods, order } = await activeSubscription();
  const numbers = ['5555555555554444', '6011111111111117', '3566002020360505', '6200000000000005', '4242424242424242'];
  const results = await Promise.allSettled([...numbers, ...numbers].map((number) => change(number)));
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 });
  expect((await methods()).filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1);
  const open = await db.select().from(methodChanges).where(eq(methodChanges.orderId, order.id));
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['succeeded']));
});

describe('eligible subscriptions', () => {
  test.each(['trialing', 'past_due', 'canceling'] as const)(
    'accepts a new card for a %s subscription',
    async (status) => {
      const { change, order } = await activeSubscription();
      await db.update(orders).set(inStatus(status)).where(eq(orders.id, order.id));
      expect(await change('5555555555554444')).toMatchObject({ state: 'changed' });
    },
  );

  test.each(['pending', 'canceled', 'expired'] as const)('rejects a new card for a %s subscription', async (status) => {
    const { change, order, types } = await activeSubscription();
    await db.update(orders).set(inStatus(status)).where(eq(orders.id, order.id));
    await expect(change('5555555555554444')).rejects.toMatchObject({ status: 400 });
    expect(await types()).toEqual([]);
  });

  test('rejects one-time orders, and orders of other stores and environments', async () => {
    const { given, merchant } = await activeSubscription();
    const { sessionId } = await newSession(merchant);
    await pay(merchant, sessionId);
    const { id } = await orderOf(sessionId);
    const other = await newMerchant();
    const method = cardOf('5555555555554444');
    for (const wrong of [
      { ...given, order: { ...given.order, id } },
      { ...given, store: other.store },
      { ...given, order: { ...given.order, environment: 'prod' as const } },
    ]) {
      await expect(changeMethod(db, { ...wrong, method }, new Date(), { provider: sandbox })).rejects.toMatchObject({
        status: 404,
      });
    }
  });
});
