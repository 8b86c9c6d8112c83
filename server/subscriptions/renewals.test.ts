import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, orders, payments, stores } from '../../db/schema/index.ts';
import { db, newMerchant, newSubscriptionSession, pay } from '../testing/api.ts';
import { renewSubscriptions } from './charge-renewals.ts';

test('a year of a monthly subscription', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  await db.update(stores).set({ testClockAt: new Date() }).where(eq(stores.id, merchant.store.id));
  const orderOf = async () => (await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId)))[0];
  const first = await orderOf();
  for (let month = 0; month < 12; month += 1) {
    const due = (await orderOf())?.nextChargeAt as Date;
    await renewSubscriptions(db, new Date(due.getTime() - 1), { reach: { storeId: merchant.store.id } });
    await renewSubscriptions(db, due, { reach: { storeId: merchant.store.id } });
  }
  const last = await orderOf();
  expect(last).toMatchObject({ status: 'active', periodNumber: 13 });
  const paid = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, first?.id ?? ''))
    .orderBy(payments.periodNumber);
  expect(paid.map(({ periodNumber, status }) => [periodNumber, status])).toEqual(
    Array.from({ length: 13 }, (_, place) => [place + 1, 'succeeded']),
  );
  const types = (
    await db
      .select()
      .from(events)
      .where(eq(events.objectId, first?.id ?? ''))
      .orderBy(events.sequence)
  ).map(({ type }) => type);
  expect(types.filter((type) => type === 'subscription.renewed')).toHaveLength(12);
});
