/** A card that a customer gives a subscription is tried like one at a checkout: the same limits admit it. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { methodChanges, orders } from '#db/schema/index.ts';
import { settings } from '#server/platform/settings.ts';
import type { PaymentMethod } from '#server/providers/payments/provider.ts';
import { db, newMerchant, newSubscriptionSession, pay } from '#server/testing/api.ts';
import { finishChallenge } from '#server/testing/orders/checkout.ts';
import { inStatus } from '#server/testing/orders/order-status.ts';
import { changeMethod, finishMethodChallenge } from '../payment-methods/change-method.ts';
import { type Admit, type AttemptResult, admitCard, type CardAttempt, endHeldAttempt } from './admit.ts';
import { cardCounters } from './counters.ts';

const cardOf = (number: string): PaymentMethod => ({
  kind: 'card',
  card: { number, expiryMonth: 11, expiryYear: 2041, cvc: '123' },
});

async function runningOrder() {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  if (!order) throw new Error('the session has no order');
  return { store: merchant.store, order, returnUrl: 'https://shop.example/card' };
}

/** Admits every card, and notes what it is told. */
function noting({ mustAuthenticate = false } = {}) {
  const attempts: CardAttempt[] = [];
  const ends: Pick<AttemptResult, 'status' | 'failureCode'>[] = [];
  let canceled = 0;
  return {
    attempts,
    ends,
    canceled: () => canceled,
    admit: async (attempt: CardAttempt) => {
      attempts.push(attempt);
      return {
        mustAuthenticate,
        cancel: async () => {
          canceled += 1;
        },
        leave() {},
        end: async (_: unknown, { status, failureCode }: AttemptResult) => void ends.push({ status, failureCode }),
      };
    },
  };
}

test('a declined card ends its attempt as declined, by the order’s email and the card', async () => {
  const given = await runningOrder();
  const { admit, attempts, ends } = noting();
  const request = { ...given, method: cardOf('4000000000000002') };
  await expect(changeMethod(db, request, new Date(), { admit })).rejects.toMatchObject({ status: 400 });
  expect(attempts).toMatchObject([{ ownerId: given.order.id, email: 'buyer@example.com', environment: 'test' }]);
  expect(await attempts[0]?.readCard()).toMatchObject({ cardId: '4000000000000002' });
  expect(ends).toEqual([{ status: 'failed', failureCode: 'card_declined' }]);
});

test('a card that is kept and then declined for what is past due ends as declined', async () => {
  const given = await runningOrder();
  const now = new Date();
  await db
    .update(orders)
    .set({ ...inStatus('past_due'), nextChargeAt: now })
    .where(eq(orders.id, given.order.id));
  const { admit, ends } = noting();
  await changeMethod(db, { ...given, method: cardOf('4000000000000341') }, now, { admit });
  expect(ends).toEqual([{ status: 'failed', failureCode: 'card_declined' }]);
});

test('under the brake the bank asks before a card is kept', async () => {
  const given = await runningOrder();
  const { admit, ends } = noting({ mustAuthenticate: true });
  const changed = await changeMethod(db, { ...given, method: cardOf('4242424242424242') }, new Date(), { admit });
  expect(changed.state).toBe('challenge');
  expect(ends).toEqual([{ status: 'requires_action', failureCode: null }]);
});

const admitted: Admit = async (attempt) => ({
  ...(await admitCard(attempt, { address: '203.0.113.1', settings: settings(), now: new Date() })),
  mustAuthenticate: true,
});

async function readCounter(kind: 'store' | 'attempts' | 'declines', storeId: string) {
  const counters = await cardCounters(settings());
  return await counters.read(counters.name(kind, 'test', storeId));
}

test('a card that passes 3-D Secure and is then declined for what is past due counts as declined', async () => {
  const given = await runningOrder();
  const now = new Date();
  await db
    .update(orders)
    .set({ ...inStatus('past_due'), nextChargeAt: now })
    .where(eq(orders.id, given.order.id));
  const request = { ...given, method: cardOf('4000000000000341') };
  const { state, changeId } = await changeMethod(db, request, now, { admit: admitted });
  expect([state, await readCounter('declines', given.store.id)]).toEqual(['challenge', 0]);
  await finishMethodChallenge(db, { ...given, changeId }, true, new Date());
  expect(await readCounter('declines', given.store.id)).toBe(1);
  expect(await readCounter('store', given.store.id)).toBe(1);
});

test('a success that is heard before its attempt is held gives the attempt back', async () => {
  const given = await runningOrder();
  const heardEarly: Admit = async (attempt) => {
    const admission = await admitted(attempt);
    const end: typeof admission.end = async (on, result, readAgain) => {
      await finishMethodChallenge(db, { ...given, changeId: result.id }, true, new Date());
      await admission.end(on, result, readAgain);
    };
    return { ...admission, end };
  };
  const request = { ...given, method: cardOf('4242424242424242') };
  await changeMethod(db, request, new Date(), { admit: heardEarly });
  expect([await readCounter('attempts', given.store.id), await readCounter('store', given.store.id)]).toEqual([1, 0]);
});

test('so does a payment that is heard of before its attempt is held', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  const address = { storeSlug: merchant.slug, sessionId };
  const heardEarly: Admit = async (attempt) => {
    const admission = await admitted(attempt);
    const end: typeof admission.end = async (on, result, readAgain) => {
      await finishChallenge(db, { ...address, paymentId: result.id }, true, new Date());
      await admission.end(on, result, readAgain);
    };
    return { ...admission, end };
  };
  expect(await pay(merchant, sessionId, {}, { admit: heardEarly })).toEqual({ state: 'challenge' });
  expect([await readCounter('attempts', merchant.store.id), await readCounter('store', merchant.store.id)]).toEqual([
    1, 0,
  ]);
});

test('a held attempt whose failure tells nothing is given back as if it had not been made', async () => {
  const given = await runningOrder();
  const request = { ...given, method: cardOf('4242424242424242') };
  const { changeId } = await changeMethod(db, request, new Date(), { admit: admitted });
  expect([await readCounter('attempts', given.store.id), await readCounter('store', given.store.id)]).toEqual([1, 1]);
  const [change] = await db.select().from(methodChanges).where(eq(methodChanges.id, changeId));
  if (!change) throw new Error('the change is gone');
  await endHeldAttempt(db, { ...change, status: 'failed', failureCode: 'processing_error' });
  expect([await readCounter('attempts', given.store.id), await readCounter('store', given.store.id)]).toEqual([0, 0]);
});

test('a refused card reaches no provider, and a change that cannot begin is given back', async () => {
  const given = await runningOrder();
  const request = { ...given, method: cardOf('4242424242424242') };
  const refuse = async () => Promise.reject(new Error('not now'));
  await expect(changeMethod(db, request, new Date(), { admit: refuse })).rejects.toThrow('not now');
  expect(await db.select().from(methodChanges).where(eq(methodChanges.orderId, given.order.id))).toEqual([]);
  await db.update(orders).set(inStatus('canceled')).where(eq(orders.id, given.order.id));
  const { admit, canceled } = noting();
  await expect(changeMethod(db, request, new Date(), { admit })).rejects.toMatchObject({ status: 400 });
  expect(canceled()).toBe(1);
});
