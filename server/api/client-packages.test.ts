/** Every REST call of the published client, unmodified: with its own requests, and the fields that it reads. */
import {
  createCheckoutAction,
  createCustomerSessionAction,
  createCustomerTokenAction,
} from '@waffo/pancake-nextjs/server';
import {
  BillingPeriod,
  ChangeTiming,
  ProductVersionStatus,
  TaxCategory,
  WaffoPancake,
  type WaffoPancakeConfig,
  WaffoPancakeError,
} from '@waffo/pancake-ts';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { merchants, orders } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { toShortId } from '#server/domain/ids.ts';
import { baseUrl, db, newMerchant, pay, type TestMerchant } from '#server/testing/api.ts';
import { expectDocumented } from '#server/testing/documented.ts';
import { review } from '#server/testing/orders/refunds.ts';
import { paymentsOf, updateOrder } from '#server/testing/orders/rows.ts';

/** Compares each answer with the reference. */
const documentedFetch: typeof fetch = async (url, init) => {
  const response = await fetch(url, init);
  const body: unknown = await response.clone().json();
  expectDocumented(init?.method ?? 'GET', new URL(String(url)).pathname, response.status, body);
  return response;
};

const configOf = ({ merchantId, keys }: TestMerchant, environment: Environment): WaffoPancakeConfig => ({
  merchantId,
  privateKey: keys[environment].export({ type: 'pkcs8', format: 'pem' }).toString(),
  baseUrl,
  environment,
  fetch: documentedFetch,
});
const clientOf = (merchant: TestMerchant, environment: Environment = 'test') =>
  new WaffoPancake(configOf(merchant, environment));

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const price = { amount: '29.00', taxIncluded: false, taxCategory: TaxCategory.SaaS };
const pageOf = ({ slug }: TestMerchant) => expect.stringContaining(`${baseUrl}/${slug}/checkout/`);

/** Pays a session and returns the IDs of its order and payment. */
async function buy(merchant: TestMerchant, sessionId: string, buyerIdentity: string) {
  await pay(merchant, sessionId, { country: 'US', state: 'OR' });
  const { orderId } = await updateOrder(sessionId, { buyerIdentity });
  const [payment] = await paymentsOf(sessionId);
  return { orderId, paymentId: toShortId('PAY', payment?.id ?? '') };
}

test('stores', async () => {
  const merchant = await newMerchant();
  const client = clientOf(merchant);
  const { store } = await client.stores.create({ name: 'Corner Shop' });
  expect(store).toMatchObject({ name: 'Corner Shop', status: 'active', checkoutSettings: null, createdAt: moment });
  const updated = await client.stores.update({
    id: store.id,
    notificationSettings: { notifySubscriptionPlanChanged: false, notifyRefundSucceeded: false },
    checkoutSettings: { defaultDarkMode: true, light: { checkoutColorPrimary: '#123456' } as never },
  });
  expect(updated).not.toHaveProperty('warnings');
  const { notificationSettings, checkoutSettings } = updated.store;
  expect(notificationSettings).toMatchObject({ notifySubscriptionPlanChanged: false, notifyRefundSucceeded: false });
  expect(Object.keys(notificationSettings ?? {})).toEqual(
    expect.arrayContaining(['emailSubscriptionPlanChanged', 'emailRefundSucceeded']),
  );
  const theme = ['Logo', 'ColorPrimary', 'ColorBackground', 'ColorCard', 'ColorText', 'BorderRadius'];
  for (const side of [checkoutSettings?.light, checkoutSettings?.dark]) {
    expect(Object.keys(side ?? {}).toSorted()).toEqual(theme.map((name) => `checkout${name}`).toSorted());
  }
  expect((await client.stores.delete({ id: store.id })).store.deletedAt).toEqual(moment);
});

