import { expect, test } from 'vitest';
import { newId, toShortId } from '#server/domain/ids.ts';
import { newMerchant, post } from '#server/testing/api.ts';

const action = 'subscription-order/change-product';
const given = { orderId: toShortId('ORD', newId()), targetProductId: toShortId('PROD', newId()) };

test.each([given, {}, { orderId: 'abc', targetProductId: 1 }])(
  '501, naming the way to change a plan, always: %j',
  async (fields) => {
    const { status, body } = await (await newMerchant()).call(action, fields);
    expect([status, body]).toMatchObject([
      501,
      {
        data: null,
        errors: [{ message: 'Not implemented; use checkout/create-session with originOrderId', layer: 'order' }],
      },
    ]);
  },
);

test('403 Insufficient permissions, for a store slug', async () => {
  const { slug } = await newMerchant();
  const { status, body } = await post(action, given, { 'X-Store-Slug': slug, 'X-Environment': 'test' });
  expect([status, body.errors[0].message]).toEqual([403, 'Insufficient permissions']);
});
