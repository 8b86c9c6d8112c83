/** Tests of `cancel-order` for both order types. Behavior of one type is tested with that type. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders, payments } from '#db/schema/index.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import {
  customerHeaders,
  db,
  newMerchant,
  newSession,
  newSubscriptionSession,
  pay,
  post,
  type TestMerchant,
} from '../api.ts';
import { orderOf } from '../orders/rows.ts';

/** Creates a pending order of a session before its buyer arrives. */
export async function newPendingOrder(merchant: TestMerchant, productType: ProductType) {
  const { sessionId } = await (productType === 'onetime' ? newSession : newSubscriptionSession)(merchant);
  const billingDetail = { country: 'DE', isBusiness: false };
  await merchant.call(`${productType}-order/create-order`, { checkoutSessionId: sessionId, billingDetail });
  return { ...(await orderOf(sessionId)), sessionId };
}

/** Defines the tests of `<type>-order/cancel-order` that both types share. */
export function describeCancelOrder(productType: ProductType): void {
  const action = `${productType}-order/cancel-order`;
  const [make, makeOther] =
    productType === 'onetime' ? [newSession, newSubscriptionSession] : [newSubscriptionSession, newSession];
  const newOrder = (merchant: TestMerchant) => newPendingOrder(merchant, productType);

  describe('200', () => {
    test('while the bank waits for the buyer, the attempt ends with the order', async () => {
      const merchant = await newMerchant();
      const { sessionId } = await make(merchant);
      expect((await pay(merchant, sessionId, { cardNumber: '4000 0027 6000 3184' })).state).toBe('challenge');
      const { orderId, id } = await orderOf(sessionId);
      const { status, body } = await merchant.call(action, { orderId });
      expect([status, body]).toEqual([200, { data: { orderId, status: 'canceled' } }]);
      const [payment] = await db.select().from(payments).where(eq(payments.orderId, id));
      expect(payment).toMatchObject({ status: 'failed', failureCode: 'authentication_abandoned' });
    });

    test('for a customer with a session token', async () => {
      const merchant = await newMerchant();
      const { id, orderId } = await newOrder(merchant);
      const headers = await customerHeaders(merchant, 'user-1');
      await db.update(orders).set({ buyerIdentity: 'user-1' }).where(eq(orders.id, id));
      const { status, body } = await post(action, { orderId }, headers);
      expect([status, body.data.status]).toEqual([200, 'canceled']);
    });
  });

  describe('400', () => {
    test('A payment for this order is being processed; try again in a moment', async () => {
      const merchant = await newMerchant();
      const { id, orderId, sessionId } = await newOrder(merchant);
      await expect(pay(merchant, sessionId, { cardNumber: '4000 0000 0000 0002' })).rejects.toThrow(/declined/);
      await db.update(payments).set({ status: 'processing' }).where(eq(payments.orderId, id));
      const { status, body } = await merchant.call(action, { orderId });
      const message = 'A payment for this order is being processed; try again in a moment';
      expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'order' }]]);
      expect((await orderOf(sessionId)).status).toBe('pending');
    });
  });

  test('404 Order not found: one of the other type', async () => {
    const merchant = await newMerchant();
    const otherType = await makeOther(merchant);
    await pay(merchant, otherType.sessionId);
    const before = await orderOf(otherType.sessionId);
    const { status, body } = await merchant.call(action, { orderId: before.orderId });
    expect([status, body]).toMatchObject([
      404,
      { data: null, errors: [{ message: 'Order not found', layer: 'order' }] },
    ]);
    expect(await orderOf(otherType.sessionId)).toEqual(before);
  });
}
