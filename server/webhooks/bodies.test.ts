/** The bodies of all events, from real sales, validated against the published schemas. */
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventOutbox, payments, refunds, stores, webhookDeliveries } from '#db/schema/index.ts';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db, newMerchant, newSession, newSubscriptionProduct, pay, type TestMerchant } from '#server/testing/api.ts';
import { eventsOf, orderOf, paymentsOf, updateOrder } from '#server/testing/orders/rows.ts';
import { cards, newClockedMerchant, newSubscription } from '#server/testing/orders/subscriptions.ts';
import { noticeOf } from './channels/notice.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { type WebhookBody, webhookBody } from './rules/webhook-body.ts';
import type { WebhookEvent } from './rules/webhook-events.ts';
import { webhookEvents } from './rules/webhook-events.ts';
import { sampleBody } from './rules/webhook-sample.ts';
import { insertWebhook } from './webhooks.ts';

/** A webhook of the merchant's store for all events in test. */
const addWebhook = ({ store }: TestMerchant) =>
  insertWebhook(
    db,
    store,
    { channel: 'http', url: 'https://example.com/hook', events: webhookEvents, testMode: true, secret: null },
    new Date(),
  );

/**
 * The bodies of an order's deliveries to a webhook, in order and validated. These tests run no worker: the helper queues
 * the events of that order.
 */
