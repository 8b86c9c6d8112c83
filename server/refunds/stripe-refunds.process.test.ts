/** Refunds through Stripe, and what it tells of them by itself, with a double of its API behind its real library. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { events, ledgerTransactions, orders, payments, refunds, stores } from '../../db/schema/index.ts';
import { checkPayment } from '../checkout/check-payment.ts';
import { payCheckout } from '../checkout/pay.ts';
import { quoteCheckout } from '../checkout/quote.ts';
import { englishVoice } from '../i18n/say.ts';
import { providerNamed } from '../providers/payments/index.ts';
import { db, newMerchant, newProduct } from '../testing/api.ts';
import { StripeDouble } from '../testing/stripe-double.ts';
import { startFastDoor, type TestServer } from '../testing/test-servers.ts';
import { settleRefund } from './settle-refund.ts';

let stripe: StripeDouble;
let server: TestServer;

beforeAll(async () => {
  stripe = await new StripeDouble().listen();
  // For what runs in this process: the pay step, and what the worker does.
  Object.assign(process.env, stripe.settings, { LOG_LEVEL: 'silent' });
  server = await startFastDoor(inject('databaseUrl'), { pages: false, worker: false, settings: stripe.settings });
});
afterEach(() => {
  stripe.calm();
  stripe.ledger.refundsBegin = 'succeeded';
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

const options = { actor: { kind: 'worker', by: 'test' }, appUrl: 'https://pay.example.com' } as const;

/** An order that was paid through Stripe in prod: 34.51 USD. */
async function paid(behaviour = 'works') {
  const merchant = await newMerchant();
  await db.update(stores).set({ prodEnabled: true }).where(eq(stores.id, merchant.store.id));
  const product = await newProduct(merchant);
  await merchant.call('onetime-product/publish-product', { id: product.id });
  const wish = { storeId: merchant.storeId, productId: product.id, productType: 'onetime', currency: 'USD' };
  const { body } = await merchant.call('checkout/create-session', wish, { environment: 'prod' });
  const address = { storeSlug: merchant.slug, sessionId: body.data.sessionId as string };
  const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };
  const { shown } = await quoteCheckout(db, address, buyer, new Date(), englishVoice);
  const paymentToken = `ctoken_${behaviour}~${randomUUID()}`;
  await payCheckout(db, address, { ...buyer, shown, paymentToken }, new Date());
  const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, address.sessionId));
  if (!order) throw new Error('no order');
  const read = async () => {
    const [row] = await db.select().from(payments).where(eq(payments.orderId, order.id));
    if (!row) throw new Error('no payment');
    return row;
  };
  return {
    merchant,
    order,
    read,
    types: async () =>
      (await db.select().from(events).where(eq(events.objectId, order.id)).orderBy(events.sequence)).map(
        ({ type }) => type,
      ),
    /** Asks for a refund, and has it made, as the worker does. */
    async refund(amount: string) {
      const call = { paymentId: (await read()).id, amount };
      await merchant.call('refund/create-refund', call, { environment: 'prod' });
      const row = async () =>
        (await db.select().from(refunds).where(eq(refunds.orderId, order.id)).orderBy(asc(refunds.id))).at(-1);
      const made = await row();
      if (!made) throw new Error('no refund');
      const id = made.id;
      return {
        execute: () => settleRefund(db, providerNamed(db, made.provider), made, options, new Date()),
        read: async () => (await db.select().from(refunds).where(eq(refunds.id, id)))[0],
        /** As Stripe has it. */
        there: () => stripe.ledger.all('refund').find(({ metadata }) => metadata.refundId === id) ?? {},
      };
    },
    kinds: async () =>
      (
        await db
          .select({ kind: ledgerTransactions.kind })
          .from(ledgerTransactions)
          .where(eq(ledgerTransactions.paymentId, (await read()).id))
          .orderBy(asc(ledgerTransactions.id))
      ).map(({ kind }) => kind),
  };
}

/** What Stripe would send about an object, to the server. */
async function tell(type: string, object: object) {
  const { body, signature } = stripe.webhook(type, object);
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
  const response = await fetch(`${server.url}/v1/payment-webhooks/stripe`, { method: 'POST', headers, body });
  return { status: response.status, heard: (await response.json()).data?.heard };
}

test.each(['refund.updated', 'refund.created', 'charge.refund.updated'])(
  'a refund that takes its time is settled by %s, once',
  async (type) => {
    const order = await paid();
    stripe.ledger.refundsBegin = 'pending';
    const refund = await order.refund('10.00');
    await refund.execute();
    expect(await refund.read()).toMatchObject({ status: 'pending', providerRefundId: refund.there().id });
    stripe.ledger.finishRefund(refund.there().id, 'succeeded');
    const told = await Promise.all([1, 2, 3].map(() => tell(type, refund.there())));
    expect(told).toEqual(Array(3).fill({ status: 200, heard: true }));
    expect(await refund.read()).toMatchObject({ status: 'succeeded', nextAttemptAt: null });
    expect(await order.kinds()).toEqual(['charge', 'refund']);
    expect((await order.types()).filter((each) => each === 'refund.succeeded')).toHaveLength(1);
  },
);