test('store members', async () => {
  const [merchant, colleague] = await Promise.all([newMerchant(), newMerchant()]);
  await db.update(merchants).set({ emailVerified: true }).where(eq(merchants.id, colleague.id));
  const { storeMerchants } = clientOf(merchant, 'prod');
  const member = { storeId: merchant.storeId, merchantId: colleague.merchantId };
  const added = await storeMerchants.add({ storeId: merchant.storeId, email: colleague.email, role: 'member' });
  const expected = { ...member, email: colleague.email, role: 'member', status: 'active', addedAt: moment };
  expect(added).toMatchObject(expected);
  const changed = await storeMerchants.updateRole({ ...member, role: 'admin' });
  expect(changed).toMatchObject({ ...member, role: 'admin', updatedAt: moment });
  expect(await storeMerchants.remove(member)).toMatchObject({ message: expect.any(String), removedAt: moment });
});

test('one-time products', async () => {
  const merchant = await newMerchant();
  const { onetimeProducts } = clientOf(merchant);
  const content = { storeId: merchant.storeId, name: 'Handbook', prices: { USD: price } };
  const { product } = await onetimeProducts.create(content);
  expect(product).toMatchObject({ ...content, status: 'active' });
  expect((await onetimeProducts.update({ id: product.id, name: 'Handbook 2' })).product.name).toBe('Handbook 2');
  expect((await onetimeProducts.publish({ id: product.id })).product.status).toBe('active');
  const { product: hidden } = await onetimeProducts.updateStatus({
    id: product.id,
    status: ProductVersionStatus.Inactive,
  });
  expect(hidden.status).toBe('inactive');
});

test('subscription products and groups', async () => {
  const merchant = await newMerchant();
  const { subscriptionProducts, subscriptionProductGroups } = clientOf(merchant);
  const content = {
    storeId: merchant.storeId,
    name: 'Beans',
    billingPeriod: BillingPeriod.Monthly,
    prices: { USD: price },
  };
  const { product } = await subscriptionProducts.create(content);
  expect(product).toMatchObject({ ...content, status: 'active' });
  const { id } = product;
  expect((await subscriptionProducts.update({ id, name: 'Beans by Post' })).product.name).toBe('Beans by Post');
  expect((await subscriptionProducts.publish({ id })).product.status).toBe('active');
  expect((await subscriptionProducts.updateStatus({ id, status: ProductVersionStatus.Inactive })).product.status).toBe(
    'inactive',
  );

  const rules = { sharedTrial: true, selfServicePlanChange: true };
  const named = { storeId: merchant.storeId, name: 'Plans', productIds: [id] };
  const { group } = await subscriptionProductGroups.create({ ...named, rules });
  expect(group).toMatchObject({ ...named, rules, environment: 'test' });
  const updated = await subscriptionProductGroups.update({ id: group.id, rules: { sharedTrial: false } });
  expect(updated.group.rules).toEqual({ sharedTrial: false, selfServicePlanChange: true });
  expect((await subscriptionProductGroups.publish({ id: group.id })).group.environment).toBe('prod');
  expect((await subscriptionProductGroups.delete({ id: group.id })).group.id).toBe(group.id);
});

test('webhooks', async () => {
  const merchant = await newMerchant();
  const { webhooks } = clientOf(merchant);
  const given = { storeId: merchant.storeId, events: ['order.completed' as const], testMode: true };
  const http = { ...given, channel: 'http' as const, url: 'https://example.com/hook' };
  const { webhook } = await webhooks.add(http);
  expect(webhook).toMatchObject({ ...http, id: expect.any(String), createdAt: moment });
  const url = 'https://api.telegram.org/bot123:ABC/sendMessage';
  const telegram = { ...given, channel: 'telegram' as const, url, secret: '8737101383' };
  const { webhook: chat } = await webhooks.add(telegram);
  expect(chat).toMatchObject(telegram);
  await expect(webhooks.update({ id: chat.id, secret: null })).rejects.toThrow('a Telegram address needs chat_id');
  const { webhook: updated } = await webhooks.update({ id: webhook.id, events: ['refund.failed'] });
  expect(updated.events).toEqual(['refund.failed']);
  expect((await webhooks.remove({ id: webhook.id })).webhook.id).toBe(webhook.id);
});

/** A merchant with a product, as the client creates it. */
async function shop() {
  const merchant = await newMerchant();
  const client = clientOf(merchant);
  const content = { storeId: merchant.storeId, name: 'Handbook', prices: { USD: price } };
  const { product } = await client.onetimeProducts.create(content);
  const month = { ...content, name: 'Beans', billingPeriod: BillingPeriod.Monthly };
  const { product: subscription } = await client.subscriptionProducts.create(month);
  return { merchant, client, productId: product.id, subscriptionId: subscription.id };
}

