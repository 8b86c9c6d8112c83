/** The changes that the audit trail records for API calls: before and after, without secrets. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payments } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import {
  customerHeaders,
  db,
  newGroup,
  newMember,
  newMerchant,
  newProduct,
  newSession,
  newSubscriptionProduct,
  newSubscriptionSession,
  newWebhook,
  pay,
  post,
} from '#server/testing/api.ts';
import { tieCheckout } from '#server/testing/orders/checkout.ts';
import { eventsOf, orderOf } from '#server/testing/orders/rows.ts';
import type { Changes } from '../rules/event.ts';

/** The last event of an object. */
async function lastOf(objectId: string) {
  const last = (await eventsOf(objectId)).at(-1);
  if (!last) throw new Error('no event');
  return last;
}

/** The types and changes of all events of an object. */
const changesOf = async (objectId: string) =>
  (await eventsOf(objectId)).map(({ type, changes }) => [type, changes] as const);

test('records only the changed fields of a store, including nested settings', async () => {
  const merchant = await newMerchant('Kettle');
  const { storeId: id } = merchant;
  const update = (body: object) => merchant.call('store/update-store', { id, ...body });
  await update({
    name: 'Kettle & Crema',
    notificationSettings: { notifyNewOrders: false },
    supportEmail: 'a@b.example',
  });
  expect((await lastOf(merchant.store.id)).changes).toEqual({
    before: { name: 'Kettle', supportEmail: null },
    after: { name: 'Kettle & Crema', supportEmail: 'a@b.example', 'notificationSettings.notifyNewOrders': false },
  });
  await update({ checkoutSettings: { light: { checkoutColorPrimary: '#000000' } } });
  await update({ checkoutSettings: { light: { checkoutColorPrimary: '#ffffff' } } });
  expect((await lastOf(merchant.store.id)).changes).toEqual({
    before: { 'checkoutSettings.light.checkoutColorPrimary': '#000000' },
    after: { 'checkoutSettings.light.checkoutColorPrimary': '#ffffff' },
  });
  await merchant.call('store/delete-store', { id });
  expect((await lastOf(merchant.store.id)).changes).toEqual({
    before: { deletedAt: null },
    after: { deletedAt: expect.stringMatching(/Z$/) },
  });
});

test('records the host of a webhook and whether it has a secret', async () => {
  const merchant = await newMerchant();
  const secrets = ['a-very-secret-thing', 'another-secret-thing'];
  const { id } = await newWebhook(merchant, { url: 'https://hooks.example.com/T0/very-secret', secret: secrets[0] });
  await merchant.call('store/update-webhook', { id, url: 'https://hooks.example.com/T1/secret', secret: secrets[1] });
  await merchant.call('store/update-webhook', { id, url: 'https://example.org/in', secret: null });
  await merchant.call('store/remove-webhook', { id });
  const recorded = await changesOf(id);
  const fields = { channel: 'http', events: ['order.completed'], testMode: true };
  expect(recorded).toEqual([
    ['webhook.added', { after: { ...fields, host: 'hooks.example.com', secret: 'set' } }],
    [
      'webhook.updated',
      {
        before: { host: 'hooks.example.com', secret: 'set' },
        after: { host: 'hooks.example.com, another path', secret: 'changed' },
      },
    ],
    [
      'webhook.updated',
      { before: { host: 'hooks.example.com', secret: 'set' }, after: { host: 'example.org', secret: null } },
    ],
    ['webhook.removed', { before: { ...fields, host: 'example.org' } }],
  ]);
  expect(JSON.stringify(recorded)).not.toMatch(/secret-thing|very-secret|T1/);
});

test('records members and their roles', async () => {
  const merchant = await newMerchant();
  const { merchantId: member } = await newMember(merchant, 'member');
  const about = { storeId: merchant.storeId, merchantId: member };
  await merchant.call('store-merchant/update-role', { ...about, role: 'admin' });
  expect((await lastOf(merchant.store.id)).changes).toEqual({ before: { role: 'member' }, after: { role: 'admin' } });
  await merchant.call('store-merchant/remove-merchant', about);
  expect((await lastOf(merchant.store.id)).changes).toEqual({ before: { member, role: 'admin' } });
  await merchant.call('store-merchant/add-merchant', { ...about, role: 'member' });
  expect((await lastOf(merchant.store.id)).changes).toEqual({ after: { member, role: 'member' } });
});

test('records a product’s content, status and version, and truncates long text', async () => {
  const merchant = await newMerchant();
  const { id } = await newProduct(merchant, { description: 'x'.repeat(600), metadata: { shelf: 'A' } });
  const key = fromShortId('PROD', id) ?? '';
  expect((await lastOf(key)).changes?.after).toMatchObject({
    name: 'Handbook',
    version: 1,
    'prices.USD.amount': '29.00',
    'metadata.shelf': 'A',
    description: `${'x'.repeat(500)}… (100 more characters)`,
  });
  await merchant.call('onetime-product/update-product', { id, prices: { USD: { amount: '31.00' } } });
  expect((await lastOf(key)).changes).toMatchObject({
    before: { version: 1, 'prices.USD.amount': '29.00' },
    after: { version: 2, 'prices.USD.amount': '31.00' },
  });
  await merchant.call('onetime-product/update-status', { id, status: 'inactive' });
  expect((await lastOf(key)).changes).toEqual({ before: { status: 'active' }, after: { status: 'inactive' } });
});

