import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { db, newMerchant, newSession, pay } from '#server/testing/api.ts';
import { orderOf } from '#server/testing/orders/rows.ts';
import { describeCancelOrder, newPendingOrder } from '#server/testing/suites/cancel-order.ts';

describeCancelOrder('onetime');

const action = 'onetime-order/cancel-order';

test('cancels a pending order', async () => {
  const merchant = await newMerchant();
  const { id, orderId } = await newPendingOrder(merchant, 'onetime');
  const { status, body } = await merchant.call(action, { orderId });
  expect([status, body]).toEqual([200, { data: { orderId, status: 'canceled' } }]);
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  expect(row).toMatchObject({ status: 'canceled', canceledAt: expect.any(Date) });
});

describe('400 Only pending orders can be canceled', () => {
  test('rejects an expired order before the worker has marked it', async () => {
    const merchant = await newMerchant();
    const { id, orderId } = await newPendingOrder(merchant, 'onetime');
    await db.update(orders).set({ expiresAt: new Date() }).where(eq(orders.id, id));
    const { status, body } = await merchant.call(action, { orderId });
    expect([status, body.errors]).toMatchObject([
      400,
      [{ message: 'Only pending orders can be canceled', layer: 'order' }],
    ]);
  });

  test('rejects completed and canceled orders', async () => {
    const merchant = await newMerchant();
    const paid = await newSession(merchant);
    await pay(merchant, paid.sessionId);
    const canceled = await newPendingOrder(merchant, 'onetime');
    await merchant.call(action, { orderId: canceled.orderId });
    for (const { orderId } of [await orderOf(paid.sessionId), canceled]) {
      const { status, body } = await merchant.call(action, { orderId });
      expect([status, body.errors]).toMatchObject([
        400,
        [{ message: 'Only pending orders can be canceled', layer: 'order' }],
      ]);
    }
  });
});
