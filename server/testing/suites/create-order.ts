/** Tests of `create-order` for both product types. Behavior of one type is tested with that type. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkoutSessions } from '#db/schema/index.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { db, newMerchant, newSession, newSubscriptionSession, pay, type TestMerchant } from '../api.ts';
import { ordersOf } from '../orders/rows.ts';

const billingDetail = { country: 'DE', isBusiness: false };

/** Defines the tests of `<type>-order/create-order` that both types share. */
export function describeCreateOrder(productType: ProductType): void {
  const action = `${productType}-order/create-order`;
  const isOnetime = productType === 'onetime';
  const [make, makeOther] = isOnetime ? [newSession, newSubscriptionSession] : [newSubscriptionSession, newSession];
  const create = (merchant: TestMerchant, sessionId: string, fields: Record<string, unknown> = {}) =>
    merchant.call(action, { checkoutSessionId: sessionId, billingDetail, ...fields });

  test('200 twenty concurrent calls create one order and return one URL', async () => {
    const merchant = await newMerchant();
    const session = await make(merchant);
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(merchant, session.sessionId)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.checkoutUrl}`))).toEqual(
      new Set([`200 ${session.checkoutUrl}`]),
    );
    expect(await ordersOf(session.sessionId)).toHaveLength(1);
  });

  test('200 null counts as absent: the order keeps the session’s value', async () => {
    const merchant = await newMerchant();
    const orderInput = { buyerEmail: 'ana@example.com', successUrl: 'https://example.com/thanks' };
    const { sessionId } = await make(merchant, orderInput);
    const { status } = await create(merchant, sessionId, { buyerEmail: null, buyerIp: null, successUrl: null });
    expect(status).toBe(200);
    expect(await ordersOf(sessionId)).toMatchObject([orderInput]);
  });

  describe('400', () => {
    async function expectNoOrder(
      merchant: TestMerchant,
      sessionId: string,
      entry: { message: string; layer: string },
      fields: Record<string, unknown> = {},
    ) {
      const { status, body } = await create(merchant, sessionId, fields);
      expect([status, body.errors]).toMatchObject([400, [entry]]);
      expect(await ordersOf(sessionId)).toEqual([]);
    }

    test('Product <id> is not active in environment <environment>', async () => {
      const merchant = await newMerchant();
      const { sessionId, productId } = await make(merchant);
      await merchant.call(`${productType}-product/update-status`, { id: productId, status: 'inactive' });
      const message = `Product ${productId} is not active in environment test`;
      await expectNoOrder(merchant, sessionId, { message, layer: 'product' });
    });

    test('Store is not active', async () => {
      const merchant = await newMerchant();
      const { sessionId } = await make(merchant);
      await merchant.call('store/update-store', { id: merchant.storeId, status: 'suspended' });
      await expectNoOrder(merchant, sessionId, { message: 'Store is not active', layer: 'store' });
    });

    test.each([
      [{ billingDetail: undefined }, 'Missing required field: billingDetail'],
      [{ billingDetail: null }, 'Missing required field: billingDetail'],
      [{ billingDetail: { country: 'US', isBusiness: true } }, 'Missing required field: billingDetail.state'],
      [{ buyerEmail: 'x' }, 'Invalid buyerEmail: must be an email address'],
      [{ buyerIp: 'localhost' }, 'Invalid buyerIp: must be an IP address'],
    ])('%j', async (fields, message) => {
      const merchant = await newMerchant();
      const { sessionId } = await make(merchant);
      await expectNoOrder(merchant, sessionId, { message, layer: 'order' }, fields);
    });

    test('The checkout session is for the other type; use its create-order', async () => {
      const merchant = await newMerchant();
      const { sessionId } = await makeOther(merchant);
      const message = isOnetime
        ? 'The checkout session is for a subscription; use subscription-order/create-order'
        : 'The checkout session is for a one-time product; use onetime-order/create-order';
      await expectNoOrder(merchant, sessionId, { message, layer: 'order' });
    });

    test('Checkout session has expired', async () => {
      const merchant = await newMerchant();
      const { sessionId } = await make(merchant);
      const expiresAt = new Date(Date.now() - 1);
      await db.update(checkoutSessions).set({ expiresAt }).where(eq(checkoutSessions.id, sessionId));
      const { status, body } = await create(merchant, sessionId);
      expect([status, body.errors[0].message]).toEqual([400, 'Checkout session has expired']);
    });

    test('Checkout session has already been paid', async () => {
      const merchant = await newMerchant();
      const { sessionId } = await make(merchant);
      expect((await pay(merchant, sessionId)).state).toBe('paid');
      const { status, body } = await create(merchant, sessionId);
      expect([status, body.errors[0].message]).toEqual([400, 'Checkout session has already been paid']);
    });

    test('The order of this checkout session was canceled', async () => {
      const merchant = await newMerchant();
      const { sessionId } = await make(merchant);
      await create(merchant, sessionId);
      const [order] = await ordersOf(sessionId);
      await merchant.call(`${productType}-order/cancel-order`, { orderId: order?.id });
      const { status, body } = await create(merchant, sessionId);
      expect([status, body.errors[0].message]).toEqual([400, 'The order of this checkout session was canceled']);
    });
  });
}
