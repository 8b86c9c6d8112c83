import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { events, kybTickets, orders, products, senderDomains, senderEmails, stores } from '#db/schema/index.ts';
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';
import { countDeletionBlockers } from '#server/billing/store-deletion.ts';
import { findMemberProduct } from '#server/catalog/products.ts';
import { fromShortId, newId } from '#server/domain/ids.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { lockStoreRow } from '#server/stores/data/store-locks.ts';
import type { KybStatus } from '#server/stores/rules/kyb-ticket.ts';
import type { SenderStatus } from '#server/stores/rules/sender.ts';
import {
  baseUrl,
  db,
  newMember,
  newMerchant,
  newProduct,
  newSession,
  newWebhook,
  pay,
  post,
  send,
  type TestMerchant,
} from '#server/testing/api.ts';
import { raceForLock } from '#server/testing/databases/locks.ts';
import { readCheckout } from '#server/testing/orders/checkout.ts';
import { asSubscription } from '#server/testing/orders/order-copies.ts';
import { inStatus } from '#server/testing/orders/order-status.ts';
import { eventsOf, updateOrder } from '#server/testing/orders/rows.ts';
import { newPendingDelivery } from '#server/testing/webhooks/pending-delivery.ts';

const action = 'store/delete-store';
const remove = (merchant: TestMerchant) => merchant.call(action, { id: merchant.storeId });
const rowOf = async (merchant: TestMerchant) =>
  (await db.select().from(stores).where(eq(stores.id, merchant.store.id)))[0];

const retire = (tx: Tx, merchant: TestMerchant) =>
  tx
    .update(products)
    .set({ testStatus: 'inactive', prodStatus: 'inactive' })
    .where(eq(products.storeId, merchant.store.id));

/** An order of the merchant in that status. Its product is taken off sale, so that the order alone blocks deletion. */
async function newOrder(
  merchant: TestMerchant,
  type: 'onetime' | 'subscription',
  status: OrderStatus,
  environment: 'test' | 'prod' = 'test',
): Promise<string> {
  const { sessionId } = await newSession(merchant);
  const billingDetail = { country: 'DE', isBusiness: false };
  await merchant.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail });
  const kind = type === 'subscription' && asSubscription(new Date());
  const changes = { ...kind, ...inStatus(status), environment, buyerIdentity: 'ana' };
  const { orderId } = await updateOrder(sessionId, changes);
  await retire(db, merchant);
  return orderId;
}

const own = (merchant: TestMerchant) => ({
  id: newId(),
  merchantId: merchant.id,
  storeId: merchant.store.id,
  createdAt: new Date(),
  updatedAt: new Date(),
});

const details = {
  legalName: 'Kettle Ltd',
  country: 'DE',
  registrationNumber: '1',
  address: 'Road 1',
  website: 'https://example.com',
  contactName: 'Ana',
  contactEmail: 'ana@example.com',
  description: 'Coffee',
};
const newTicket = (merchant: TestMerchant, status: KybStatus) =>
  db.insert(kybTickets).values({ ...own(merchant), status, details });
const newSenderEmail = (merchant: TestMerchant, status: SenderStatus) =>
  db.insert(senderEmails).values({ ...own(merchant), email: `${newId()}@example.com`, status });
const newSenderDomain = (merchant: TestMerchant, status: SenderStatus) =>
  db.insert(senderDomains).values({ ...own(merchant), domain: `${newId()}.example.com`, status, dnsToken: newId() });

/** The single entry of one blocking category. */
const entry = (reason: string, count: number, message: string) => ({
  message,
  layer: 'store',
  reason,
  count,
  aiHint: expect.stringMatching(/\w{3}.*\.$/),
});

/** Expects that deletion is refused for that reason alone and leaves the store unchanged. */
async function expectBlocked(merchant: TestMerchant, expected: object) {
  const before = await rowOf(merchant);
  const { status, body } = await remove(merchant);
  expect([status, body]).toMatchObject([409, { data: null, errors: [expected] }]);
  expect(await rowOf(merchant)).toEqual(before);
  expect(before?.deletedAt).toBeNull();
}

test('stops counting at the maximum', async () => {
  const merchant = await newMerchant();
  for (let count = 0; count < 3; count += 1) await newOrder(merchant, 'onetime', 'pending');
  const counts = { active_products: 0, pending_orders: 3, active_subscriptions: 0 };
  expect(await countDeletionBlockers(db, scopeOfStore(merchant.store))).toMatchObject(counts);
  expect(await countDeletionBlockers(db, scopeOfStore(merchant.store), 2)).toMatchObject({
    ...counts,
    pending_orders: 2,
  });
});

