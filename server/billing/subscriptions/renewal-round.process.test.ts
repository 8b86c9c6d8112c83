import { and, eq, lte } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { makeSubscriptions } from '#server/testing/orders/many-subscriptions.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { renewSubscriptions } from './charge-renewals.ts';

const opened = openDatabase(databaseUrl, { max: 4 });
afterAll(() => opened.close());

test('renews the subscriptions of several merchants in one run, each in batches', async () => {
  const { db } = opened;
  const now = new Date('2026-11-15T12:00:00.000Z');
  const stores = [await makeSubscriptions(db, 5, now), await makeSubscriptions(db, 1, now)];
  expect(await renewSubscriptions(db, now, { batch: 2 })).toBeGreaterThanOrEqual(6);
  for (const { id, merchantId } of stores) {
    const isDue = and(eq(orders.merchantId, merchantId), eq(orders.storeId, id), lte(orders.nextChargeAt, now));
    expect(await db.$count(orders, isDue)).toBe(0);
  }
});