async function bodiesOf(webhookId: string, orderId: string) {
  const orderEvents = await eventsOf(orderId);
  await db.transaction(async (tx) => {
    await queueDeliveries().handle(tx, orderEvents, new Date());
    await tx.delete(eventOutbox).where(eq(eventOutbox.objectId, orderId));
  });
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.objectId, orderId)))
    .orderBy(asc(webhookDeliveries.sequence));
  return rows.map(({ id, body: text, eventType, eventId }) => {
    const body = webhookBody(eventType).parse(JSON.parse(text)) as WebhookBody;
    const event = orderEvents.find((one) => one.id === eventId);
    expect([body.id, body.timestamp]).toEqual([id, event?.createdAt.toISOString()]);
    return body;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the tests check the contents
const dataOf = (bodies: readonly WebhookBody[], eventType: WebhookEvent, index = 0): any =>
  bodies.filter((body) => body.eventType === eventType)[index]?.data;
const typesOf = (bodies: readonly WebhookBody[]) => bodies.map(({ eventType }) => eventType);
const dayOf = (at: Date | null | undefined) => at?.toISOString().slice(0, 10);
const day = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000);

/** 18.00 USD plus German tax. */
const price = { total: '21.42', subtotal: '18.00', taxAmount: '3.42', taxRate: 19, taxName: 'VAT' };

test('order.completed contains the order and its payment', async () => {
  const merchant = await newMerchant('Corner Shop');
  const webhook = await addWebhook(merchant);
  const { sessionId } = await newSession(merchant, {
    orderMerchantExternalId: 'cart-9',
    metadata: { campaign: 'autumn' },
  });
  await pay(merchant, sessionId);
  const order = await updateOrder(sessionId, { buyerIdentity: 'user-7' });
  const [payment] = await paymentsOf(sessionId);
  const [body, ...more] = await bodiesOf(webhook.id, order.id);
  expect(more).toEqual([]);
  const list = { total: '34.51', subtotal: '29.00', taxAmount: '5.51', taxRate: 19, taxName: 'VAT' };
  expect(body).toEqual({
    id: expect.any(String),
    timestamp: order.completedAt?.toISOString(),
    eventType: 'order.completed',
    eventId: toShortId('PAY', payment?.id ?? ''),
    storeId: merchant.storeId,
    storeName: 'Corner Shop',
    mode: 'test',
    data: {
      orderId: order.orderId,
      orderStatus: 'completed',
      buyerEmail: 'buyer@example.com',
      merchantProvidedBuyerIdentity: 'user-7',
      orderMerchantExternalId: 'cart-9',
      billingDetail: { country: 'DE', isBusiness: false },
      orderMetadata: { campaign: 'autumn' },
      currency: 'USD',
      amount: '34.51',
      ...list,
      taxRate: 0.19,
      productName: 'Handbook',
      productMetadata: {},
      chargedAmount: '34.51',
      listPrice: list,
      paymentId: toShortId('PAY', payment?.id ?? ''),
      paymentStatus: 'succeeded',
      paymentMethod: 'card',
      paymentLast4: '4242',
      paymentDate: dayOf(payment?.succeededAt),
    },
  });
});

test('describes each event of a subscription’s life as of its time, although all are delivered later', async () => {
  const merchant = await newClockedMerchant();
  const webhook = await addWebhook(merchant);
  const content = { metadata: { trialDays: 14 }, description: 'Every month' };
  const one = await newSubscription({ merchant, content });
  const trialEnd = day(one.startedAt, 14);
  await one.cancel(day(one.startedAt, 1));
  await one.reactivate(day(one.startedAt, 2));
  await one.renew(trialEnd);
  const first = await one.order();
  await one.renew(first.currentPeriodEnd);
  const second = await one.order();
  await one.replaceCardNumber(cards.declined);
  await one.renew(second.currentPeriodEnd);
  await one.replaceCardNumber(cards.good);
  await one.renew(day(second.currentPeriodEnd, 1));
  const third = await one.order();
  await one.cancel(day(third.currentPeriodStart, 3));
  await one.end(third.currentPeriodEnd);
  const bodies = await bodiesOf(webhook.id, one.id);
  expect(typesOf(bodies)).toEqual([
    'subscription.payment_succeeded',
    'subscription.canceling',
    'subscription.uncanceled',
    'subscription.payment_succeeded',
    'subscription.activated',
    'subscription.payment_succeeded',
    'subscription.renewed',
    'subscription.past_due',
    'subscription.payment_succeeded',
    'subscription.recovered',
    'subscription.canceling',
    'subscription.canceled',
  ]);
  expect(bodies.map(({ eventId }) => eventId.replace(toShortId('ORD', one.id), 'ORD'))).toEqual([
    expect.stringMatching(/^PAY_\w{22}$/),
    `ORD-${day(one.startedAt, 1).toISOString()}`,
    `ORD-${day(one.startedAt, 2).toISOString()}`,
    expect.stringMatching(/^PAY_\w{22}$/),
    'ORD',
    expect.stringMatching(/^PAY_\w{22}$/),
    `ORD-renewed-${dayOf(second.currentPeriodStart)}`,
    `ORD-${second.currentPeriodEnd.toISOString()}`,
    expect.stringMatching(/^PAY_\w{22}$/),
    `ORD-${day(second.currentPeriodEnd, 1).toISOString()}`,
    `ORD-${day(third.currentPeriodStart, 3).toISOString()}`,
    'ORD',
  ]);
  const period = (start: Date | null, end: Date | null) => ({
    currentPeriodStart: dayOf(start),
    currentPeriodEnd: dayOf(end),
    currentPeriodStartsAt: start?.toISOString(),
    currentPeriodEndsAt: end?.toISOString(),
  });
  const free = { ...price, total: '0.00', subtotal: '0.00', taxAmount: '0.00' };
  const trial = period(one.startedAt, trialEnd);
  expect(dataOf(bodies, 'subscription.payment_succeeded')).toMatchObject({
    orderStatus: 'trialing',
    ...price,
    taxRate: 0.19,
    amount: '0.00',
    chargedAmount: '0.00',
    listPrice: price,
    planPrice: free,
    periodNumber: 0,
    billingPeriod: 'monthly',
    productDescription: 'Every month',
    productMetadata: { trialDays: 14 },
    ...trial,
  });
  const canceledAt = day(one.startedAt, 1).toISOString();
  expect(dataOf(bodies, 'subscription.canceling')).toMatchObject({
    orderStatus: 'canceling',
    canceledAt: canceledAt,
    ...free,
    taxRate: 0.19,
    amount: '0.00',
    planPrice: free,
    periodNumber: 0,
    ...trial,
  });
  const uncanceled = dataOf(bodies, 'subscription.uncanceled');
  expect(uncanceled).toMatchObject({ orderStatus: 'active', periodNumber: 0, ...trial });
  expect(uncanceled).not.toHaveProperty('canceledAt');
  expect(uncanceled).not.toHaveProperty('paymentId');
  const paid = { orderStatus: 'active', chargedAmount: '21.42', paymentStatus: 'succeeded', listPrice: price };
  const firstPeriod = period(trialEnd, first.currentPeriodEnd);
  expect(dataOf(bodies, 'subscription.activated')).toMatchObject({ ...paid, periodNumber: 1, ...firstPeriod });
  expect(dataOf(bodies, 'subscription.payment_succeeded', 1)).toMatchObject({
    ...paid,
    periodNumber: 1,
    ...firstPeriod,
  });
  const secondPeriod = period(second.currentPeriodStart, second.currentPeriodEnd);
  expect(dataOf(bodies, 'subscription.renewed')).toMatchObject({ ...paid, periodNumber: 2, ...secondPeriod });
  expect(dataOf(bodies, 'subscription.past_due')).toMatchObject({
    orderStatus: 'past_due',
    chargedAmount: '21.42',
    paymentStatus: 'failed',
    paymentFailureReason: 'Your card was declined. Try another card, or ask your bank why.',
    paymentDate: dayOf(second.currentPeriodEnd),
    amount: '21.42',
    planPrice: price,
    periodNumber: 3,
    ...secondPeriod,
  });
  const thirdPeriod = period(third.currentPeriodStart, third.currentPeriodEnd);
  expect(dataOf(bodies, 'subscription.recovered')).toMatchObject({ ...paid, periodNumber: 3, ...thirdPeriod });
  const last = day(third.currentPeriodStart, 3).toISOString();
  expect(dataOf(bodies, 'subscription.canceling', 1)).toMatchObject({ canceledAt: last, ...thirdPeriod });
  expect(dataOf(bodies, 'subscription.canceled')).toMatchObject({
    orderStatus: 'canceled',
    canceledAt: last,
    ...price,
    taxRate: 0.19,
    amount: '21.42',
    planPrice: price,
    periodNumber: 3,
    ...thirdPeriod,
  });
});

test('gives rates with decimals exactly, as a fraction and in percent', async () => {
  const merchant = await newMerchant();
  const webhook = await addWebhook(merchant);
  const { sessionId } = await newSession(merchant);
  await pay(merchant, sessionId, { country: 'US', state: 'CO' });
  const order = await orderOf(sessionId);
  const [body] = await bodiesOf(webhook.id, order.id);
  expect(body?.data).toMatchObject({ taxRate: 0.029, listPrice: { taxRate: 2.9 } });
});

test('reports an unpaid subscription as past due, then canceled', async () => {
  const one = await newSubscription();
  const webhook = await addWebhook(one.merchant);
  await one.replaceCardNumber(cards.lost);
  await one.renew(one.due);
  for (const days of [1, 3, 5, 7]) await one.renew(day(one.due, days));
  const bodies = await bodiesOf(webhook.id, one.id);
  expect(typesOf(bodies)).toEqual([
    'subscription.payment_succeeded',
    'subscription.activated',
    'subscription.past_due',
    'subscription.canceled',
  ]);
  expect(dataOf(bodies, 'subscription.activated')).toMatchObject({
    orderStatus: 'active',
    periodNumber: 1,
    currentPeriodStartsAt: one.startedAt.toISOString(),
    currentPeriodEndsAt: one.due.toISOString(),
  });
  expect(dataOf(bodies, 'subscription.canceled')).toMatchObject({
    orderStatus: 'canceled',
    canceledAt: day(one.due, 7).toISOString(),
    currentPeriodEndsAt: one.due.toISOString(),
  });
});

test('reports a subscription canceled during its charge as paid, canceling, then canceled', async () => {
  const one = await newSubscription({ cardNumber: cards.good });
  const webhook = await addWebhook(one.merchant);
  await one.replaceCardNumber(cards.processing);
  await one.renew(one.due);
  await one.cancel(day(one.due, 0));
  await one.settle(day(one.due, 1));
  const bodies = await bodiesOf(webhook.id, one.id);
  const renewed = dataOf(bodies, 'subscription.renewed');
  expect(renewed).toMatchObject({ orderStatus: 'canceling', canceledAt: one.due.toISOString(), periodNumber: 2 });
});

test('omits period and payment of a canceled subscription that was never paid', async () => {
  const merchant = await newClockedMerchant();
  const webhook = await addWebhook(merchant);
  const product = await merchant.call('subscription-product/create-product', {
    storeId: merchant.storeId,
    name: 'Beans by Post',
    billingPeriod: 'weekly',
    prices: { JPY: { amount: '4500' } },
  });
  const session = await merchant.call('checkout/create-session', {
    storeId: merchant.storeId,
    productId: product.body.data.product.id,
    productType: 'subscription',
    currency: 'JPY',
  });
  const { sessionId } = session.body.data;
  await pay(merchant, sessionId, { cardNumber: cards.declined }).catch(() => {});
  const order = await orderOf(sessionId);
  await merchant.call('subscription-order/cancel-order', { orderId: order.orderId });
  const bodies = await bodiesOf(webhook.id, order.id);
  expect(typesOf(bodies)).toEqual(['subscription.canceled']);
  const data = dataOf(bodies, 'subscription.canceled');
  expect(data).toMatchObject({ orderStatus: 'canceled', billingPeriod: 'weekly', subtotal: '4500' });
  for (const field of ['currentPeriodStart', 'currentPeriodEndsAt', 'periodNumber', 'paymentId', 'chargedAmount']) {
    expect(data).not.toHaveProperty(field);
  }
});

test('reports succeeded and failed refunds as of their events', async () => {
  const merchant = await newClockedMerchant();
  const webhook = await addWebhook(merchant);
  const { sessionId } = await newSession(merchant);
  await pay(merchant, sessionId);
  const order = await orderOf(sessionId);
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id));
  const paymentId = toShortId('PAY', payment?.id ?? '');
  const sandbox = sandboxProvider(db);
  const refund = async (amount: string, reason: string, succeeds: boolean) => {
    await merchant.call('refund/create-refund', { paymentId, amount, reason });
    await executeRefunds(db, new Date(Date.now() + 60_000), {
      scope: { merchantId: merchant.id, storeId: merchant.store.id },
      providerOf: () => ({
        ...sandbox,
        refund: (request, now) =>
          succeeds
            ? sandbox.refund(request, now)
            : Promise.resolve({ status: 'failed', providerRefundId: null, reason: 'The account is closed.' }),
      }),
    });
  };
  await refund('10.00', 'It is torn', true);
  await refund('1.00', 'A page is missing', false);
  const [stored] = await db.select().from(refunds).where(eq(refunds.orderId, order.id)).orderBy(asc(refunds.createdAt));
  // The refund bounces before its success is delivered.
  await db
    .update(refunds)
    .set({ status: 'failed' })
    .where(eq(refunds.id, stored?.id ?? ''));
  const bodies = await bodiesOf(webhook.id, order.id);
  expect(typesOf(bodies)).toEqual(['order.completed', 'refund.succeeded', 'refund.failed']);
  expect(bodies[1]?.eventId).toBe(toShortId('REF', stored?.id ?? ''));
  const paid = { total: '34.51', subtotal: '29.00', taxAmount: '5.51', taxRate: 19, taxName: 'VAT' };
  const shown = {
    paymentId,
    paymentStatus: 'succeeded',
    paymentMethod: 'card',
    paymentLast4: '4242',
    paymentDate: dayOf(payment?.succeededAt),
  };
  expect(dataOf(bodies, 'refund.succeeded')).not.toHaveProperty('periodNumber');
  expect(dataOf(bodies, 'refund.succeeded')).toMatchObject({
    orderStatus: 'completed',
    ...paid,
    taxRate: 0.19,
    amount: '10.00',
    refundedAmount: '10.00',
    originalChargedAmount: '34.51',
    originalPayment: { ...paid, chargedAmount: '34.51', ...shown },
    ...shown,
    refundStatus: 'succeeded',
    refundReason: 'It is torn',
    refundCreatedAt: stored?.createdAt.toISOString(),
  });
  expect(dataOf(bodies, 'refund.failed')).toMatchObject({
    amount: '1.00',
    refundedAmount: '1.00',
    refundStatus: 'failed',
  });
});