describe('200', () => {
  test('sets deletedAt, keeps the status and records it', async () => {
    const merchant = await newMerchant('Going');
    await merchant.call('store/update-store', { id: merchant.storeId, status: 'suspended' });
    const { status, body } = await remove(merchant);
    expect(status).toBe(200);
    const row = await rowOf(merchant);
    expect(row?.deletedAt).toBeInstanceOf(Date);
    expect(body.data.store).toMatchObject({
      id: merchant.storeId,
      name: 'Going',
      slug: merchant.slug,
      status: 'suspended',
      deletedAt: row?.deletedAt?.toISOString(),
      updatedAt: row?.deletedAt?.toISOString(),
    });
    const happened = await eventsOf(merchant.store.id);
    expect(happened.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['store.updated', 1],
      ['store.deleted', 2],
    ]);
  });

  test('ignores finished objects: inactive products, finished orders, decided tickets, unbound senders', async () => {
    const merchant = await newMerchant();
    for (const status of ['completed', 'canceled', 'expired'] as const) await newOrder(merchant, 'onetime', status);
    for (const status of ['canceled', 'expired'] as const) await newOrder(merchant, 'subscription', status);
    for (const status of ['succeeded', 'rejected'] as const) await newTicket(merchant, status);
    for (const status of ['unproven', 'in_review', 'rejected'] as const) {
      await newSenderEmail(merchant, status);
      await newSenderDomain(merchant, status);
    }
    const other = await newMerchant();
    await newProduct(other);
    expect((await remove(merchant)).status).toBe(200);
  });

  test('cancels pending webhook deliveries', async () => {
    const [merchant, other] = [await newMerchant(), await newMerchant()];
    const [its, others] = [
      await newPendingDelivery(merchant, (await newWebhook(merchant)).id),
      await newPendingDelivery(other, (await newWebhook(other)).id),
    ];
    await remove(merchant);
    expect([await its(), await others()]).toEqual([
      ['failed', 'The store was deleted'],
      ['pending', null],
    ]);
  });

  test('everything in the store answers 404 afterwards', async () => {
    const merchant = await newMerchant('Gone');
    const { sessionId } = await newSession(merchant);
    await newOrder(merchant, 'onetime', 'canceled');
    expect((await remove(merchant)).status).toBe(200);

    const { body: listed } = await merchant.query('{ storesCount onetimeProductsCount onetimeOrdersCount }');
    expect(listed.data).toEqual({ storesCount: 0, onetimeProductsCount: 0, onetimeOrdersCount: 0 });

    const bySlug = { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
    const response = await send('POST', '/v1/graphql', JSON.stringify({ query: '{ stores { id } }' }), bySlug);
    expect([response.status, response.body.errors[0].message]).toEqual([404, 'Store not found']);

    const address = { storeSlug: merchant.slug, sessionId };
    await expect(readCheckout(db, address, new Date(), englishVoice)).rejects.toMatchObject({ status: 404 });
    await expect(pay(merchant, sessionId)).rejects.toMatchObject({ status: 404 });
    const { body: next } = await merchant.call('store/create-store', { name: merchant.slug });
    expect(next.data.store.slug).not.toBe(merchant.slug);
  });

  test.each(['inactive', 'suspended'])(
    'a store that is only %s still serves its existing customers',
    async (status) => {
      const merchant = await newMerchant();
      const orderId = await newOrder(merchant, 'onetime', 'pending');
      const subscriptionId = await newOrder(merchant, 'subscription', 'canceling');
      const issued = await merchant.call('auth/issue-session-token', {
        storeId: merchant.storeId,
        buyerIdentity: 'ana',
      });
      await merchant.call('store/update-store', { id: merchant.storeId, status });
      const customer = { Authorization: `Bearer ${issued.body.data.token}`, 'X-Environment': 'test' };
      for (const [name, id, next] of [
        ['onetime-order/cancel-order', orderId, 'canceled'],
        ['subscription-order/reactivate-order', subscriptionId, 'active'],
        ['subscription-order/cancel-order', subscriptionId, 'canceling'],
      ] as const) {
        const answer = await post(name, { orderId: id }, customer);
        expect([name, answer.status, answer.body.data]).toEqual([name, 200, { orderId: id, status: next }]);
      }
    },
  );
});

test('403 Not authorized to delete this store, only owner can delete: for an admin', async () => {
  const owner = await newMerchant();
  const { status, body } = await (await newMember(owner, 'admin')).call(action, { id: owner.storeId });
  const message = 'Not authorized to delete this store, only owner can delete';
  expect([status, body]).toMatchObject([403, { data: null, errors: [{ message, layer: 'store' }] }]);
});

