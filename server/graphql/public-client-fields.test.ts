/** The values of the public client's fields and filters. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails, merchants } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { emailLeaseMs } from '#server/events/data/email-claims.ts';
import {
  customerHeaders,
  db,
  newMember,
  newMerchant,
  newProduct,
  newSession,
  newSubscriptionSession,
  newWebhook,
  pay,
  send,
} from '#server/testing/api.ts';
import { newEmail } from '#server/testing/emails.ts';
import { newProducts, sell } from '#server/testing/orders/sales.ts';
import { salesOfTwoMonths } from '#server/testing/public-client/two-months.ts';
import { insertAttempt } from '#server/testing/webhooks/deliveries.ts';
import { newDelivery } from '#server/testing/webhooks/new-delivery.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** A merchant with two months of sales, and a reader of lists. */
async function newShop() {
  const merchant = await newMerchant();
  const goods = await newProducts(merchant);
  await sell(merchant, salesOfTwoMonths(2026, goods));
  const ask = async (text: string) => {
    const { body } = await merchant.query(`{ ${text} }`);
    return body.errors ?? body.data;
  };
  return { merchant, goods, ask };
}

describe('filters', () => {
  test('find payments by the client’s statuses and by ours', async () => {
    const { ask } = await newShop();
    const count = (name: string, condition: string) => `${name}: paymentsCount(filter: { status: { ${condition} } })`;
    const found = await ask(`payments(filter: { status: { eq: "pending" } }) { status detailedStatus }
      ${count('succeeded', 'eq: "succeeded"')} ${count('failed', 'eq: "failed"')} ${count('canceled', 'eq: "canceled"')}
      ${count('processing', 'eq: "processing"')} ${count('open', 'in: ["pending", "failed"]')}
      ${count('notPending', 'ne: "pending"')} ${count('named', 'startsWith: "suc"')} ${count('none', 'eq: null')}`);
    expect(found).toEqual({
      payments: [{ status: 'pending', detailedStatus: 'processing' }],
      succeeded: 9,
      failed: 1,
      canceled: 0,
      processing: 1,
      open: 2,
      notPending: 10,
      named: 9,
      none: 0,
    });
  });

  test('find expired orders as closed', async () => {
    const { merchant, goods, ask } = await newShop();
    await sell(merchant, [{ productId: goods.onetime, at: '2026-01-02', boughtAt: null, status: 'expired' }]);
    expect(
      await ask(`onetimeOrders(filter: { status: { eq: "closed" } }) { status }
        open: onetimeOrdersCount(filter: { status: { ne: "closed" } })`),
    ).toEqual({ onetimeOrders: [{ status: 'expired' }], open: 5 });
  });

  test('find refund requests by the state of their refund', async () => {
    const { merchant, goods, ask } = await newShop();
    const refund = (status: 'pending' | 'failed') => ({
      at: '2026-01-03',
      amountMinor: 10,
      status,
      ticket: { at: '2026-01-02', status: 'approved' as const, amountMinor: 10, reason: status },
    });
    await sell(merchant, [
      { productId: goods.onetime, at: '2026-01-01', payments: [{ at: '2026-01-01', refunds: [refund('pending')] }] },
      { productId: goods.onetime, at: '2026-01-01', payments: [{ at: '2026-01-01', refunds: [refund('failed')] }] },
    ]);
    const list = (name: string, status: string) =>
      `${name}: refundTickets(filter: { status: { eq: "${status}" } }) { status decision reason }`;
    expect(
      await ask(`${list('processing', 'processing')} ${list('succeeded', 'succeeded')} ${list('failed', 'failed')}
        ${list('rejected', 'rejected')} ${list('approved', 'approved')}
        decided: refundTicketsCount(filter: { decision: { eq: "approved" } })
        others: refundTicketsCount(filter: { status: { ne: "succeeded" } })`),
    ).toEqual({
      processing: [{ status: 'processing', decision: 'approved', reason: 'pending' }],
      succeeded: [{ status: 'succeeded', decision: 'approved', reason: 'Broken' }],
      failed: [{ status: 'failed', decision: 'approved', reason: 'failed' }],
      rejected: [{ status: 'rejected', decision: 'rejected', reason: 'broken.' }],
      approved: [],
      decided: 3,
      others: 3,
    });
  });

  test('find rows by the merchant’s own IDs of their order and request', async () => {
    const { ask } = await newShop();
    const ref = 'orderMerchantExternalId: { eq: "ORDER-2026-00891" }';
    const request = 'refundTicketMerchantExternalId';
    expect(
      await ask(`payments(filter: { ${ref} }) { amount orderMerchantExternalId } paymentsCount(filter: { ${ref} })
        others: paymentsCount(filter: { orderMerchantExternalId: { ne: "ORDER-2026-00891" } })
        onetimeOrders(filter: { ${ref} }) { orderMerchantExternalId } ordersCount(filter: { ${ref} })
        refunds(filter: { ${ref} }) { amount orderMerchantExternalId } refundsCount(filter: { ${ref} })
        requested: refunds(filter: { ${request}: { eq: "REF-2026-00012" } }) { amount }
        unrequested: refundsCount(filter: { ${request}: { eq: null } })
        different: refundsCount(filter: { ${request}: { ne: "REF-2026-00012" } })`),
    ).toEqual({
      payments: [{ amount: '11.90', orderMerchantExternalId: 'ORDER-2026-00891' }],
      paymentsCount: 1,
      others: 10,
      onetimeOrders: [{ orderMerchantExternalId: 'ORDER-2026-00891' }],
      ordersCount: 1,
      refunds: [{ amount: '11.90', orderMerchantExternalId: 'ORDER-2026-00891' }],
      refundsCount: 1,
      requested: [{ amount: '11.90' }],
      unrequested: 2,
      different: 2,
    });
  });

  test('compare amounts in minor units, times and the environment', async () => {
    const { ask } = await newShop();
    expect(
      await ask(`paymentsCount(filter: { amount: { gte: 2000 } }) refundsCount(filter: { amount: { lt: 100 } })
        ordersCount(filter: { totalAmount: { gt: 1190 } }) test: ordersCount(filter: { testMode: { eq: true } })
        prod: paymentsCount(filter: { testMode: { eq: false } }) refundTicketsCount(filter: { amount: { eq: 500 } })
        expired: ordersCount(filter: { expiresAt: { lt: "2026-01-20" } })
        updated: paymentsCount(filter: { updatedAt: { gte: "2026-02-25" } })`),
    ).toEqual({
      paymentsCount: 3,
      refundsCount: 1,
      ordersCount: 2,
      test: 8,
      prod: 0,
      refundTicketsCount: 1,
      expired: 3,
      updated: 1,
    });
  });
});

