import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkoutSessions, emails, events, orders, payments, sandboxCharges } from '#db/schema/index.ts';
import { endSubscriptions } from '#server/billing/jobs/end-subscriptions.ts';
import { expireOrders } from '#server/billing/jobs/expire-orders.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { sendEmails } from '#server/emails/send-emails.ts';
import { queueEmail } from '#server/events/data/emails.ts';
import { db, newMerchant, newSession, newSubscriptionSession, pay, type TestMerchant } from '#server/testing/api.ts';
import { lostAnswer } from '#server/testing/crashes/undecided-sandbox.ts';

const orderOf = async (sessionId: string) =>
  (await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId)))[0];
const paymentsOf = (orderId: string) => db.select().from(payments).where(eq(payments.orderId, orderId));
const typesOf = async (orderId: string) =>
  (await db.select().from(events).where(eq(events.objectId, orderId)).orderBy(events.sequence)).map(({ type }) => type);

async function pendingOrder(merchant: TestMerchant) {
  const { sessionId } = await newSession(merchant);
  await merchant.call('onetime-order/create-order', {
    checkoutSessionId: sessionId,
    billingDetail: { country: 'DE', isBusiness: false },
  });
  return { sessionId, order: await orderOf(sessionId) };
}

/** Expires a session and its order one second ago. */
async function lapse(sessionId: string) {
  const expiresAt = new Date(Date.now() - 1000);
  await db.update(checkoutSessions).set({ expiresAt }).where(eq(checkoutSessions.id, sessionId));
  await db.update(orders).set({ expiresAt }).where(eq(orders.checkoutSessionId, sessionId));
}

describe('expire-orders', () => {
  test('expires only pending orders past their end', async () => {
    const merchant = await newMerchant();
    const [due, open] = [await pendingOrder(merchant), await pendingOrder(merchant)];
    const { sessionId: paid } = await newSession(merchant);
    await pay(merchant, paid);
    await lapse(due.sessionId);
    await lapse(paid);
    await expireOrders(db, new Date());
    expect((await orderOf(due.sessionId))?.status).toBe('expired');
    expect((await orderOf(open.sessionId))?.status).toBe('pending');
    expect((await orderOf(paid))?.status).toBe('completed');
    expect(await typesOf(due.order?.id ?? '')).toEqual(['order.created', 'order.expired']);
  });

  test('not during a charge; a waiting challenge ends with the order', async () => {
    const merchant = await newMerchant();
    const [inFlight, waiting] = [await newSession(merchant), await newSession(merchant)];
    for (const { sessionId } of [inFlight, waiting]) await pay(merchant, sessionId, { cardNumber: '4000002760003184' });
    const order = await orderOf(inFlight.sessionId);
    await db
      .update(payments)
      .set({ status: 'processing' })
      .where(eq(payments.orderId, order?.id ?? ''));
    for (const { sessionId } of [inFlight, waiting]) await lapse(sessionId);
    await settlePayments(db, new Date());
    await expireOrders(db, new Date());
    expect((await orderOf(inFlight.sessionId))?.status).toBe('pending');
    const expired = await orderOf(waiting.sessionId);
    expect(expired?.status).toBe('expired');
    expect((await paymentsOf(expired?.id ?? ''))[0]).toMatchObject({
      status: 'failed',
      failureCode: 'authentication_abandoned',
    });
  });

  test('expires an order once with concurrent workers', async () => {
    const merchant = await newMerchant();
    const due = await pendingOrder(merchant);
    await lapse(due.sessionId);
    await Promise.all(Array.from({ length: 4 }, () => expireOrders(db, new Date())));
    expect(await typesOf(due.order?.id ?? '')).toEqual(['order.created', 'order.expired']);
  });
});

describe('expire-orders, of a subscription', () => {
  test('expires a pending one past its end and ends a waiting challenge', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSubscriptionSession(merchant);
    await pay(merchant, sessionId, { cardNumber: '4000002760003184' });
    await lapse(sessionId);
    await settlePayments(db, new Date());
    await expireOrders(db, new Date());
    const order = await orderOf(sessionId);
    expect(order?.status).toBe('expired');
    expect((await paymentsOf(order?.id ?? ''))[0]).toMatchObject({ status: 'failed' });
    expect((await typesOf(order?.id ?? '')).at(-1)).toBe('subscription.expired');
  });
});