test('delivers to webhooks of the store that match event and environment', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const add = (fields: { events?: readonly WebhookEvent[]; testMode?: boolean }, of = merchant) =>
    insertWebhook(
      db,
      of.store,
      { channel: 'slack', url: 'https://example.com', events: webhookEvents, testMode: true, secret: null, ...fields },
      new Date(),
    );
  const matching = await add({ events: ['order.completed'] });
  const others = [await add({ events: ['refund.succeeded'] }), await add({ testMode: false }), await add({}, other)];
  const { sessionId } = await newSession(merchant);
  await pay(merchant, sessionId);
  const order = await orderOf(sessionId);
  expect(await bodiesOf(matching.id, order.id)).toHaveLength(1);
  for (const { id } of others) {
    expect(await db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, id))).toBe(0);
  }
  // Handling the same events again makes no second delivery.
  expect(await bodiesOf(matching.id, order.id)).toHaveLength(1);
});

test.each(webhookEvents)('has a sample of %s that matches the schema', (eventType) => {
  const envelope = {
    id: newId(),
    timestamp: new Date().toISOString(),
    storeId: toShortId('STO', newId()),
    storeName: 'Shop',
    mode: 'test',
  } as const;
  const sample = sampleBody(eventType, envelope);
  expect(webhookBody(eventType).parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
});

test('names the sandbox in bodies and chats in prod, and adds nothing in test', async () => {
  const merchant = await newMerchant();
  await db.update(stores).set({ prodEnabled: true }).where(eq(stores.id, merchant.store.id));
  const { id: productId } = await newSubscriptionProduct(merchant);
  await merchant.call('subscription-product/publish-product', { id: productId });
  const bought = async (environment: 'test' | 'prod') => {
    const webhook = await insertWebhook(
      db,
      merchant.store,
      {
        channel: 'http',
        url: 'https://example.com/hook',
        events: webhookEvents,
        testMode: environment === 'test',
        secret: null,
      },
      new Date(),
    );
    const request = { storeId: merchant.storeId, productId, productType: 'subscription', currency: 'USD' };
    const { body } = await merchant.call('checkout/create-session', request, { environment });
    await pay(merchant, body.data.sessionId);
    const order = await orderOf(body.data.sessionId);
    const bodies = await bodiesOf(webhook.id, order.id);
    return Object.fromEntries(
      bodies.map((body) => {
        const provider = 'provider' in body.data ? body.data.provider : undefined;
        return [body.eventType, [provider, noticeOf(JSON.stringify(body), () => null).title]];
      }),
    );
  };
  expect(await bought('prod')).toEqual({
    'subscription.activated': ['sandbox', '[Sandbox] Subscription started'],
    'subscription.payment_succeeded': ['sandbox', '[Sandbox] Subscription payment received'],
  });
  expect(await bought('test')).toEqual({
    'subscription.activated': [undefined, '[Test] Subscription started'],
    'subscription.payment_succeeded': [undefined, '[Test] Subscription payment received'],
  });
});
