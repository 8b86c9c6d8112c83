/** A card for a subscription's payment method change has the same limits as a card at checkout. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { methodChanges, orders } from '#db/schema/index.ts';
import { settings } from '#server/platform/settings.ts';
import type { PaymentMethod } from '#server/providers/payments/provider.ts';
import { db, newMerchant, newSubscriptionSession, pay } from '#server/testing/api.ts';
import { finishChallenge } from '#server/testing/orders/checkout.ts';
import { inStatus } from '#server/testing/orders/order-status.ts';
import { orderOf } from '#server/testing/orders/rows.ts';
import { changeMethod, finishMethodChallenge } from '../payment-methods/change-method.ts';
import { type Admit, type AttemptResult, admitCard, type CardAttempt, endHeldAttempt } from './admit.ts';
import { cardCounters } from './counters.ts';

const cardOf = (number: string): PaymentMethod => ({
  kind: 'card',
  card: { number, expiryMonth: 11, expiryYear: 2041, cvc: '123' },
});

async function activeOrder() {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  const order = await orderOf(sessionId);
  return { store: merchant.store, order, returnUrl: 'https://shop.example/card' };
}

/** Admits every card and records the attempts and their outcomes. */
function recordingAdmit({ mustAuthenticate = false } = {}) {
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
        keepCounting() {},
        end: async (_: unknown, { status, failureCode }: AttemptResult) => void ends.push({ status, failureCode }),
      };
    },
  };
}

test('ends an attempt with a declined card as declined, with the order’s email and the card', async () => {
  const subscription = await activeOrder();
  const { admit, attempts, ends } = recordingAdmit();
  const request = { ...subscription, method: cardOf('4000000000000002') };
  await expect(changeMethod(db, request, new Date(), { admit })).rejects.toMatchObject({ status: 400 });
  expect(attempts).toMatchObject([{ ownerId: subscription.order.id, email: 'buyer@example.com', environment: 'test' }]);
  expect(await attempts[0]?.readCard()).toMatchObject({ cardId: '4000000000000002' });
  expect(ends).toEqual([{ status: 'failed', failureCode: 'card_declined' }]);
});

test('ends an attempt as declined if the card is saved and then declined for the past due amount', async () => {
  const subscription = await activeOrder();
  const now = new Date();
  await db
    .update(orders)
    .set({ ...inStatus('past_due'), nextChargeAt: now })
    .where(eq(orders.id, subscription.order.id));
  const { admit, ends } = recordingAdmit();
  await changeMethod(db, { ...subscription, method: cardOf('4000000000000341') }, now, { admit });
  expect(ends).toEqual([{ status: 'failed', failureCode: 'card_declined' }]);
});

test('demands 3D Secure before a card is saved under the brake', async () => {
  const subscription = await activeOrder();
  const { admit, ends } = recordingAdmit({ mustAuthenticate: true });
  const changed = await changeMethod(db, { ...subscription, method: cardOf('4242424242424242') }, new Date(), {
    admit,
  });
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

test('counts a card as declined if it passes 3D Secure and is then declined for the past due amount', async () => {
  const subscription = await activeOrder();
  const now = new Date();
  await db
    .update(orders)
    .set({ ...inStatus('past_due'), nextChargeAt: now })
    .where(eq(orders.id, subscription.order.id));
  const request = { ...subscription, method: cardOf('4000000000000341') };
  const { state, changeId } = await changeMethod(db, request, now, { admit: admitted });
  expect([state, await readCounter('declines', subscription.store.id)]).toEqual(['challenge', 0]);
  await finishMethodChallenge(db, { ...subscription, changeId }, true, new Date());
  expect(await readCounter('declines', subscription.store.id)).toBe(1);
  expect(await readCounter('store', subscription.store.id)).toBe(1);
});

test('gives an attempt back if its success is recorded before the attempt is held', async () => {
  const subscription = await activeOrder();
  const outcomeBeforeHold: Admit = async (attempt) => {
    const admission = await admitted(attempt);
    const end: typeof admission.end = async (on, result, reload) => {
      await finishMethodChallenge(db, { ...subscription, changeId: result.id }, true, new Date());
      await admission.end(on, result, reload);
    };
    return { ...admission, end };
  };
  const request = { ...subscription, method: cardOf('4242424242424242') };
  await changeMethod(db, request, new Date(), { admit: outcomeBeforeHold });
  expect([
    await readCounter('attempts', subscription.store.id),
    await readCounter('store', subscription.store.id),
  ]).toEqual([1, 0]);
});

test('gives an attempt back if its payment succeeds before the attempt is held', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  const address = { storeSlug: merchant.slug, sessionId };
  const outcomeBeforeHold: Admit = async (attempt) => {
    const admission = await admitted(attempt);
    const end: typeof admission.end = async (on, result, reload) => {
      await finishChallenge(db, { ...address, paymentId: result.id }, true, new Date());
      await admission.end(on, result, reload);
    };
    return { ...admission, end };
  };
  expect(await pay(merchant, sessionId, {}, { admit: outcomeBeforeHold })).toEqual({ state: 'challenge' });
  expect([await readCounter('attempts', merchant.store.id), await readCounter('store', merchant.store.id)]).toEqual([
    1, 0,
  ]);
});

test('gives a held attempt back after an inconclusive failure', async () => {
  const subscription = await activeOrder();
  const request = { ...subscription, method: cardOf('4242424242424242') };
  const { changeId } = await changeMethod(db, request, new Date(), { admit: admitted });
  expect([
    await readCounter('attempts', subscription.store.id),
    await readCounter('store', subscription.store.id),
  ]).toEqual([1, 1]);
  const [change] = await db.select().from(methodChanges).where(eq(methodChanges.id, changeId));
  if (!change) throw new Error('the change is gone');
  await endHeldAttempt(db, { ...change, status: 'failed', failureCode: 'processing_error' });
  expect([
    await readCounter('attempts', subscription.store.id),
    await readCounter('store', subscription.store.id),
  ]).toEqual([0, 0]);
});

test('does not send a refused card to the provider, and gives back a change that cannot start', async () => {
  const subscription = await activeOrder();
  const request = { ...subscription, method: cardOf('4242424242424242') };
  const refuse = async () => Promise.reject(new Error('not now'));
  await expect(changeMethod(db, request, new Date(), { admit: refuse })).rejects.toThrow('not now');
  expect(await db.select().from(methodChanges).where(eq(methodChanges.orderId, subscription.order.id))).toEqual([]);
  await db.update(orders).set(inStatus('canceled')).where(eq(orders.id, subscription.order.id));
  const { admit, canceled } = recordingAdmit();
  await expect(changeMethod(db, request, new Date(), { admit })).rejects.toMatchObject({ status: 400 });
  expect(canceled()).toBe(1);
});