test('an order has its locked price, product and version', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant, { orderMerchantExternalId: 'A-1' });
  await pay(merchant, sessionId);
  const fields = `status testMode orderMerchantExternalId merchantProvidedBuyerIdentity
    priceSnapshot { currency subtotal taxAmount total taxCategory }
    onetimeProduct { name } productVersion { versionNumber name metadata isTestVersion isProdVersion }`;
  const query = `{ onetimeOrders { ${fields} payments { snapshotAmountDetails { currency subtotal taxAmount total taxCategory phase }
    snapshotDisplayAmount snapshotDisplayCurrency cardInfo { brand last4 expMonth expYear } testMode
    onetimeOrder { status store { name } } subscriptionOrder { id } } } orders { __typename status } }`;
  const amounts = {
    currency: 'USD',
    subtotal: '29.00',
    taxAmount: '5.51',
    total: '34.51',
    taxCategory: 'digital_goods',
  };
  const order = {
    status: 'completed',
    testMode: true,
    orderMerchantExternalId: 'A-1',
    merchantProvidedBuyerIdentity: null,
    priceSnapshot: amounts,
    onetimeProduct: { name: 'Handbook' },
    productVersion: { versionNumber: 1, name: 'Handbook', metadata: {}, isTestVersion: true, isProdVersion: false },
    payments: [
      {
        snapshotAmountDetails: { ...amounts, phase: null },
        snapshotDisplayAmount: '34.51',
        snapshotDisplayCurrency: 'USD',
        // The card of a one-time order is not saved.
        cardInfo: { brand: 'visa', last4: '4242', expMonth: null, expYear: null },
        testMode: true,
        onetimeOrder: { status: 'completed', store: { name: 'Test Store' } },
        subscriptionOrder: null,
      },
    ],
  };
  const orders = [{ __typename: 'OnetimeOrder', status: 'completed' }];
  expect((await merchant.query(query)).body.data).toEqual({ onetimeOrders: [order], orders });
  const headers = await customerHeaders(merchant, 'buyer@example.com');
  const { body } = await send('POST', '/v1/graphql', JSON.stringify({ query }), headers);
  // What is the merchant's own stays hidden.
  const productVersion = { ...order.productVersion, metadata: null, isTestVersion: null, isProdVersion: null };
  expect(body.data).toEqual({ onetimeOrders: [{ ...order, productVersion }], orders });
});

