import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders, payments, stores } from '#db/schema/index.ts';
import { addDays } from '#server/domain/billing-calendar.ts';
import { isRow, scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db, newMerchant, newSubscriptionSession, pay } from '#server/testing/api.ts';
import { onlyProvider, withChargeHandler } from '#server/testing/crashes/unreliable-sandbox.ts';
import { eventTypesOf, orderOf } from '#server/testing/orders/rows.ts';
import { newSubscription } from '#server/testing/orders/subscriptions.ts';
import { renewSubscriptions } from './charge-renewals.ts';
import { lockDueRenewals } from './data/renewals.ts';

test('renews a monthly subscription for a year', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  await db.update(stores).set({ testClockAt: new Date() }).where(eq(stores.id, merchant.store.id));
  const first = await orderOf(sessionId);
  for (let month = 0; month < 12; month += 1) {
    const due = (await orderOf(sessionId)).nextChargeAt as Date;
    await renewSubscriptions(db, new Date(due.getTime() - 1), {
      scope: { merchantId: merchant.id, storeId: merchant.store.id },
    });
    await renewSubscriptions(db, due, { scope: { merchantId: merchant.id, storeId: merchant.store.id } });
  }
  const last = await orderOf(sessionId);
  expect(last).toMatchObject({ status: 'active', periodNumber: 13 });
  const paid = await db.select().from(payments).where(eq(payments.orderId, first.id)).orderBy(payments.periodNumber);
  expect(paid.map(({ periodNumber, status }) => [periodNumber, status])).toEqual(
    Array.from({ length: 13 }, (_, index) => [index + 1, 'succeeded']),
  );
  const types = await eventTypesOf(first.id);
  expect(types.filter((type) => type === 'subscription.renewed')).toHaveLength(12);
});

test.each([
  ['monthly', '2028-01-31', ['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']],
  ['quarterly', '2027-11-30', ['2028-02-29', '2028-05-30', '2028-08-30', '2028-11-30']],
  ['yearly', '2028-02-29', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ['weekly', '2028-02-24', ['2028-03-02', '2028-03-09', '2028-03-16', '2028-03-23']],
] as const)('charges %s from %s on the right days, without gaps between periods', async (billingPeriod, from, days) => {
  const at = new Date(`${from}T23:30:00Z`);
  const { order, renew } = await newSubscription({ at, content: { billingPeriod } });
  for (const [index, day] of days.entries()) {
    const before = await order();
    expect(before.nextChargeAt?.toISOString().slice(0, 10)).toBe(day);
    expect(before.nextChargeAt?.toISOString().slice(11)).toBe(before.startedAt?.toISOString().slice(11));
    // The periods do not depend on when the worker runs.
    await renew(addDays(before.nextChargeAt as Date, index));
    expect(await order()).toMatchObject({ periodNumber: index + 2, currentPeriodStart: before.currentPeriodEnd });
  }
});

test('commits a payment before its provider call, without locks, and uses its ID as key', async () => {
  const { id, due, order, renew, merchant } = await newSubscription();
  const scope = scopeOfStore(merchant.store);
  const calls: unknown[] = [];
  const provider = withChargeHandler(async (charge, now) => {
    // Read on another connection: the row has to be committed and unlocked.
    const [row] = await db
      .select()
      .from(payments)
      .where(isRow(payments, { id: charge.key, ...scope }))
      .for('update', { noWait: true });
    await db
      .select()
      .from(orders)
      .where(isRow(orders, { id, ...scope }))
      .for('update', { noWait: true });
    calls.push([row?.status, row?.periodNumber, row?.amountMinor === charge.amountMinor]);
    return await sandboxProvider(db).charge(charge, now);
  });
  await renew(due, onlyProvider(provider));
  expect(calls).toEqual([['processing', 2, true]]);
  expect((await order()).periodNumber).toBe(2);
});

test('ends a canceled subscription with its period when the worker runs late, without a charge', async () => {
  const { due, order, renew, end, cancel, payments: attempts } = await newSubscription();
  const late = addDays(due, 1);
  await cancel(late);
  expect((await order()).status).toBe('canceling');
  expect([await renew(late), await end(late)]).toEqual([0, 1]);
  expect(await order()).toMatchObject({ status: 'canceled', canceledAt: late, endedAt: due, nextChargeAt: null });
  expect(await attempts()).toHaveLength(1);
});

test('postpones renewals of a store that is suspended in prod until it is reinstated', async () => {
  const merchant = await newMerchant();
  const { id, order } = await newSubscription({ merchant });
  const due = (await order()).nextChargeAt as Date;
  await db.update(orders).set({ environment: 'prod' }).where(eq(orders.id, id));
  const isDue = async (changes: Partial<typeof stores.$inferInsert>) => {
    await db.update(stores).set(changes).where(eq(stores.id, merchant.store.id));
    return await db.transaction(async (tx) =>
      (await lockDueRenewals(tx, { merchantId: merchant.id }, due, 1000, 'sandbox')).some((row) => row.id === id),
    );
  };
  expect(await isDue({ suspendedWith: null })).toBe(true);
  expect(await isDue({ prodSuspendedAt: due })).toBe(false);
  expect(await isDue({ prodSuspendedAt: null, suspendedWith: merchant.id })).toBe(false);
  expect(await isDue({ suspendedWith: null })).toBe(true);
  // Leaves nothing due for other test files on this database.
  await db.update(orders).set({ status: 'canceled', nextChargeAt: null }).where(eq(orders.id, id));
});
