/** How the portal shows an order's status: refunded, or a canceled trial. */
import { expect, test } from 'vitest';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { db, newMerchant, newSubscriptionSession, pay, type TestMerchant } from '#server/testing/api.ts';
import { newEmail, newPurchase, signInBrowser } from '#server/testing/orders/portal-visitor.ts';
import { freeze } from '#server/testing/orders/refunds.ts';
import { orderOf, updateOrder } from '#server/testing/orders/rows.ts';

async function refund(merchant: TestMerchant, paymentId: string, amount?: string) {
  const at = await freeze(merchant);
  await merchant.call('refund/create-refund', { paymentId, amount });
  await executeRefunds(db, at, { scope: { merchantId: merchant.id, storeId: merchant.store.id } });
}

test('shows a refunded one-time order in the list and on its page', async () => {
  const merchant = await newMerchant();
  const order = await newPurchase(merchant, newEmail(), { identity: 'user-1' });
  const browser = await signInBrowser(merchant, 'user-1');
  const standing = async () => {
    const [list, page] = [await browser.page('/'), await browser.page(`/orders/${order.id}`)];
    return [list.view.others[0], page.view].map(({ status, refund: beside }) => [status, beside]);
  };
  expect(await standing()).toEqual(Array(2).fill(['Paid', null]));
  await refund(merchant, order.paymentId, '9.00');
  expect(await standing()).toEqual(Array(2).fill(['Partially refunded', null]));
  await refund(merchant, order.paymentId);
  expect(await standing()).toEqual(Array(2).fill(['Refunded', null]));
});

test('shows a subscription’s refund beside its status', async () => {
  const merchant = await newMerchant();
  const order = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
  const browser = await signInBrowser(merchant, 'user-1');
  await refund(merchant, order.paymentId);
  expect((await browser.page(`/orders/${order.id}`)).view).toMatchObject({ status: 'Active', refund: 'Refunded' });
});

test('says that nothing is charged while a subscription is paused', async () => {
  const merchant = await newMerchant();
  const { id: orderId } = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
  const browser = await signInBrowser(merchant, 'user-1');
  const next = async () => (await browser.page(`/orders/${orderId}`)).view.next;
  const renews = await next();
  expect(renews).toMatch(/^Renews/);
  await merchant.call('subscription-order/pause-order', { orderId });
  expect(await next()).toBe('Paused. Nothing is charged.');
  await merchant.call('subscription-order/resume-order', { orderId });
  expect(await next()).toBe(renews);
  const resumesAt = new Date(Date.now() + 40 * 86_400_000).toISOString();
  await merchant.call('subscription-order/pause-order', { orderId, resumesAt });
  expect(await next()).toMatch(/^Paused until .+\. Nothing is charged\.$/);
});

test('shows a resumed trial as a trial, and a refused card as no payment', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant, {}, { metadata: { trialDays: 14 } });
  await expect(pay(merchant, sessionId, { cardNumber: '4000 0000 0000 0002' })).rejects.toThrow();
  await pay(merchant, sessionId);
  const { orderId: id } = await updateOrder(sessionId, { buyerIdentity: 'user-1' });
  const browser = await signInBrowser(merchant, 'user-1');
  const view = async () => (await browser.page(`/orders/${id}`)).view;
  const next = expect.stringMatching(/trial/);
  expect(await view()).toMatchObject({ status: 'Trial', next, payments: [{ amount: '$0.00', status: 'Paid' }] });
  expect((await view()).payments).toHaveLength(1);
  await browser.post(`orders/${id}/cancel`, {});
  expect(await view()).toMatchObject({ status: 'Canceling' });
  await browser.post(`orders/${id}/reactivate`, {});
  expect(await view()).toMatchObject({ status: 'Trial', next });
  expect((await orderOf(sessionId)).status).toBe('active');
});