describe('409', () => {
  test('Store has X active product(s); archive or delete them first', async () => {
    const merchant = await newMerchant();
    const [first, second] = [await newProduct(merchant), await newProduct(merchant)];
    const one = entry('active_products', 1, 'Store has 1 active product(s); archive or delete them first');
    const two = entry('active_products', 2, 'Store has 2 active product(s); archive or delete them first');
    await expectBlocked(merchant, two);
    const [a, b] = [fromShortId('PROD', first.id) ?? '', fromShortId('PROD', second.id) ?? ''];
    await db
      .update(products)
      .set({ testStatus: 'inactive' })
      .where(inArray(products.id, [a, b]));
    await db.update(products).set({ prodStatus: 'active' }).where(eq(products.id, b));
    await expectBlocked(merchant, one);
  });

  test('Store has X pending order(s); wait for completion or cancel them first', async () => {
    const merchant = await newMerchant();
    await newOrder(merchant, 'onetime', 'pending');
    await newOrder(merchant, 'onetime', 'pending', 'prod');
    await newOrder(merchant, 'subscription', 'pending');
    await newOrder(merchant, 'subscription', 'trialing');
    const message = 'Store has 4 pending order(s); wait for completion or cancel them first';
    await expectBlocked(merchant, entry('pending_orders', 4, message));
  });

  test('Store has X active subscription(s); cancel them first', async () => {
    const merchant = await newMerchant();
    await newOrder(merchant, 'subscription', 'active');
    await newOrder(merchant, 'subscription', 'canceling', 'prod');
    await newOrder(merchant, 'subscription', 'past_due');
    const message = 'Store has 3 active subscription(s); cancel them first';
    await expectBlocked(merchant, entry('active_subscriptions', 3, message));
  });

  test('Store has X pending KYB ticket(s); resolve them first', async () => {
    const merchant = await newMerchant();
    await newTicket(merchant, 'rejected');
    await newTicket(merchant, 'pending');
    const message = 'Store has 1 pending KYB ticket(s); resolve them first';
    await expectBlocked(merchant, entry('pending_tickets', 1, message));
  });

  test('Store still has X bound email(s); revoke email binding first', async () => {
    const merchant = await newMerchant();
    await newSenderEmail(merchant, 'bound');
    await newSenderEmail(merchant, 'bound');
    const message = 'Store still has 2 bound email(s); revoke email binding first';
    await expectBlocked(merchant, entry('bound_emails', 2, message));
  });

  test('Store still has X bound domain(s); revoke domain binding first', async () => {
    const merchant = await newMerchant();
    await newSenderDomain(merchant, 'bound');
    const message = 'Store still has 1 bound domain(s); revoke domain binding first';
    await expectBlocked(merchant, entry('bound_domains', 1, message));
  });

  test('reports one entry per category, in the order of the table', async () => {
    const merchant = await newMerchant();
    await newSenderDomain(merchant, 'bound');
    await newSenderEmail(merchant, 'bound');
    await newTicket(merchant, 'pending');
    await newOrder(merchant, 'subscription', 'active');
    await newOrder(merchant, 'onetime', 'pending');
    await newProduct(merchant);
    const { status, body } = await remove(merchant);
    expect([status, body]).toMatchObject([
      409,
      {
        data: null,
        errors: [
          entry('active_products', 1, 'Store has 1 active product(s); archive or delete them first'),
          entry('pending_orders', 1, 'Store has 1 pending order(s); wait for completion or cancel them first'),
          entry('active_subscriptions', 1, 'Store has 1 active subscription(s); cancel them first'),
          entry('pending_tickets', 1, 'Store has 1 pending KYB ticket(s); resolve them first'),
          entry('bound_emails', 1, 'Store still has 1 bound email(s); revoke email binding first'),
          entry('bound_domains', 1, 'Store still has 1 bound domain(s); revoke domain binding first'),
        ],
      },
    ]);
    expect((await rowOf(merchant))?.deletedAt).toBeNull();
  });
});