test('a subscription has the price of its trial and of its periods, and its card’s expiry', async () => {
  const merchant = await newMerchant();
  const prices = { USD: { amount: '18.00', trialAmount: '1.00', taxIncluded: true, taxCategory: 'saas' } };
  const content = { prices, metadata: { trialDays: 14 } };
  const { sessionId } = await newSubscriptionSession(merchant, { withTrial: true }, content);
  await pay(merchant, sessionId);
  const phase = '{ subtotal taxAmount total taxCategory }';
  const { body } = await merchant.query(`{ subscriptionOrders { status testMode currentPeriodNumber cancelAt
    priceSnapshot { currency specialPhaseDays regularPhase ${phase} specialPhase ${phase} }
    subscriptionProduct { name } productVersion { versionNumber }
    payments { snapshotAmountDetails { total taxAmount phase } cardInfo { brand last4 expMonth expYear }
      onetimeOrder { id } subscriptionOrder { status } } } }`);
  expect(body.data.subscriptionOrders).toEqual([
    {
      status: 'trialing',
      testMode: true,
      currentPeriodNumber: 0,
      cancelAt: null,
      priceSnapshot: {
        currency: 'USD',
        specialPhaseDays: 14,
        regularPhase: { subtotal: '15.13', taxAmount: '2.87', total: '18.00', taxCategory: 'saas' },
        specialPhase: { subtotal: '0.84', taxAmount: '0.16', total: '1.00', taxCategory: 'saas' },
      },
      subscriptionProduct: { name: 'Beans by Post' },
      productVersion: { versionNumber: 1 },
      payments: [
        {
          snapshotAmountDetails: { total: '1.00', taxAmount: '0.16', phase: 'special' },
          cardInfo: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 },
          onetimeOrder: null,
          subscriptionOrder: { status: 'trialing' },
        },
      ],
    },
  ]);
  const { body: listed } = await merchant.query('{ subscriptionOrders { id currentPeriodEnd } }');
  const [order] = listed.data.subscriptionOrders as Rows;
  await merchant.call('subscription-order/cancel-order', { orderId: order?.id });
  const { body: canceling } = await merchant.query('{ subscriptionOrders { status cancelAt } }');
  expect(canceling.data.subscriptionOrders).toEqual([{ status: 'canceling', cancelAt: order?.currentPeriodEnd }]);
});

test('refunds and requests have their amounts and versions', async () => {
  const { ask } = await newShop();
  expect(
    await ask(`refunds(filter: { currency: { eq: "USD" } }) {
        requestedAmountDetails { currency amount } pspAmountDetails { amount currency } }
      undecided: refunds(filter: { status: { eq: "pending" } }) { pspAmountDetails { amount } }
      refundTickets(filter: { status: { eq: "rejected" } }) { versionNumber requestedAmountDetails { currency amount }
        versionData { reason requestedAmount { amount currency } } }
      requests: refundTickets { subjectId paymentId }`),
  ).toEqual({
    refunds: [
      {
        requestedAmountDetails: { currency: 'USD', amount: '11.90' },
        pspAmountDetails: { currency: 'USD', amount: '11.90' },
      },
    ],
    undecided: [{ pspAmountDetails: null }],
    refundTickets: [
      {
        versionNumber: 1,
        requestedAmountDetails: { currency: 'USD', amount: '5.00' },
        versionData: { reason: 'broken.', requestedAmount: { amount: '5.00', currency: 'USD' } },
      },
    ],
    requests: expect.toSatisfy((rows: Rows) => rows.every((row) => row.subjectId === row.paymentId)),
  });
});

