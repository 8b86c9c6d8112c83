import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders, payments, refunds } from '#db/schema/index.ts';
import { findSessionOrder, type Order } from '#server/billing/orders/orders.ts';
import { listOrderPayments, type Payment } from '#server/billing/payments/payments.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant, newSession, newSubscriptionSession, pay, type TestMerchant } from '#server/testing/api.ts';
import { readReceipt } from './receipt.ts';

/** The rows that a session, paid or not, leaves. */
async function boughtIn(merchant: TestMerchant, sessionId: string): Promise<{ order: Order; payment: Payment }> {
  const order = await findSessionOrder(db, { ...scopeOfStore(merchant.store), id: sessionId });
  const [payment] = order ? await listOrderPayments(db, order) : [];
  if (!order || !payment) throw new Error('nothing was bought');
  return { order, payment };
}

async function buyOnce(merchant: TestMerchant, fields: Record<string, unknown> = {}) {
  const { sessionId } = await newSession(merchant, fields);
  await pay(merchant, sessionId);
  return await boughtIn(merchant, sessionId);
}

const scopeOf = (merchant: TestMerchant) => ({ ...scopeOfStore(merchant.store), environment: 'test' as const });

test('contains amount, buyer, seller and product', async () => {
  const merchant = await newMerchant('Beans by Post');
  const { order, payment } = await buyOnce(merchant);
  const receipt = await readReceipt(db, { ...scopeOf(merchant), paymentId: payment.id }, new Date());
  expect(receipt).toEqual({
    number: toShortId('PAY', payment.id),
    orderId: toShortId('ORD', order.id),
    environment: 'test',
    isSandbox: true,
    paidAt: payment.succeededAt?.toISOString(),
    seller: { name: 'Beans by Post', website: null, supportEmail: null },
    buyer: {
      email: 'buyer@example.com',
      businessName: null,
      taxId: null,
      country: 'DE',
      state: null,
      postcode: null,
    },
    line: { productName: 'Handbook', billingPeriod: null, isTrial: false, period: null },
    currency: 'USD',
    subtotalMinor: 2900,
    taxMinor: 551,
    credit: null,
    totalMinor: 3451,
    taxRateMillionths: 190_000,
    taxName: 'VAT',
    method: { type: 'card', cardBrand: 'visa', cardLast4: '4242' },
    refunds: [],
  });
  expect(JSON.parse(JSON.stringify(receipt))).toEqual(receipt);
});

test('lists successful refunds in order and combines the oldest of many', async () => {
  const merchant = await newMerchant();
  const { payment } = await buyOnce(merchant);
  const read = async () =>
    (await readReceipt(db, { ...scopeOf(merchant), paymentId: payment.id }, new Date()))?.refunds;
  const newRefund = (amount: string, reason?: string) =>
    merchant.call('refund/create-refund', { paymentId: payment.id, amount, reason });
  const settle = async (amountMinor: number, day: number, status: 'succeeded' | 'failed' = 'succeeded') =>
    await db
      .update(refunds)
      .set({ status, succeededAt: new Date(Date.UTC(2026, 11, day)), nextAttemptAt: null })
      .where(and(eq(refunds.paymentId, payment.id), eq(refunds.amountMinor, amountMinor)));
  for (const amount of ['10.00', '0.03', '0.02']) await newRefund(amount, `Reason ${amount}`);
  await settle(1000, 2);
  expect(await read()).toEqual([
    { since: null, at: '2026-12-02T00:00:00.000Z', amountMinor: 1000, taxMinor: 160, reason: 'Reason 10.00' },
  ]);
  await settle(3, 1, 'failed');
  await settle(2, 1);
  expect((await read())?.map(({ amountMinor }) => amountMinor)).toEqual([2, 1000]);
  for (let number = 11; number <= 18; number += 1) {
    await newRefund(`0.${number}`);
    await settle(number, number);
  }
  const many = await read();
  expect(many).toHaveLength(4);
  expect(many?.[0]).toMatchObject({
    since: '2026-12-01T00:00:00.000Z',
    at: '2026-12-15T00:00:00.000Z',
    amountMinor: 2 + 1000 + 11 + 12 + 13 + 14 + 15,
    reason: null,
  });
  expect(many?.slice(1).map(({ amountMinor }) => amountMinor)).toEqual([16, 17, 18]);
});