describe('concurrent changes', () => {
  const deleteRow = (merchant: TestMerchant) => async (tx: Tx) => {
    await lockStoreRow(tx, scopeOfStore(merchant.store), 'update');
    await tx.update(stores).set({ deletedAt: new Date() }).where(eq(stores.id, merchant.store.id));
  };
  const productsOf = (merchant: TestMerchant) =>
    db.select().from(products).where(eq(products.storeId, merchant.store.id));

  test('a product created during the deletion waits and is refused', async () => {
    const merchant = await newMerchant();
    const given = { storeId: merchant.storeId, name: 'Late', prices: { USD: { amount: 100 } } };
    const answer = await raceForLock(deleteRow(merchant), () => merchant.call('onetime-product/create-product', given));
    expect([answer.status, answer.body.errors[0].message]).toEqual([404, 'Store not found']);
    expect(await productsOf(merchant)).toEqual([]);
  });

  test('a product activated during the deletion is refused', async () => {
    const merchant = await newMerchant();
    const { id } = await newProduct(merchant);
    await retire(db, merchant);
    const answer = await raceForLock(deleteRow(merchant), () =>
      merchant.call('onetime-product/publish-product', { id }),
    );
    expect([answer.status, answer.body.errors[0].message]).toEqual([404, 'Product not found']);
    expect((await productsOf(merchant)).map(({ prodStatus }) => prodStatus)).toEqual(['inactive']);
  });

  test('orders, payments, webhooks and members are refused as well', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    const colleague = await newMerchant();
    const storeId = merchant.storeId;
    const billingDetail = { country: 'DE', isBusiness: false };
    const url = 'https://example.com/hook';
    for (const [name, body, status] of [
      ['onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail }, 404],
      ['store/add-webhook', { storeId, channel: 'http', url, events: ['order.completed'], testMode: true }, 404],
      ['store-merchant/add-merchant', { storeId, merchantId: colleague.merchantId, role: 'member' }, 404],
    ] as const) {
      const answer = await raceForLock(deleteRow(merchant), () => merchant.call(name, body));
      expect([name, answer.status]).toEqual([name, status]);
      await db.update(stores).set({ deletedAt: null }).where(eq(stores.id, merchant.store.id));
    }
    const paid = await raceForLock(deleteRow(merchant), () => pay(merchant, sessionId).catch(({ status }) => status));
    expect(paid).toBe(404);
    expect(await db.select().from(orders).where(eq(orders.storeId, merchant.store.id))).toEqual([]);
  });

  test('a session created during the deletion has no page and cannot be paid', async () => {
    const merchant = await newMerchant();
    const { id } = await newProduct(merchant);
    const { sessionId, checkoutUrl } = await db.transaction(async (tx) => {
      await deleteRow(merchant)(tx);
      const sale = { storeId: merchant.storeId, productId: id, productType: 'onetime', currency: 'USD' };
      return (await merchant.call('checkout/create-session', sale)).body.data;
    });
    expect((await fetch(checkoutUrl.replace(/^https?:\/\/[^/]+/, baseUrl))).status).toBe(404);
    await expect(pay(merchant, sessionId)).rejects.toMatchObject({ status: 404 });
  });

  test('the deletion waits for a product being created, and is refused', async () => {
    const merchant = await newMerchant();
    const { id } = await newProduct(merchant);
    await retire(db, merchant);
    const making = async (tx: Tx) => {
      const product = await findMemberProduct(tx, merchant.id, fromShortId('PROD', id) ?? '');
      if (!product) throw new Error('the product is gone');
      await lockStoreRow(tx, product, 'key share');
      await tx.insert(products).values({ ...product, id: newId(), testStatus: 'active' });
    };
    const { status, body } = await raceForLock(making, () => remove(merchant));
    expect([status, body.errors[0].reason, body.errors[0].count]).toEqual([409, 'active_products', 1]);
  });

  test('of racing calls, either the product exists or the store is gone', async () => {
    for (let round = 0; round < 8; round += 1) {
      const merchant = await newMerchant();
      const given = { storeId: merchant.storeId, name: 'Racer', prices: { USD: { amount: 100 } } };
      const created = Array.from({ length: 4 }, () => merchant.call('onetime-product/create-product', given));
      const [deleted, ...answers] = await Promise.all([remove(merchant), ...created]);
      const succeeded = answers.filter(({ status }) => status === 200).length;
      expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
      expect([deleted?.status, succeeded]).toEqual(deleted?.status === 200 ? [200, 0] : [409, 4]);
      expect(await productsOf(merchant)).toHaveLength(succeeded);
    }
  });

  test('one of several concurrent deletions succeeds; the others answer 404', async () => {
    const merchant = await newMerchant();
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(merchant)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404, 404, 404, 404, 404]);
    const recorded = and(eq(events.objectId, merchant.store.id), eq(events.type, 'store.deleted'));
    expect(await db.select().from(events).where(recorded)).toHaveLength(1);
  });
});
