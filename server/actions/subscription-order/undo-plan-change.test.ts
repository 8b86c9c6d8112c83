import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { customerHeaders, db, newSubscriptionProduct, post } from '#server/testing/api.ts';
import { newSubscription } from '#server/testing/orders/subscriptions.ts';
import { callFromDashboard } from '#server/testing/reviews.ts';

const action = 'subscription-order/undo-plan-change';

/** A subscription of the customer `buyer@example.com` with a scheduled plan change. */
async function scheduled() {
  const subscription = await newSubscription();
  const { merchant, id } = subscription;
  const orderId = toShortId('ORD', id);
  const { id: productId } = await newSubscriptionProduct(merchant);
  const request = { orderId, productId, currency: 'USD', changeTiming: 'next_period' };
  const { data } = await callFromDashboard(merchant, 'subscription-order/quote-plan-change', request, 'test');
  const confirmation = { orderId, quoteId: data.quoteId };
  const confirmed = await callFromDashboard(merchant, 'subscription-order/confirm-plan-change', confirmation, 'test');
  return { ...subscription, orderId, changeOrderId: String(confirmed.data.orderId) };
}

const statusOf = async (orderId: string) =>
  (
    await db
      .select()
      .from(orders)
      .where(eq(orders.id, fromShortId('ORD', orderId) ?? ''))
  )[0]?.status;

test.each(['apiKey', 'dashboard', 'sessionToken'] as const)(
  'takes a scheduled change back as %s; the subscription renews with its plan',
  async (caller) => {
    const { merchant, orderId, changeOrderId, order, due, renew, applyChanges, ...subscription } = await scheduled();
    const call = {
      apiKey: async () => (await merchant.call(action, { orderId })).body.data,
      dashboard: async () => (await callFromDashboard(merchant, action, { orderId }, 'test')).data,
      sessionToken: async () =>
        (await post(action, { orderId }, await customerHeaders(merchant, 'buyer@example.com'))).body.data,
    };
    expect(await call[caller]()).toEqual({ orderId, status: 'active' });
    expect(await statusOf(changeOrderId)).toBe('canceled');
    expect(await order()).toMatchObject({ status: 'active', changeOrderId: null });
    expect(await subscription.subscriptionEvents()).toContain('subscription.plan_change_undone');
    expect(await applyChanges(due)).toBe(0);
    expect(await renew(due)).toBe(1);
    const again = await merchant.call(action, { orderId });
    expect([again.status, again.body.errors[0].message]).toEqual([
      400,
      'The subscription has no scheduled plan change',
    ]);
  },
);

test('canceling the order of a scheduled change takes the change back', async () => {
  const { merchant, changeOrderId, order, due, renew } = await scheduled();
  const { status } = await merchant.call('subscription-order/cancel-order', { orderId: changeOrderId });
  expect(status).toBe(200);
  expect(await order()).toMatchObject({ status: 'active', changeOrderId: null });
  expect(await renew(due)).toBe(1);
});
