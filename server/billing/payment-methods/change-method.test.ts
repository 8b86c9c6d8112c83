import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, methodChanges, orders, paymentMethods } from '#db/schema/index.ts';
import type { PaymentMethod, PaymentProvider } from '#server/providers/payments/provider.ts';
import { answerChallenge, sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db, newMerchant, newSession, newSubscriptionSession, pay } from '#server/testing/api.ts';
import { undecided, undecidedAbout } from '#server/testing/crashes/undecided-sandbox.ts';
import { inStatus } from '#server/testing/orders/order-status.ts';
import { settlePayments } from '../jobs/settle-payments.ts';
import { changeMethod, checkMethodChange, finishMethodChallenge, type MethodChangeOptions } from './change-method.ts';
import { findLatestChange, findMethodInUse } from './payment-methods.ts';

const asks = '4000002760003184';
const cardOf = (number: string): PaymentMethod => ({
  kind: 'card',
  card: { number, expiryMonth: 11, expiryYear: 2041, cvc: '123' },
});
const sandbox = sandboxProvider(db);

/** A running subscription, paid with 4242. */
async function running() {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  if (!order) throw new Error('the session has no order');
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
    types: async () =>
      (await db.select().from(events).where(eq(events.objectId, order.id)).orderBy(events.sequence))
        .map(({ type }) => type)
        .filter((type) => type.startsWith('payment_method.')),
  };
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
const age = async ({ id }: { id: string }, at: Date) =>
  await db.update(methodChanges).set({ updatedAt: at, createdAt: at }).where(eq(methodChanges.id, id));

test('another card takes the place of the first, which is remembered as replaced; nothing is charged', async () => {
  const { change, methods, types, order } = await running();
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
])('%s is declined (%s), and the old card stays', async (number, reason) => {
  const { change, last4InUse, types } = await running();
  await expect(change(number)).rejects.toMatchObject({ status: 400, entries: [{ reason }] });
  expect(await last4InUse()).toBe('4242');
  expect(await types()).toEqual(['payment_method.change_started', 'payment_method.change_failed']);
  expect(await change('5555555555554444')).toMatchObject({ state: 'changed' });
});

test('a number that is no test card is refused at its field, and nothing is begun', async () => {
  const { change, types } = await running();
  await expect(change('4111111111111111')).rejects.toMatchObject({ path: 'cardNumber' });
  expect(await types()).toEqual([]);
});