test('a store lists its products, and says which were published', async () => {
  const merchant = await newMerchant();
  const { id } = await newProduct(merchant);
  const draft = await newProduct(merchant, { name: 'Draft' });
  await merchant.call('onetime-product/publish-product', { id });
  const fields =
    '{ stores { onetimeProducts { name hasProdVersion } newest: onetimeProducts(limit: 1) { name } subscriptionProducts { name } } }';
  const { body } = await merchant.query(fields);
  expect(body.data.stores).toEqual([
    {
      onetimeProducts: [
        { name: 'Draft', hasProdVersion: false },
        { name: 'Handbook', hasProdVersion: true },
      ],
      newest: [{ name: 'Draft' }],
      subscriptionProducts: [],
    },
  ]);
  const prod = await merchant.query('{ stores { onetimeProducts { name hasProdVersion } } }', {}, 'prod');
  expect(prod.body.data.stores).toEqual([{ onetimeProducts: [{ name: 'Handbook', hasProdVersion: true }] }]);
  await merchant.call('onetime-product/update-status', { id: draft.id, status: 'inactive' });
  const inPublic = { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
  const query = '{ stores { onetimeProducts { name hasProdVersion } } }';
  const shown = await send('POST', '/v1/graphql', JSON.stringify({ query }), inPublic);
  expect(shown.body.data.stores).toEqual([{ onetimeProducts: [{ name: 'Handbook', hasProdVersion: null }] }]);
});

describe('accounts', () => {
  test('a merchant has its memberships and keys in the environment of the call', async () => {
    const merchant = await newMerchant();
    const id = toShortId('MER', merchant.id);
    const query = `query ($id: ID!) { merchant(id: $id) { id status
      storeMerchants { role store { id name } } apiKeys { nickname environment recentlyUsed } } }`;
    const read = async () => (await merchant.query(query, { id })).body.data.merchant;
    // No call waits until its use of the key is saved.
    await expect.poll(read).toEqual({
      id,
      status: 'active',
      storeMerchants: [{ role: 'owner', store: { id: merchant.storeId, name: 'Test Store' } }],
      apiKeys: [{ nickname: expect.any(String), environment: 'test', recentlyUsed: expect.any(String) }],
    });
    expect((await merchant.query(query, { id: toShortId('MER', newId()) })).body.data.merchant).toBe(null);
    await db.update(merchants).set({ suspendedAt: new Date() }).where(eq(merchants.id, merchant.id));
    expect((await merchant.query(query, { id })).body.data.merchant.status).toBe('suspended');
  });

  test('members of a store see each other, and only their own keys', async () => {
    const owner = await newMerchant();
    const member = await newMember(owner, 'member');
    const list = `storeMerchants(storeId: "${owner.storeId}") { role merchantId }`;
    const filter = `filter: { role: { eq: "owner" } }, storeId: "${owner.storeId}"`;
    const { body } = await member.query(`{ ${list} storeMerchantsCount storeMerchants2: storeMerchantsCount(${filter})
      apiKeysCount apiKeys { environment } }`);
    expect(body.data).toEqual({
      storeMerchants: [
        { role: 'member', merchantId: toShortId('MER', member.id) },
        { role: 'owner', merchantId: toShortId('MER', owner.id) },
      ],
      // With the one of the member's own store.
      storeMerchantsCount: 3,
      storeMerchants2: 1,
      apiKeysCount: 1,
      apiKeys: [{ environment: 'test' }],
    });
    const other = await newMerchant();
    expect((await other.query(`{ ${list} }`)).body.data).toEqual({ storeMerchants: [] });
    const customer = await customerHeaders(owner, 'ann');
    for (const field of ['storeMerchants { role }', 'storeMerchantsCount', 'apiKeys { id }', 'apiKeysCount']) {
      const { status } = await send('POST', '/v1/graphql', JSON.stringify({ query: `{ ${field} }` }), customer);
      expect([field, status]).toEqual([field, 403]);
    }
  });
});

test('deliveries and emails have the facts of their last attempt', async () => {
  const merchant = await newMerchant();
  const { id: webhookId } = await newWebhook(merchant, { url: 'https://example.com/hook?token=hush' });
  await newDelivery(merchant, webhookId, { status: 'pending', attempts: 0, lastStatus: null, createdAt: new Date(1) });
  const failed = await newDelivery(merchant, webhookId, { status: 'failed', attempts: 2, createdAt: new Date(2) });
  const startedAt = new Date('2026-03-01T12:00:00Z');
  await insertAttempt(db, failed, { attempt: 1, responseBody: 'first', isSuccess: false });
  await insertAttempt(db, failed, { attempt: 2, responseBody: 'second', isSuccess: false, startedAt });
  const email = await newEmail(merchant, { status: 'failed', attempts: 6, lastError: '550 no', kind: 'new_order' });
  const claimedAt = new Date('2026-03-01T13:00:00Z');
  await db
    .update(emails)
    .set({ nextAttemptAt: new Date(claimedAt.getTime() + emailLeaseMs) })
    .where(eq(emails.id, email.id));
  await newEmail(merchant, { status: 'queued', attempts: 0, createdAt: new Date(3) });
  const { body } = await merchant.query(`{
    webhookDeliveries { payload webhookUrl httpStatus responseBody lastAttemptedAt }
    emailDeliveries { eventType recipientType toAddress testMode attemptCount lastAttemptedAt errorMessage } }`);
  expect(body.data).toEqual({
    webhookDeliveries: [
      {
        payload: failed.body,
        webhookUrl: 'https://example.com/hook',
        httpStatus: 500,
        responseBody: 'second',
        lastAttemptedAt: startedAt.toISOString(),
      },
      {
        payload: expect.any(String),
        webhookUrl: 'https://example.com/hook?…',
        httpStatus: null,
        responseBody: null,
        lastAttemptedAt: null,
      },
    ],
    emailDeliveries: [
      {
        eventType: 'new_order',
        recipientType: 'merchant',
        toAddress: 'buyer@example.com',
        testMode: true,
        attemptCount: 6,
        lastAttemptedAt: claimedAt.toISOString(),
        errorMessage: '550 no',
      },
      {
        eventType: 'order_confirmation',
        recipientType: 'customer',
        toAddress: 'buyer@example.com',
        testMode: true,
        attemptCount: 0,
        lastAttemptedAt: null,
        errorMessage: null,
      },
    ],
  });
});