test('records a plan group’s products', async () => {
  const merchant = await newMerchant();
  const product = await newSubscriptionProduct(merchant);
  const { id } = await newGroup(merchant);
  await merchant.call('subscription-product-group/update-group', { id, productIds: [product.id] });
  expect((await lastOf(id)).changes).toEqual({ before: { products: [] }, after: { products: [product.id] } });
  await merchant.call('subscription-product-group/delete-group', { id });
  expect((await lastOf(id)).changes?.before).toMatchObject({ name: 'Plans', products: [product.id] });
});

test('records an order from creation to refund', async () => {
  const merchant = await newMerchant();
  const { sessionId, productId } = await newSession(merchant, {
    buyerEmail: 'ana.maier@example.com',
    billingDetail: { country: 'DE', isBusiness: false },
    orderMerchantExternalId: 'cart-1',
    language: 'de',
    priceSnapshot: { amount: '29.00', taxIncluded: false, taxCategory: 'ebook' },
  });
  const ofPrice = { currency: 'USD', price: '29.00 USD', taxIncluded: false, taxCategory: 'ebook' };
  const ofProduct = { product: productId, version: 1, type: 'onetime', ...ofPrice, externalId: 'cart-1' };
  await pay(merchant, sessionId, { postcode: '10115' });
  const order = await orderOf(sessionId);
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id));
  expect(await changesOf(order.id)).toEqual([
    [
      'order.created',
      {
        after: {
          ...ofProduct,
          status: 'pending',
          total: '34.51 USD',
          tax: '5.51 USD',
          buyerEmail: 'b…@example.com',
          'billingDetail.country': 'DE',
          'billingDetail.isBusiness': false,
          'billingDetail.postcode': 'set',
          language: 'en',
        },
      },
    ],
    [
      'order.completed',
      {
        before: { paymentStatus: 'processing', status: 'pending' },
        after: { paymentStatus: 'succeeded', status: 'completed' },
      },
    ],
  ]);
  await merchant.call('refund/create-refund', { paymentId: payment?.id, amount: '5.00', reason: 'Late' });
  expect((await lastOf(order.id)).changes).toEqual({
    after: { refundStatus: 'pending', amount: '5.00 USD', reason: 'Late' },
  });
});

test('records that the buyer of an order changed without identifying them', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  const declined = { cardNumber: '4000 0000 0000 0002', postcode: '10115' };
  await expect(pay(merchant, sessionId, { ...declined, email: 'ana@example.com' })).rejects.toThrow();
  await expect(pay(merchant, sessionId, { ...declined, email: 'anton@example.com' })).rejects.toThrow();
  await pay(merchant, sessionId, { email: 'anton@example.org', country: 'FR', postcode: '75001' });
  const order = await orderOf(sessionId);
  const all = await changesOf(order.id);
  const [second, third] = all.filter(([type]) => type === 'order.updated').map(([, changes]) => changes);
  expect(second).toEqual({
    before: { buyerEmail: 'a…@example.com' },
    after: { buyerEmail: 'a…@example.com, another' },
  });
  expect(third).toEqual({
    before: {
      total: '34.51 USD',
      tax: '5.51 USD',
      buyerEmail: 'a…@example.com',
      'billingDetail.country': 'DE',
      'billingDetail.postcode': 'set',
    },
    after: {
      total: '34.80 USD',
      tax: '5.80 USD',
      buyerEmail: 'a…@example.org',
      'billingDetail.country': 'FR',
      'billingDetail.postcode': 'changed',
    },
  });
  expect(JSON.stringify(all)).not.toMatch(/ana@|anton@|10115|75001/);
});

test('records the end of a trial and the price per period', async () => {
  const merchant = await newMerchant();
  const billingDetail = { country: 'DE', isBusiness: true, businessName: 'Maier GmbH', taxId: 'DE136695976' };
  const fields = { withTrial: true, billingDetail };
  const { sessionId } = await newSubscriptionSession(merchant, fields, { metadata: { trialDays: 14 } });
  await pay(merchant, sessionId);
  const order = await orderOf(sessionId);
  const [[, created]] = (await changesOf(order.id)) as [[string, Changes]];
  expect(created.after).toMatchObject({
    type: 'subscription',
    billingPeriod: 'monthly',
    price: '18.00 USD',
    trialEndsAt: order.trialEndsAt?.toISOString(),
    'billingDetail.isBusiness': true,
    'billingDetail.businessName': 'set',
    'billingDetail.taxId': 'set',
  });
  expect(JSON.stringify(created)).not.toMatch(/Maier|136695976/);
});

test('records that a checkout was linked to a customer', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  const address = { storeSlug: merchant.slug, sessionId };
  await tieCheckout(
    db,
    address,
    { storeId: merchant.store.id, buyerIdentity: 'user-1', environment: 'test' },
    new Date(),
  );
  expect(await lastOf(sessionId)).toMatchObject({
    type: 'checkout_session.tied',
    actor: { by: 'user-1' },
    changes: { before: { customer: null }, after: { customer: 'set' } },
  });
});

test('records a cancellation by the customer', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId);
  const order = await orderOf(sessionId);
  const headers = await customerHeaders(merchant, 'buyer@example.com');
  const canceled = await post('subscription-order/cancel-order', { orderId: order.id }, headers);
  expect(canceled.status).toBe(200);
  const { changes, actor } = await lastOf(order.id);
  expect(changes).toEqual({
    before: { status: 'active', nextChargeAt: expect.stringMatching(/Z$/) },
    after: { status: 'canceling', nextChargeAt: null },
  });
  expect(actor).toMatchObject({ kind: 'sessionToken', by: 'buyer@example.com' });
});