describe('a bank that asks', () => {
  test('passed: the card is in use', async () => {
    const { change, given, last4InUse, merchant, order } = await running();
    const { state, changeId, actionUrl } = await change(asks);
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

  test('failed: the old card stays', async () => {
    const { change, given, last4InUse } = await running();
    const { changeId } = await change(asks);
    await expect(finishMethodChallenge(db, { ...given, changeId }, false, new Date())).rejects.toMatchObject({
      entries: [{ reason: 'authentication_failed' }],
    });
    expect(await last4InUse()).toBe('4242');
  });

  test('another card ends it', async () => {
    const { change, given, last4InUse } = await running();
    const { changeId } = await change(asks);
    expect(await change('5555555555554444')).toMatchObject({ state: 'changed' });
    await expect(finishMethodChallenge(db, { ...given, changeId }, true, new Date())).rejects.toMatchObject({
      status: 400,
    });
    expect(await answerChallenge(db, changeId, true, new Date())).toMatchObject({ status: 'failed' });
    expect(await last4InUse()).toBe('4444');
  });

  test('of somebody else’s subscription, or store, has nothing to answer', async () => {
    const [one, two] = [await running(), await running()];
    const { changeId } = await one.change(asks);
    for (const given of [
      two.given,
      { ...one.given, store: two.merchant.store },
      { ...two.given, store: one.given.store },
    ]) {
      await expect(finishMethodChallenge(db, { ...given, changeId }, true, new Date())).rejects.toThrow('nothing left');
    }
    const nonsense = { ...one.given, changeId: 'nonsense' };
    await expect(finishMethodChallenge(db, nonsense, true, new Date())).rejects.toThrow('nothing left');
  });

  test('return, webhook, page and worker at once: changed once', async () => {
    const { change, given, latest, last4InUse, types } = await running();
    const { changeId } = await change(asks);
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

  test('that nobody comes back from is closed after an hour', async () => {
    const { change, latest, last4InUse } = await running();
    const { changeId } = await change(asks);
    await age(await latest(), secondsAgo(3700));
    await settlePayments(db, new Date());
    expect(await latest()).toMatchObject({ status: 'failed', failureCode: 'authentication_abandoned' });
    expect(await answerChallenge(db, changeId, true, new Date())).toMatchObject({ status: 'failed' });
    expect(await last4InUse()).toBe('4242');
  });
});

describe('an outcome that nobody heard', () => {
  const broken: PaymentProvider = {
    ...sandbox,
    async charge(...given) {
      await sandbox.charge(...given);
      throw new Error('the line broke');
    },
  };
  const lost: PaymentProvider = { ...sandbox, charge: () => new Promise(() => {}) };

  test('is found by whoever asks', async () => {
    const { change, latest, last4InUse } = await running();
    expect(await change('5555555555554444', { provider: broken })).toMatchObject({ state: 'processing' });
    await expect(change('378282246310005')).rejects.toMatchObject({ status: 409 });
    expect(await checkMethodChange(db, await latest(), new Date())).toMatchObject({ status: 'succeeded' });
    expect(await last4InUse()).toBe('4444');
  });

  test('is found by the worker', async () => {
    const { change, latest, last4InUse } = await running();
    await change('5555555555554444', { provider: broken });
    await age(await latest(), secondsAgo(40));
    await settlePayments(db, new Date());
    expect(await latest()).toMatchObject({ status: 'succeeded' });
    expect(await last4InUse()).toBe('4444');
  });

  test('because it never arrived: closed by the worker, and by nobody before', async () => {
    const { change, latest, last4InUse } = await running();
    expect(await change('5555555555554444', { provider: lost, limitMs: 10 })).toMatchObject({ state: 'processing' });
    expect(await checkMethodChange(db, await latest(), new Date())).toMatchObject({ status: 'processing' });
    await age(await latest(), secondsAgo(40));
    await settlePayments(db, new Date());
    expect(await latest()).toMatchObject({ status: 'failed', failureCode: 'not_attempted' });
    expect(await last4InUse()).toBe('4242');
  });

  test('because the bank takes its time: asked again until it is decided', async () => {
    const { change, latest, last4InUse } = await running();
    expect(await change('4000009900004006')).toMatchObject({ state: 'processing' });
    const later = new Date(Date.now() + 25_000);
    expect(await checkMethodChange(db, await latest(), new Date())).toMatchObject({ status: 'processing' });
    expect(await checkMethodChange(db, await latest(), later)).toMatchObject({ status: 'succeeded' });
    expect(await last4InUse()).toBe('4006');
  });
});

test('a change that says nothing of its end is closed after an hour, and another card can be tried', async () => {
  const { change, latest } = await running();
  await change(asks, { provider: undecided });
  const { id } = await latest();
  const providerOf = () => undecidedAbout(id);
  await age({ id }, secondsAgo(3000));
  await settlePayments(db, new Date(), { providerOf });
  expect(await latest()).toMatchObject({ status: 'processing' });
  await age({ id }, secondsAgo(3700));
  await settlePayments(db, new Date(), { providerOf });
  expect(await latest()).toMatchObject({ status: 'failed', failureCode: 'authentication_abandoned' });
  expect(await change('5555555555554444')).toMatchObject({ state: 'changed' });
});

test('ten tabs at once: one method is in use in the end, and no attempt is left open', async () => {
  const { change, methods, order } = await running();
  const numbers = ['5555555555554444', '6011111111111117', '3566002020360505', '6200000000000005', '4242424242424242'];
  const results = await Promise.allSettled([...numbers, ...numbers].map((number) => change(number)));
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 });
  expect((await methods()).filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1);
  const open = await db.select().from(methodChanges).where(eq(methodChanges.orderId, order.id));
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['succeeded']));
});

describe('which subscriptions', () => {
  test.each(['trialing', 'past_due', 'canceling'] as const)('a %s one can be given another card', async (status) => {
    const { change, order } = await running();
    await db.update(orders).set(inStatus(status)).where(eq(orders.id, order.id));
    expect(await change('5555555555554444')).toMatchObject({ state: 'changed' });
  });

  test.each(['pending', 'canceled', 'expired'] as const)('a %s one cannot', async (status) => {
    const { change, order, types } = await running();
    await db.update(orders).set(inStatus(status)).where(eq(orders.id, order.id));
    await expect(change('5555555555554444')).rejects.toMatchObject({ status: 400 });
    expect(await types()).toEqual([]);
  });

  test('no one-time order, no other store’s, no other environment’s', async () => {
    const { given, merchant } = await running();
    const { sessionId } = await newSession(merchant);
    await pay(merchant, sessionId);
    const [onetime] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
    const other = await newMerchant();
    const method = cardOf('5555555555554444');
    for (const wrong of [
      { ...given, order: { ...given.order, id: onetime?.id ?? '' } },
      { ...given, store: other.store },
      { ...given, order: { ...given.order, environment: 'prod' as const } },
    ]) {
      await expect(changeMethod(db, { ...wrong, method }, new Date(), { provider: sandbox })).rejects.toMatchObject({
        status: 404,
      });
    }
  });
});
