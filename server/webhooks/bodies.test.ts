/** The bodies of all events that happen, from sales as they are made, each by the schema that the reference publishes. */
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventOutbox, events, orders, payments, refunds, stores, webhookDeliveries } from '#db/schema/index.ts';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db, newMerchant, newSession, newSubscriptionProduct, pay, type TestMerchant } from '#server/testing/api.ts';
import { cards, newClockedMerchant, newSubscription } from '#server/testing/orders/subscriptions.ts';
import { noticeOf } from './channels/notice.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { type WebhookBody, webhookBody } from './rules/webhook-body.ts';
import type { WebhookEvent } from './rules/webhook-events.ts';
import { webhookEvents } from './rules/webhook-events.ts';
import { sampleBody } from './rules/webhook-sample.ts';
import { insertWebhook } from './webhooks.ts';

/** A webhook of the merchant's store, for everything that happens in test. */
const listen = ({ store }: TestMerchant) =>
  insertWebhook(
    db,
    store,
    { channel: 'http', url: 'https://example.com/hook', events: webhookEvents, testMode: true, secret: null },
    new Date(),
  );

/**
 * What the webhook is told of an order, in its order: each body as strictly as can be. The worker of these tests is not
 * there: its part is done here, for that order alone.
 */
async function toldOf(webhookId: string, orderId: string) {
  const happened = await db.select().from(events).where(eq(events.objectId, orderId)).orderBy(asc(events.sequence));
  await db.transaction(async (tx) => {
    await queueDeliveries().handle(tx, happened, new Date());
    await tx.delete(eventOutbox).where(eq(eventOutbox.objectId, orderId));
  });
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.objectId, orderId)))
    .orderBy(asc(webhookDeliveries.sequence));
  return rows.map(({ id, body: text, eventType, eventId }) => {
    const body = webhookBody(eventType).parse(JSON.parse(text)) as WebhookBody;
    const event = happened.find((one) => one.id === eventId);
    expect([body.id, body.eventId, body.timestamp]).toEqual([id, event?.id, event?.createdAt.toISOString()]);
    return body;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: what each holds is what is tested
const dataOf = (bodies: readonly WebhookBody[], eventType: WebhookEvent, place = 0): any =>
  bodies.filter((body) => body.eventType === eventType)[place]?.data;
const typesOf = (bodies: readonly WebhookBody[]) => bodies.map(({ eventType }) => eventType);
const day = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000);

/** 18.00 USD with German tax. */
const price = { total: '21.42', subtotal: '18.00', taxAmount: '3.42', taxRate: 0.19, taxName: 'VAT' };

test('order.completed: everything that was bought and paid', async () => {
  const merchant = await newMerchant('Corner Shop');
  const webhook = await listen(merchant);
  const { sessionId } = await newSession(merchant, {
    orderMerchantExternalId: 'cart-9',
    metadata: { campaign: 'autumn' },
  });
  await pay(merchant, sessionId);
  const [order] = await db
    .update(orders)
    .set({ buyerIdentity: 'user-7' })
    .where(eq(orders.checkoutSessionId, sessionId))
    .returning();
  const [payment] = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, order?.id ?? ''));
  const [body, ...more] = await toldOf(webhook.id, order?.id ?? '');
  expect(more).toEqual([]);
  const list = { total: '34.51', subtotal: '29.00', taxAmount: '5.51', taxRate: 0.19, taxName: 'VAT' };
  expect(body).toEqual({
    id: expect.any(String),
    timestamp: order?.completedAt?.toISOString(),
    eventType: 'order.completed',
    eventId: expect.any(String),
    storeId: merchant.storeId,
    storeName: 'Corner Shop',
    mode: 'test',
    data: {
      orderId: toShortId('ORD', order?.id ?? ''),
      orderStatus: 'completed',
      buyerEmail: 'buyer@example.com',
      merchantProvidedBuyerIdentity: 'user-7',
      orderMerchantExternalId: 'cart-9',
      billingDetail: { country: 'DE', isBusiness: false },
      orderMetadata: { campaign: 'autumn' },
      currency: 'USD',
      amount: '34.51',
      ...list,
      productName: 'Handbook',
      productMetadata: {},
      chargedAmount: '34.51',
      listPrice: list,
      paymentId: toShortId('PAY', payment?.id ?? ''),
      paymentStatus: 'succeeded',
      paymentMethod: 'card',
      paymentLast4: '4242',
      paymentDate: payment?.succeededAt?.toISOString(),
      periodNumber: 1,
    },
  });
});