test('checkout sessions, without warnings', async () => {
  const { merchant, client, productId } = await shop();
  const given = { productId, currency: 'USD' };
  const checkoutUrl = pageOf(merchant);
  expect(await client.checkout.createSession(given)).toEqual({
    sessionId: expect.any(String),
    checkoutUrl,
    expiresAt: moment,
  });
  const anonymous = await client.checkout.anonymous.create({
    ...given,
    buyerEmail: 'customer@example.com',
    billingDetail: { country: 'US', isBusiness: false, postcode: '10001' },
    orderMerchantExternalId: 'ORDER-2026-00891',
    includePaymentMethods: ['card', 'applepay', 'googlepay', 'wechat'],
  });
  expect(anonymous).toEqual({ sessionId: expect.any(String), checkoutUrl, expiresAt: moment });
  const authenticated = await client.checkout.authenticated.create({ ...given, buyerIdentity: 'user-123' });
  expect(authenticated).toEqual({
    sessionId: expect.any(String),
    checkoutUrl: expect.stringMatching(/#token=eyJ/),
    expiresAt: moment,
    token: expect.any(String),
    tokenExpiresAt: moment,
  });
  const checkout = createCheckoutAction(configOf(merchant, 'test'));
  for (const type of [{}, { type: 'authenticated' as const, buyerIdentity: 'user-123' }]) {
    expect((await checkout({ ...given, ...type } as never)).checkoutUrl).toEqual(checkoutUrl);
  }
});

test('session tokens, and a customer’s cancellation and reactivation', async () => {
  const { merchant, client, productId, subscriptionId } = await shop();
  const buyerIdentity = 'customer@example.com';
  const byStore = await client.auth.issueSessionToken({ storeId: merchant.storeId, buyerIdentity });
  const issue = createCustomerTokenAction(configOf(merchant, 'test'));
  expect([byStore, await issue({ productId, buyerIdentity })]).toMatchObject([
    { expiresAt: moment },
    { expiresAt: moment },
  ]);

  const { sessionId } = await client.checkout.createSession({ productId: subscriptionId, currency: 'USD' });
  const { orderId } = await buy(merchant, sessionId, buyerIdentity);
  const customer = client.customer(byStore.token);
  expect(await customer.cancelSubscription({ orderId })).toEqual({ orderId, status: 'canceling' });
  expect(await customer.reactivateSubscription({ orderId })).toEqual({ orderId, status: 'active' });
  expect(await client.orders.cancelSubscription({ orderId })).toEqual({ orderId, status: 'canceling' });
  const act = createCustomerSessionAction(configOf(merchant, 'test'));
  expect(await act(byStore.token, 'reactivateSubscription', { orderId })).toEqual({ orderId, status: 'active' });

  const { sessionId: unpaid } = await client.checkout.createSession({ productId, currency: 'USD' });
  const billingDetail = { country: 'DE', isBusiness: false };
  await merchant.call('onetime-order/create-order', { checkoutSessionId: unpaid, billingDetail });
  const pending = eq(orders.checkoutSessionId, unpaid);
  const [order] = await db.update(orders).set({ buyerIdentity }).where(pending).returning();
  const canceled = { orderId: toShortId('ORD', order?.id ?? ''), status: 'canceled' };
  expect(await customer.cancelOnetimeOrder({ orderId: canceled.orderId })).toEqual(canceled);
});

test('a customer’s refund request, and its repetition after a rejection', async () => {
  const { merchant, client, productId } = await shop();
  const buyerIdentity = 'customer@example.com';
  const { sessionId } = await client.checkout.createSession({ productId, currency: 'USD' });
  const { paymentId } = await buy(merchant, sessionId, buyerIdentity);
  const { token } = await client.auth.issueSessionToken({ productId, buyerIdentity });
  const customer = client.customer(token);
  const requestedAmount = { amount: '29.00', currency: 'USD' };
  const reason = 'Product not as described';
  const refundTicketMerchantExternalId = 'REF-2026-00891';
  const metadata = { case: 'A-7' };
  const request = { paymentId, reason, requestedAmount, metadata, refundTicketMerchantExternalId };
  const { ticket } = await customer.createRefundTicket(request);
  const expected = {
    type: 'refund',
    status: 'pending',
    subjectId: paymentId,
    submitterId: buyerIdentity,
    submitterType: 'customer',
    currentVersionId: null,
    reviewerId: null,
    reviewedAt: null,
    reviewNote: null,
    rejectReason: null,
    executedAt: null,
    metadata,
    refundTicketMerchantExternalId,
    versionNumber: 1,
    versionData: { reason, requestedAmount },
    createdAt: moment,
    updatedAt: moment,
  };
  expect(ticket).toMatchObject(expected);
  await expect(customer.createRefundTicket(request)).rejects.toBeInstanceOf(WaffoPancakeError);
  await review(merchant, { ticketId: ticket.id, decision: 'reject', note: 'Which part?' });
  const more = { reason: 'All of it', requestedAmount: { amount: '10.00', currency: 'USD' } };
  const again = await customer.resubmitRefundTicket({ ticketId: ticket.id, paymentId, ...more });
  expect(again.ticket).toMatchObject({ ...expected, versionNumber: 2, versionData: more });
});

test('plan changes, of the merchant’s and of the customer’s own', async () => {
  const merchant = await newMerchant();
  const client = clientOf(merchant);
  const buyerIdentity = 'customer@example.com';
  const planOf = async (name: string, amount: string) => {
    const plan = { storeId: merchant.storeId, name, billingPeriod: BillingPeriod.Monthly };
    return (await client.subscriptionProducts.create({ ...plan, prices: { USD: { ...price, amount } } })).product.id;
  };
  const [current, target] = [await planOf('Basic', '29.00'), await planOf('Team', '58.00')];
  const group = { storeId: merchant.storeId, name: 'Plans', productIds: [current, target] };
  const { group: plans } = await client.subscriptionProductGroups.create(group);
  const { sessionId } = await client.checkout.createSession({ productId: current, currency: 'USD' });
  const { orderId: originOrderId } = await buy(merchant, sessionId, buyerIdentity);
  const change = { originOrderId, productId: target, currency: 'USD' };
  const opened = {
    sessionId: expect.any(String),
    checkoutUrl: expect.stringContaining(`${baseUrl}/store/${merchant.slug}/change/`),
    expiresAt: moment,
  };

  const credited = { ...change, changeTiming: ChangeTiming.Immediate, changeCreditAmount: '8.00' };
  expect(await client.checkout.createPlanChangeSession(credited)).toEqual(opened);
  const authenticated = await client.checkout.authenticated.createPlanChange({ ...change, buyerIdentity });
  expect(authenticated).toMatchObject({ ...opened, token: expect.any(String) });
  expect(authenticated.checkoutUrl).toContain('#token=');
  const both = { ...change, changeAmount: '1.00', changeCreditAmount: '1.00' };
  await expect(client.checkout.createPlanChangeSession(both)).rejects.toMatchObject({ status: 400 });

  const { token } = await client.auth.issueSessionToken({ storeId: merchant.storeId, buyerIdentity });
  const customer = client.customer(token);
  await expect(customer.createPlanChangeSession(change)).rejects.toThrow(
    'Self-service plan change is not enabled for this product group',
  );
  await client.subscriptionProductGroups.update({ id: plans.id, rules: { selfServicePlanChange: true } });
  expect(await customer.createPlanChangeSession(change)).toEqual(opened);
  const other = await client.auth.issueSessionToken({ storeId: merchant.storeId, buyerIdentity: 'other@example.com' });
  await expect(client.customer(other.token).createPlanChangeSession(change)).rejects.toThrow(
    'Subscription order does not belong to this credential',
  );

  const page = await fetch(authenticated.checkoutUrl);
  expect([page.status, (await page.text()).includes('From Basic to Team')]).toEqual([200, true]);
});

test('a content check, which passes nothing', async () => {
  const { contentSafety } = clientOf(await newMerchant());
  expect(await contentSafety.scanPrompt({ prompt: 'a cat riding a bike' })).toMatchObject({
    action: 'review',
    reasonCode: 'service_degraded',
    matchedCategories: [],
    semanticStatus: 'disabled',
  });
});