test('charge.refunded settles what is open of that charge, and nothing else', async () => {
  const [order, other] = [await paid(), await paid()];
  stripe.ledger.refundsBegin = 'pending';
  const [one, two, elsewhere] = [await order.refund('1.00'), await order.refund('2.00'), await other.refund('3.00')];
  for (const refund of [one, two, elsewhere]) await refund.execute();
  for (const { there } of [one, two, elsewhere]) stripe.ledger.finishRefund(there().id, 'succeeded');
  const charge = { id: 'ch_1', object: 'charge', payment_intent: (await order.read()).providerPaymentId, metadata: {} };
  expect(await tell('charge.refunded', charge)).toEqual({ status: 200, heard: true });
  const statuses = [await one.read(), await two.read(), await elsewhere.read()].map((row) => row?.status);
  expect(statuses).toEqual(['succeeded', 'succeeded', 'pending']);
  // Nothing is open any more.
  expect(await tell('charge.refunded', charge)).toEqual({ status: 200, heard: false });
});

test('a refund that bounces later is booked back', async () => {
  const order = await paid();
  const refund = await order.refund('10.00');
  await refund.execute();
  stripe.ledger.finishRefund(refund.there().id, 'failed');
  expect(await tell('refund.failed', refund.there())).toEqual({ status: 200, heard: true });
  expect(await refund.read()).toMatchObject({
    status: 'failed',
    failureReason: 'Stripe: the refund failed (expired_or_canceled_card).',
  });
  expect(await order.kinds()).toEqual(['charge', 'refund', 'refund_reversed']);
});

test('a webhook that is there before the worker has heard anything settles it; the worker finds it done', async () => {
  const order = await paid();
  const refund = await order.refund('10.00');
  stripe.trouble(/POST \/v1\/refunds/, 'lostWith500');
  await expect(refund.execute()).rejects.toThrow('Stripe gave no certain answer');
  expect(await refund.read()).toMatchObject({ status: 'pending', providerRefundId: null });
  expect(await tell('refund.created', refund.there())).toEqual({ status: 200, heard: true });
  expect(await refund.read()).toMatchObject({ status: 'succeeded', providerRefundId: refund.there().id });
  expect((await refund.execute()).status).toBe('succeeded');
  expect(await order.kinds()).toEqual(['charge', 'refund']);
});

test('what it says is not believed: only how Stripe says it stands counts', async () => {
  const order = await paid();
  stripe.ledger.refundsBegin = 'pending';
  const refund = await order.refund('10.00');
  await refund.execute();
  expect(await tell('refund.updated', { ...refund.there(), status: 'succeeded' })).toEqual({
    status: 200,
    heard: true,
  });
  expect((await refund.read())?.status).toBe('pending');
  // Another refund that claims to be ours.
  expect(await tell('refund.updated', { ...refund.there(), id: 're_other' })).toEqual({ status: 200, heard: false });
  expect(await tell('refund.updated', { id: 're_1', metadata: { refundId: randomUUID() } })).toMatchObject({
    heard: false,
  });
});

test('where Stripe does not answer, it is asked to tell us again', async () => {
  const order = await paid();
  stripe.ledger.refundsBegin = 'pending';
  const refund = await order.refund('10.00');
  await refund.execute();
  stripe.ledger.finishRefund(refund.there().id, 'succeeded');
  stripe.trouble(/GET \/v1\/refunds\//, '500');
  expect((await tell('refund.updated', refund.there())).status).toBe(500);
  expect((await tell('refund.updated', refund.there())).status).toBe(200);
  expect((await refund.read())?.status).toBe('succeeded');
});

test('a payment that is given back because it came too late is settled by its webhook, too', async () => {
  const order = await paid('challenge');
  const payment = await order.read();
  stripe.ledger.finishChallenge(payment.providerPaymentId ?? '', true);
  await db.update(orders).set({ status: 'expired' }).where(eq(orders.id, order.order.id));
  stripe.ledger.refundsBegin = 'pending';
  await checkPayment(db, payment, new Date());
  expect((await order.read()).unclosedSince).not.toBeNull();
  const given = stripe.ledger.all('refund').find(({ metadata }) => metadata.refundId === payment.id) ?? {};
  stripe.ledger.finishRefund(given.id, 'succeeded');
  expect(await tell('refund.updated', given)).toEqual({ status: 200, heard: true });
  expect((await order.read()).unclosedSince).toBeNull();
  expect(await order.kinds()).toEqual(['unusable_charge', 'give_back']);
});