test('a subscription’s whole life, each body as it was at its event, though all are told in the end', async () => {
  const merchant = await newClockedMerchant();
  const webhook = await listen(merchant);
  const content = { metadata: { trialDays: 14 }, description: 'Every month' };
  const one = await newSubscription({ merchant, content });
  const trialEnd = day(one.startedAt, 14);
  await one.cancel(day(one.startedAt, 1));
  await one.reactivate(day(one.startedAt, 2));
  await one.renew(trialEnd);
  const first = await one.order();
  await one.renew(first.currentPeriodEnd);
  const second = await one.order();
  await one.cardBecomes(cards.declined);
  await one.renew(second.currentPeriodEnd);
  await one.cardBecomes(cards.good);
  await one.renew(day(second.currentPeriodEnd, 1));
  const third = await one.order();
  await one.cancel(day(third.currentPeriodStart, 3));
  await one.end(third.currentPeriodEnd);
  const bodies = await toldOf(webhook.id, one.id);
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
  const period = (start: Date | null, end: Date | null) => ({
    currentPeriodStart: start?.toISOString(),
    currentPeriodEnd: end?.toISOString(),
  });
  const trial = period(one.startedAt, trialEnd);
  expect(dataOf(bodies, 'subscription.payment_succeeded')).toMatchObject({
    orderStatus: 'trialing',
    ...price,
    amount: '21.42',
    chargedAmount: '0.00',
    listPrice: price,
    planPrice: price,
    periodNumber: 0,
    billingPeriod: 'monthly',
    productDescription: 'Every month',
    productMetadata: { trialDays: 14 },
    ...trial,
  });
  const asked = day(one.startedAt, 1).toISOString();
  expect(dataOf(bodies, 'subscription.canceling')).toMatchObject({
    orderStatus: 'canceling',
    canceledAt: asked,
    ...trial,
  });
  const uncanceled = dataOf(bodies, 'subscription.uncanceled');
  expect(uncanceled).toMatchObject({ orderStatus: 'active', ...trial });
  expect(uncanceled).not.toHaveProperty('canceledAt');
  expect(uncanceled).not.toHaveProperty('paymentId');
  const paid = { orderStatus: 'active', chargedAmount: '21.42', paymentStatus: 'succeeded', listPrice: price };
  const ofFirst = period(trialEnd, first.currentPeriodEnd);
  expect(dataOf(bodies, 'subscription.activated')).toMatchObject({ ...paid, periodNumber: 1, ...ofFirst });
  expect(dataOf(bodies, 'subscription.payment_succeeded', 1)).toMatchObject({ ...paid, periodNumber: 1, ...ofFirst });
  const ofSecond = period(second.currentPeriodStart, second.currentPeriodEnd);
  expect(dataOf(bodies, 'subscription.renewed')).toMatchObject({ ...paid, periodNumber: 2, ...ofSecond });
  expect(dataOf(bodies, 'subscription.past_due')).toMatchObject({
    orderStatus: 'past_due',
    chargedAmount: '21.42',
    paymentStatus: 'failed',
    paymentFailureReason: 'Your card was declined. Try another card, or ask your bank why.',
    paymentDate: second.currentPeriodEnd?.toISOString(),
    periodNumber: 3,
    ...ofSecond,
  });
  const ofThird = period(third.currentPeriodStart, third.currentPeriodEnd);
  expect(dataOf(bodies, 'subscription.recovered')).toMatchObject({ ...paid, periodNumber: 3, ...ofThird });
  const last = day(third.currentPeriodStart, 3).toISOString();
  expect(dataOf(bodies, 'subscription.canceling', 1)).toMatchObject({ canceledAt: last, ...ofThird });
  expect(dataOf(bodies, 'subscription.canceled')).toMatchObject({
    orderStatus: 'canceled',
    canceledAt: last,
    ...price,
    ...ofThird,
  });
});

test('a subscription that nobody pays any more: past due, then canceled by itself', async () => {
  const one = await newSubscription();
  const webhook = await listen(one.merchant);
  await one.cardBecomes(cards.lost);
  await one.renew(one.due);
  for (const days of [1, 3, 5, 7]) await one.renew(day(one.due, days));
  const bodies = await toldOf(webhook.id, one.id);
  expect(typesOf(bodies)).toEqual([
    'subscription.payment_succeeded',
    'subscription.activated',
    'subscription.past_due',
    'subscription.canceled',
  ]);
  expect(dataOf(bodies, 'subscription.activated')).toMatchObject({
    orderStatus: 'active',
    periodNumber: 1,
    currentPeriodStart: one.startedAt.toISOString(),
    currentPeriodEnd: one.due.toISOString(),
  });
  expect(dataOf(bodies, 'subscription.canceled')).toMatchObject({
    orderStatus: 'canceled',
    canceledAt: day(one.due, 7).toISOString(),
    currentPeriodEnd: one.due.toISOString(),
  });
});

test('one that is canceled while its charge is on its way: paid, still canceling, then canceled', async () => {
  const one = await newSubscription({ cardNumber: cards.good });
  const webhook = await listen(one.merchant);
  await one.cardBecomes(cards.processing);
  await one.renew(one.due);
  await one.cancel(day(one.due, 0));
  await one.settle(day(one.due, 1));
  const bodies = await toldOf(webhook.id, one.id);
  const renewed = dataOf(bodies, 'subscription.renewed');
  expect(renewed).toMatchObject({ orderStatus: 'canceling', canceledAt: one.due.toISOString(), periodNumber: 2 });
});