describe('end-subscriptions', () => {
  /** A subscription in that status whose period ended one second ago. */
  async function over(status: 'canceling' | 'active', merchant: TestMerchant) {
    const { sessionId } = await newSubscriptionSession(merchant);
    await pay(merchant, sessionId);
    const currentPeriodEnd = new Date(Date.now() - 1000);
    await db.update(orders).set({ status, currentPeriodEnd }).where(eq(orders.checkoutSessionId, sessionId));
    return { sessionId, currentPeriodEnd };
  }

  test('cancels only canceling ones after their period', async () => {
    const merchant = await newMerchant();
    const [ended, active] = [await over('canceling', merchant), await over('active', merchant)];
    const { sessionId: running } = await newSubscriptionSession(merchant);
    await pay(merchant, running);
    await merchant.call('subscription-order/cancel-order', { orderId: (await orderOf(running))?.id });
    await endSubscriptions(db, new Date());
    const order = await orderOf(ended.sessionId);
    expect(order).toMatchObject({ status: 'canceled', endedAt: ended.currentPeriodEnd });
    expect((await typesOf(order?.id ?? '')).at(-1)).toBe('subscription.canceled');
    expect((await orderOf(active.sessionId))?.status).toBe('active');
    expect(await orderOf(running)).toMatchObject({ status: 'canceling', endedAt: null });
  });

  test('ends it once with concurrent workers', async () => {
    const { sessionId } = await over('canceling', await newMerchant());
    await Promise.all(Array.from({ length: 4 }, () => endSubscriptions(db, new Date())));
    const types = await typesOf((await orderOf(sessionId))?.id ?? '');
    expect(types.filter((type) => type === 'subscription.canceled')).toHaveLength(1);
  });
});

describe('settle-payments', () => {
  /** A payment as left by a crash: the intent exists, the provider has charged, the outcome was never recorded. */
  async function unsettled(cardNumber: string) {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    await pay(merchant, sessionId, { cardNumber }, { provider: lostAnswer });
    const order = await orderOf(sessionId);
    const [payment] = await db
      .update(payments)
      .set({ updatedAt: new Date(Date.now() - 60_000) })
      .where(eq(payments.orderId, order?.id ?? ''))
      .returning();
    if (!payment) throw new Error('no payment');
    return { merchant, sessionId, payment };
  }

  test('completes the order of a successful charge, also with concurrent workers', async () => {
    const { sessionId, payment } = await unsettled('4242424242424242');
    await Promise.all(Array.from({ length: 4 }, () => settlePayments(db, new Date())));
    expect((await orderOf(sessionId))?.status).toBe('completed');
    const settled = await paymentsOf(payment.orderId);
    expect(settled.map(({ status }) => status)).toEqual(['succeeded']);
    const types = await typesOf(payment.orderId);
    expect(types.filter((type) => type === 'order.completed')).toHaveLength(1);
  });

  test('closes a charge that never arrived, so that it cannot arrive later or block a new attempt', async () => {
    const { merchant, sessionId, payment } = await unsettled('4242424242424242');
    await db.delete(sandboxCharges).where(eq(sandboxCharges.key, payment.id));
    await settlePayments(db, new Date());
    expect((await paymentsOf(payment.orderId))[0]).toMatchObject({ status: 'failed', failureCode: 'not_attempted' });
    const [closed] = await db.select().from(sandboxCharges).where(eq(sandboxCharges.key, payment.id));
    expect(closed?.status).toBe('failed');
    expect((await pay(merchant, sessionId)).state).toBe('paid');
  });

  test('ignores a charge that has just begun', async () => {
    const { payment } = await unsettled('4242424242424242');
    await db.update(payments).set({ updatedAt: new Date() }).where(eq(payments.id, payment.id));
    await settlePayments(db, new Date());
    expect((await paymentsOf(payment.orderId))[0]?.status).toBe('processing');
  });
});

describe('send-emails', () => {
  test('sends each email once with concurrent workers; a refused one is retried', async () => {
    const recipient = `${randomUUID()}@example.com`;
    await queueEmail(
      db,
      { merchantId: randomUUID() },
      { kind: 'review', recipient, subject: 'Hello', body: 'There' },
      new Date(),
    );
    const processed: string[] = [];
    const refusal = { responseCode: 452, response: '452 mailbox full' };
    const failing = {
      send: async (email: { recipient: string }) => {
        if (email.recipient === recipient) throw Object.assign(new Error('Message failed'), refusal);
      },
      close: () => {},
    };
    const working = {
      send: async (email: { recipient: string }) => void processed.push(email.recipient),
      close: () => {},
    };
    const row = async () => (await db.select().from(emails).where(eq(emails.recipient, recipient)))[0];
    await sendEmails(db, failing, new Date());
    expect(await row()).toMatchObject({ status: 'queued', attempts: 1, lastError: '452 mailbox full' });
    await sendEmails(db, working, new Date());
    expect(processed.filter((address) => address === recipient)).toHaveLength(0);
    await Promise.all(Array.from({ length: 4 }, () => sendEmails(db, working, new Date(Date.now() + 60_000))));
    expect(processed.filter((address) => address === recipient)).toHaveLength(1);
    expect(await row()).toMatchObject({ status: 'sent', attempts: 2 });
  });
});