test('accepts a Short ID and rejects invalid ids', async () => {
  const merchant = await newMerchant();
  const { payment } = await buyOnce(merchant);
  const read = (paymentId: string) => readReceipt(db, { ...scopeOf(merchant), paymentId }, new Date());
  expect((await read(toShortId('PAY', payment.id)))?.number).toBe(toShortId('PAY', payment.id));
  for (const wrong of ['', 'hello', toShortId('ORD', payment.id), randomUUID()]) {
    expect(await read(wrong)).toBeUndefined();
  }
});

test('keeps the payment’s data after the order changes', async () => {
  const merchant = await newMerchant();
  const { order, payment } = await buyOnce(merchant);
  const changed = { totalMinor: 9900, subtotalMinor: 9000, taxMinor: 900, taxRateMillionths: 100_000, taxName: 'GST' };
  await db.update(orders).set(changed).where(eq(orders.id, order.id));
  expect(await readReceipt(db, { ...scopeOf(merchant), paymentId: payment.id }, new Date())).toMatchObject({
    subtotalMinor: 2900,
    taxMinor: 551,
    totalMinor: 3451,
    taxRateMillionths: 190_000,
    taxName: 'VAT',
  });
});

test('shows a business with its formatted tax ID and the reverse charge note', async () => {
  const merchant = await newMerchant();
  const billingDetail = { country: 'DE', isBusiness: true, businessName: 'Kaffee GmbH', taxId: '136 695 976' };
  const { payment } = await buyOnce(merchant, { billingDetail });
  expect(await readReceipt(db, { ...scopeOf(merchant), paymentId: payment.id }, new Date())).toMatchObject({
    buyer: { businessName: 'Kaffee GmbH', taxId: 'DE136695976' },
    subtotalMinor: 2900,
    taxMinor: 0,
    totalMinor: 2900,
    taxRateMillionths: 0,
    taxName: 'VAT, reverse charge',
  });
});

test('shows the paid period of a subscription', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  const { order, payment } = await boughtIn(merchant, sessionId);
  const started = order.startedAt ?? new Date(0);
  const period = (number: number) => periodStart(started, 'monthly', number).toISOString();
  const read = () => readReceipt(db, { ...scopeOf(merchant), paymentId: payment.id }, addDays(started, 100));
  expect((await read())?.line).toEqual({
    productName: 'Beans by Post',
    billingPeriod: 'monthly',
    isTrial: false,
    period: { from: period(0), to: period(1) },
  });
  // As the payment of the third period would have been recorded.
  await db
    .update(payments)
    .set({ succeededAt: periodStart(started, 'monthly', 2) })
    .where(eq(payments.id, payment.id));
  expect((await read())?.line.period).toEqual({ from: period(2), to: period(3) });
});

test('shows the days of a trial', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant, {}, { metadata: { trialDays: 14 } });
  await pay(merchant, sessionId);
  const { order, payment } = await boughtIn(merchant, sessionId);
  const started = order.startedAt ?? new Date(0);
  const receipt = await readReceipt(db, { ...scopeOf(merchant), paymentId: payment.id }, addDays(started, 1));
  expect(receipt).toMatchObject({ totalMinor: 0, line: { isTrial: true } });
  expect(receipt?.line.period).toEqual({ from: started.toISOString(), to: addDays(started, 14).toISOString() });
});

test('does not exist for a failed payment', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  await expect(pay(merchant, sessionId, { cardNumber: '4000 0000 0000 0002' })).rejects.toThrow();
  const { payment } = await boughtIn(merchant, sessionId);
  expect(payment.status).toBe('failed');
  expect(await readReceipt(db, { ...scopeOf(merchant), paymentId: payment.id }, new Date())).toBeUndefined();
});

test('does not exist for another store, environment or buyer', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const { payment, order } = await buyOnce(merchant);
  const read = (scope: object) =>
    readReceipt(db, { ...scopeOf(merchant), paymentId: payment.id, ...scope }, new Date());
  expect(await read(scopeOfStore(other.store))).toBeUndefined();
  expect(await read({ environment: 'prod' })).toBeUndefined();
  expect(await read({ buyer: 'somebody@example.com' })).toBeUndefined();
  expect((await read({ buyer: 'Buyer@Example.com' }))?.number).toBe(toShortId('PAY', payment.id));
  await db.update(orders).set({ buyerIdentity: 'customer-1' }).where(eq(orders.id, order.id));
  expect(await read({ buyer: 'buyer@example.com' })).toBeUndefined();
  expect((await read({ buyer: 'customer-1' }))?.number).toBe(toShortId('PAY', payment.id));
});