test('one that was never paid and is canceled has neither period nor payment', async () => {
  const merchant = await newClockedMerchant();
  const webhook = await listen(merchant);
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
  const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  await merchant.call('subscription-order/cancel-order', { orderId: toShortId('ORD', order?.id ?? '') });
  const bodies = await toldOf(webhook.id, order?.id ?? '');
  expect(typesOf(bodies)).toEqual(['subscription.canceled']);
  const data = dataOf(bodies, 'subscription.canceled');
  expect(data).toMatchObject({ orderStatus: 'canceled', billingPeriod: 'weekly', subtotal: '4500' });
  for (const field of ['currentPeriodStart', 'currentPeriodEnd', 'paymentId', 'chargedAmount']) {
    expect(data).not.toHaveProperty(field);
  }
});

test('refunds: what went back of what, and what did not, whatever became of it later', async () => {
  const merchant = await newClockedMerchant();
  const webhook = await listen(merchant);
  const { sessionId } = await newSession(merchant);
  await pay(merchant, sessionId);
  const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  const [payment] = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, order?.id ?? ''));
  const paymentId = toShortId('PAY', payment?.id ?? '');
  const sandbox = sandboxProvider(db);
  const refund = async (amount: string, reason: string, isMade: boolean) => {
    await merchant.call('refund/create-refund', { paymentId, amount, reason });
    await executeRefunds(db, new Date(Date.now() + 60_000), {
      scope: { storeId: merchant.store.id },
      providerOf: () => ({
        ...sandbox,
        refund: (request, now) =>
          isMade
            ? sandbox.refund(request, now)
            : Promise.resolve({ status: 'failed', providerRefundId: null, reason: 'The account is closed.' }),
      }),
    });
  };
  await refund('10.00', 'It is torn', true);
  await refund('1.00', 'A page is missing', false);
  const [made] = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, order?.id ?? ''))
    .orderBy(asc(refunds.createdAt));
  // It bounces before anybody is told that it was made.
  await db
    .update(refunds)
    .set({ status: 'failed' })
    .where(eq(refunds.id, made?.id ?? ''));
  const bodies = await toldOf(webhook.id, order?.id ?? '');
  expect(typesOf(bodies)).toEqual(['order.completed', 'refund.succeeded', 'refund.failed']);
  expect(dataOf(bodies, 'refund.succeeded')).toMatchObject({
    orderStatus: 'completed',
    amount: '34.51',
    refundedAmount: '10.00',
    originalChargedAmount: '34.51',
    originalPayment: {
      paymentId,
      chargedAmount: '34.51',
      paymentStatus: 'succeeded',
      paymentMethod: 'card',
      paymentLast4: '4242',
      paymentDate: payment?.succeededAt?.toISOString(),
      periodNumber: 1,
    },
    refundStatus: 'succeeded',
    refundReason: 'It is torn',
    refundCreatedAt: made?.createdAt.toISOString(),
  });
  expect(dataOf(bodies, 'refund.failed')).toMatchObject({ refundedAmount: '1.00', refundStatus: 'failed' });
});

test('webhooks hear of what they asked for, of their environment, and of their own store', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const add = (fields: { events?: readonly WebhookEvent[]; testMode?: boolean }, of = merchant) =>
    insertWebhook(
      db,
      of.store,
      { channel: 'slack', url: 'https://example.com', events: webhookEvents, testMode: true, secret: null, ...fields },
      new Date(),
    );
  const hears = await add({ events: ['order.completed'] });
  const silent = [await add({ events: ['refund.succeeded'] }), await add({ testMode: false }), await add({}, other)];
  const { sessionId } = await newSession(merchant);
  await pay(merchant, sessionId);
  const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  expect(await toldOf(hears.id, order?.id ?? '')).toHaveLength(1);
  for (const { id } of silent) {
    expect(await db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, id))).toBe(0);
  }
  // To be told twice of the same makes no second delivery.
  expect(await toldOf(hears.id, order?.id ?? '')).toHaveLength(1);
});

test.each(webhookEvents)('%s has a sample that is as the schema says', (eventType) => {
  const envelope = {
    id: newId(),
    eventId: newId(),
    timestamp: new Date().toISOString(),
    storeId: toShortId('STO', newId()),
    storeName: 'Shop',
    mode: 'test',
  } as const;
  const sample = sampleBody(eventType, envelope);
  expect(webhookBody(eventType).parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
});

test('in prod the sandbox’s money is named in the body and in a chat; in test nothing is added', async () => {
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
    const wish = { storeId: merchant.storeId, productId, productType: 'subscription', currency: 'USD' };
    const { body } = await merchant.call('checkout/create-session', wish, { environment });
    await pay(merchant, body.data.sessionId);
    const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, body.data.sessionId));
    const bodies = await toldOf(webhook.id, order?.id ?? '');
    return Object.fromEntries(
      bodies.map((told) => {
        const provider = 'provider' in told.data ? told.data.provider : undefined;
        return [told.eventType, [provider, noticeOf(JSON.stringify(told), () => null).title]];
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
