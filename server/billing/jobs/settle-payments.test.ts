/** Undecided payments, and money that cannot be returned yet, are checked with growing delays. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, orders, payments } from '#db/schema/index.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db, newMerchant, newSession, pay } from '#server/testing/api.ts';
import { undecided } from '#server/testing/crashes/undecided-sandbox.ts';
import { freeze } from '#server/testing/orders/refunds.ts';
import { settlePayments } from './settle-payments.ts';

const sandbox = sandboxProvider(db);
/** A bank debit that the bank has accepted: it stays pending and cannot be closed. */
const debit: PaymentProvider = { ...undecided, settle: undecided.check };
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** A payment through `provider`, in a store of its own. */
async function paidThrough(provider: PaymentProvider) {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  await pay(merchant, sessionId, {}, { provider });
  const read = async () => {
    const [row] = await db
      .select({ payment: payments, order: orders })
      .from(payments)
      .innerJoin(orders, refersTo(payments, payments.orderId, orders))
      .where(eq(orders.checkoutSessionId, sessionId));
    if (!row) throw new Error('no payment');
    return row;
  };
  await freeze(merchant);
  /** Runs a round every minute, as the worker does. Returns how often the provider was asked. */
  const rounds = async (from: Date, lengthMs: number, provider: () => PaymentProvider, stepMs = minute) => {
    let times = 0;
    const providerOf = () => {
      times += 1;
      return provider();
    };
    for (let ms = stepMs; ms <= lengthMs; ms += stepMs) {
      await settlePayments(db, new Date(from.getTime() + ms), {
        scope: { merchantId: merchant.id, storeId: merchant.store.id },
        providerOf,
      });
    }
    return times;
  };
  return { merchant, read, rounds };
}

test('checks a debit that takes days hourly at last, until it is decided', async () => {
  const { read, rounds, merchant } = await paidThrough(debit);
  const { payment } = await read();
  const at = (ms: number) => new Date(payment.createdAt.getTime() + ms);
  // Each round that has a payment to check looks up the provider once.
  const first = await rounds(payment.createdAt, 10 * minute, () => debit);
  expect(first).toBeGreaterThanOrEqual(8);
  await db
    .update(payments)
    .set({ updatedAt: at(2 * day) })
    .where(eq(payments.id, payment.id));
  expect(await rounds(at(2 * day), 3 * hour, () => debit, 5 * minute)).toBe(3);
  expect((await read()).payment.status).toBe('processing');
  const round = { scope: { merchantId: merchant.id, storeId: merchant.store.id }, providerOf: () => sandbox };
  expect(await settlePayments(db, at(2 * day + 4 * hour + minute), round)).toBe(1);
  expect((await read()).payment.status).toBe('succeeded');
});

test('retries a rejected give-back daily at last, and owes the money until it succeeds', async () => {
  const { merchant, read, rounds } = await paidThrough(undecided);
  const { payment, order } = await read();
  const at = (ms: number) => new Date(payment.createdAt.getTime() + ms);
  // The order ended during the charge, so the money buys nothing.
  await db.update(orders).set({ status: 'expired' }).where(eq(orders.id, order.id));
  let refused = 0;
  const refusing: PaymentProvider = {
    ...sandbox,
    refund: async () => {
      refused += 1;
      return { status: 'failed', providerRefundId: null, reason: 'The card is closed.' };
    },
  };
  await rounds(payment.createdAt, 5 * minute, () => refusing);
  expect(refused).toBeGreaterThanOrEqual(4);
  expect((await read()).payment).toMatchObject({ status: 'failed', failureCode: 'came_too_late' });
  await db
    .update(payments)
    .set({ updatedAt: at(30 * day) })
    .where(eq(payments.id, payment.id));
  refused = 0;
  await rounds(at(30 * day), 2 * day + hour, () => refusing, hour);
  expect(refused).toBe(2);
  expect((await read()).payment.unclosedSince).not.toBeNull();
  const round = { scope: { merchantId: merchant.id, storeId: merchant.store.id }, providerOf: () => sandbox };
  expect(await settlePayments(db, at(40 * day), round)).toBe(1);
  expect((await read()).payment.unclosedSince).toBeNull();
  const types = (await db.select().from(events).where(eq(events.objectId, order.id))).map(({ type }) => type);
  expect(types.filter((type) => type === 'payment.refunded')).toHaveLength(1);
});
