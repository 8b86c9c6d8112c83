/** Refunds through Stripe and its refund webhooks, with its real library and a double of its API. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { emails, events, ledgerTransactions, orders, payments, refunds, refundTickets } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { providerNamed } from '#server/providers/payments/index.ts';
import { customerHeaders, db, post } from '#server/testing/api.ts';
import { emailEvents } from '#server/testing/emails.ts';
import { checkPayment, payCheckout } from '#server/testing/orders/checkout.ts';
import { eventTypesOf, orderOf } from '#server/testing/orders/rows.ts';
import { paymentToken, withStripeServer } from '#server/testing/stripe/server.ts';
import { importProviderRefunds } from './import-provider-refunds.ts';
import { sumRefunded } from './rules/refund.ts';
import { settleRefund } from './settle-refund.ts';

const { stripe, openCheckout, sendWebhook: send } = withStripeServer({ isWorker: true });

afterEach(() => {
  stripe.ledger.initialRefundStatus = 'succeeded';
});

const options = { actor: { kind: 'worker', by: 'test' } } as const;

/** An order of 34.51 USD, paid through Stripe in prod. */
async function paid(behavior = 'works') {
  const email = `${randomUUID()}@example.com`;
  const { merchant, address, form } = await openCheckout({ buyer: { email } });
  await payCheckout(db, address, { ...form, paymentToken: paymentToken(behavior) }, new Date());
  const order = await orderOf(address.sessionId);
  const read = async () => {
    const [row] = await db.select().from(payments).where(eq(payments.orderId, order.id));
    if (!row) throw new Error('no payment');
    return row;
  };
  return {
    merchant,
    email,
    order,
    read,
    types: () => eventTypesOf(order.id),
    /** Requests a refund and has it made, as the worker does. */
    async refund(amount: string) {
      const call = { paymentId: (await read()).id, amount };
      await merchant.call('refund/create-refund', call, { environment: 'prod' });
      const row = async () =>
        (await db.select().from(refunds).where(eq(refunds.orderId, order.id)).orderBy(asc(refunds.id))).at(-1);
      const stored = await row();
      if (!stored) throw new Error('no refund');
      const id = stored.id;
      return {
        execute: () => settleRefund(db, providerNamed(db, stored.provider), stored, options, new Date()),
        read: async () => (await db.select().from(refunds).where(eq(refunds.id, id)))[0],
        /** The refund at Stripe. */
        stripeRefund: () => stripe.ledger.all('refund').find(({ metadata }) => metadata.refundId === id) ?? {},
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

/** Sends Stripe's webhook about an object to the server. */
async function sendWebhook(type: string, object: object) {
  const { status, body } = await send(type, object);
  return { status, applied: body.data?.applied };
}

test.each(['refund.updated', 'refund.created', 'charge.refund.updated'])(
  'settles a pending refund once by %s',
  async (type) => {
    const order = await paid();
    stripe.ledger.initialRefundStatus = 'pending';
    const refund = await order.refund('10.00');
    await refund.execute();
    expect(await refund.read()).toMatchObject({ status: 'pending', providerRefundId: refund.stripeRefund().id });
    stripe.ledger.finishRefund(refund.stripeRefund().id, 'succeeded');
    const responses = await Promise.all([1, 2, 3].map(() => sendWebhook(type, refund.stripeRefund())));
    expect(responses).toEqual(Array(3).fill({ status: 200, applied: true }));
    expect(await refund.read()).toMatchObject({ status: 'succeeded', nextAttemptAt: null });
    expect(await order.kinds()).toEqual(['charge', 'refund']);
    expect((await order.types()).filter((each) => each === 'refund.succeeded')).toHaveLength(1);
  },
);

test('reads a webhook only where the rows of the store in its metadata lie', async () => {
  const [order, other] = [await paid(), await paid()];
  stripe.ledger.initialRefundStatus = 'pending';
  const refund = await order.refund('10.00');
  await refund.execute();
  const named = refund.stripeRefund();
  expect(named.metadata).toMatchObject({ storeId: order.merchant.storeId });
  stripe.ledger.finishRefund(named.id, 'succeeded');
  const charge = { id: 'ch_1', object: 'charge', payment_intent: (await order.read()).providerPaymentId };
  for (const [type, object] of Object.entries({ 'refund.updated': named, 'charge.refunded': charge })) {
    const elsewhere = { ...object, metadata: { ...named.metadata, storeId: other.merchant.storeId } };
    expect(await sendWebhook(type, elsewhere)).toEqual({ status: 200, applied: false });
  }
  expect(await refund.read()).toMatchObject({ status: 'pending' });
  // A refund of an earlier version, or of other software, names no store of ours.
  const unnamed = { ...named, metadata: { refundId: named.metadata.refundId, storeId: 'shop 1' } };
  expect(await sendWebhook('refund.updated', unnamed)).toEqual({ status: 200, applied: true });
});

test('settles only the charge’s pending refunds by charge.refunded', async () => {
  const [order, other] = [await paid(), await paid()];
  stripe.ledger.initialRefundStatus = 'pending';
  const [one, two, unsettled] = [await order.refund('1.00'), await order.refund('2.00'), await other.refund('3.00')];
  for (const refund of [one, two, unsettled]) await refund.execute();
  for (const { stripeRefund } of [one, two, unsettled]) stripe.ledger.finishRefund(stripeRefund().id, 'succeeded');
  const charge = { id: 'ch_1', object: 'charge', payment_intent: (await order.read()).providerPaymentId, metadata: {} };
  expect(await sendWebhook('charge.refunded', charge)).toEqual({ status: 200, applied: true });
  const statuses = [await one.read(), await two.read(), await unsettled.read()].map((row) => row?.status);
  expect(statuses).toEqual(['succeeded', 'succeeded', 'pending']);
  // Nothing is pending anymore.
  expect(await sendWebhook('charge.refunded', charge)).toEqual({ status: 200, applied: false });
});

test('books a refund back when it bounces later', async () => {
  const order = await paid();
  const refund = await order.refund('10.00');
  await refund.execute();
  stripe.ledger.finishRefund(refund.stripeRefund().id, 'failed');
  expect(await sendWebhook('refund.failed', refund.stripeRefund())).toEqual({ status: 200, applied: true });
  expect(await refund.read()).toMatchObject({
    status: 'failed',
    failureReason: 'Stripe: the refund failed (expired_or_canceled_card).',
  });
  expect(await order.kinds()).toEqual(['charge', 'refund', 'refund_reversed']);
});

test('settles a refund by a webhook that arrives before the worker’s response', async () => {
  const order = await paid();
  const refund = await order.refund('10.00');
  stripe.failRequests(/POST \/v1\/refunds/, 'lostWith500');
  await expect(refund.execute()).rejects.toThrow('Stripe gave no definite response');
  expect(await refund.read()).toMatchObject({ status: 'pending', providerRefundId: null });
  expect(await sendWebhook('refund.created', refund.stripeRefund())).toEqual({ status: 200, applied: true });
  expect(await refund.read()).toMatchObject({ status: 'succeeded', providerRefundId: refund.stripeRefund().id });
  expect((await refund.execute()).status).toBe('succeeded');
  expect(await order.kinds()).toEqual(['charge', 'refund']);
});

test('trusts Stripe’s current state instead of the webhook’s payload', async () => {
  const order = await paid();
  stripe.ledger.initialRefundStatus = 'pending';
  const refund = await order.refund('10.00');
  await refund.execute();
  expect(await sendWebhook('refund.updated', { ...refund.stripeRefund(), status: 'succeeded' })).toEqual({
    status: 200,
    applied: true,
  });
  expect((await refund.read())?.status).toBe('pending');
  // Another refund with our key in its metadata.
  expect(await sendWebhook('refund.updated', { ...refund.stripeRefund(), id: 're_other' })).toEqual({
    status: 200,
    applied: false,
  });
  expect(await sendWebhook('refund.updated', { id: 're_1', metadata: { refundId: randomUUID() } })).toMatchObject({
    applied: false,
  });
});

test('rejects the webhook if Stripe does not answer, so that it is sent again', async () => {
  const order = await paid();
  stripe.ledger.initialRefundStatus = 'pending';
  const refund = await order.refund('10.00');
  await refund.execute();
  stripe.ledger.finishRefund(refund.stripeRefund().id, 'succeeded');
  stripe.failRequests(/GET \/v1\/refunds\//, '500');
  expect((await sendWebhook('refund.updated', refund.stripeRefund())).status).toBe(500);
  expect((await sendWebhook('refund.updated', refund.stripeRefund())).status).toBe(200);
  expect((await refund.read())?.status).toBe('succeeded');
});

describe('a refund made in Stripe’s dashboard', () => {
  /** Makes a refund in the dashboard, without our key. */
  async function refundInDashboard(order: Awaited<ReturnType<typeof paid>>, amount: number, metadata = {}) {
    const intent = (await order.read()).providerPaymentId ?? '';
    const { id } = stripe.ledger.execute('POST', '/v1/refunds', {
      payment_intent: intent,
      amount: String(amount),
      metadata,
    });
    const charge = { id: 'ch_1', object: 'charge', payment_intent: intent, metadata: {} };
    return { refund: { ...stripe.ledger.all('refund').find((each) => each.id === id) }, charge };
  }
  const all = (order: Awaited<ReturnType<typeof paid>>) =>
    db.select().from(refunds).where(eq(refunds.orderId, order.order.id)).orderBy(asc(refunds.id));

  test('is imported once: booked, recorded as an event and emailed to the buyer', async () => {
    const order = await paid();
    const { refund, charge } = await refundInDashboard(order, 1000);
    const responses = await Promise.all([
      sendWebhook('refund.created', refund),
      sendWebhook('charge.refunded', charge),
      sendWebhook('refund.updated', refund),
      sendWebhook('charge.refunded', charge),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(responses.some(({ applied }) => applied)).toBe(true);
    expect(await all(order)).toMatchObject([
      {
        status: 'succeeded',
        amountMinor: 1000,
        taxMinor: 160,
        currency: 'USD',
        providerRefundId: refund.id,
        requestedBy: { kind: 'provider', by: 'stripe' },
        nextAttemptAt: null,
      },
    ]);
    expect(await order.kinds()).toEqual(['charge', 'refund']);
    expect((await order.types()).slice(-2)).toEqual(['refund.started', 'refund.succeeded']);
    await emailEvents(order.merchant, 'refund.succeeded');
    const sentEmails = await db.select().from(emails).where(eq(emails.recipient, order.email));
    expect(sentEmails.map(({ subject, status }) => [subject, status])).toEqual([
      ['Your $10.00 refund from “Test Store”', 'queued'],
    ]);
    // Stripe was not asked for a second refund.
    expect(stripe.ledger.all('refund').filter((each) => each.payment_intent === charge.payment_intent)).toHaveLength(1);
  });

  test('may be pending, and may bounce', async () => {
    const order = await paid();
    stripe.ledger.initialRefundStatus = 'pending';
    const { refund } = await refundInDashboard(order, 1000);
    await sendWebhook('refund.created', refund);
    expect((await all(order)).map(({ status }) => status)).toEqual(['pending']);
    stripe.ledger.finishRefund(refund.id, 'succeeded');
    expect(await sendWebhook('refund.updated', refund)).toEqual({ status: 200, applied: true });
    expect((await all(order)).map(({ status }) => status)).toEqual(['succeeded']);
    stripe.ledger.finishRefund(refund.id, 'failed');
    expect(await sendWebhook('refund.failed', refund)).toEqual({ status: 200, applied: true });
    expect(await order.kinds()).toEqual(['charge', 'refund', 'refund_reversed']);
  });

  test('may bounce if it carries a foreign key in its metadata', async () => {
    const order = await paid();
    const { refund } = await refundInDashboard(order, 1000);
    const unknownRefund = { ...refund, metadata: { refundId: randomUUID() } };
    expect(await sendWebhook('refund.created', unknownRefund)).toEqual({ status: 200, applied: true });
    expect((await all(order)).map(({ status }) => status)).toEqual(['succeeded']);
    stripe.ledger.finishRefund(refund.id, 'failed');
    expect(await sendWebhook('refund.failed', unknownRefund)).toEqual({ status: 200, applied: true });
    expect((await all(order)).map(({ status }) => status)).toEqual(['failed']);
    expect(await order.kinds()).toEqual(['charge', 'refund', 'refund_reversed']);
  });

  test('reduces the refundable amount together with our own refunds', async () => {
    const order = await paid();
    const ownRefund = await order.refund('10.00');
    await ownRefund.execute();
    const { refund, charge } = await refundInDashboard(order, 2000);
    await sendWebhook('refund.created', { ...refund, metadata: { refundId: 'none of ours' } });
    await sendWebhook('charge.refunded', charge);
    expect((await all(order)).map(({ amountMinor }) => amountMinor)).toEqual([1000, 2000]);
    const call = { paymentId: (await order.read()).id, amount: '4.52' };
    const { body } = await order.merchant.call('refund/create-refund', call, { environment: 'prod' });
    expect(body.errors[0].message).toBe('Amount is more than can still be refunded: 4.51');
    const rest = await order.refund('4.51');
    await rest.execute();
    const rows = await all(order);
    const { amountMinor, taxMinor } = await order.read();
    expect(sumRefunded(rows)).toEqual({ amountMinor, taxMinor });
  });

  test('is imported up to the charge, although a plan change has credited a part of it', async () => {
    const order = await paid();
    await db.update(payments).set({ creditedMinor: 3000 }).where(eq(payments.orderId, order.order.id));
    const call = { paymentId: (await order.read()).id };
    const { refund, charge } = await refundInDashboard(order, 3000);
    await sendWebhook('refund.created', refund);
    await sendWebhook('charge.refunded', charge);
    expect(await all(order)).toMatchObject([{ status: 'succeeded', amountMinor: 3000 }]);
    expect(await order.types()).not.toContain('refund.unbooked');
    const { body } = await order.merchant.call('refund/create-refund', call, { environment: 'prod' });
    expect(body.errors[0].message).toBe('This payment has nothing left to refund');
  });

  test('is never confused with a pending refund of ours', async () => {
    const order = await paid();
    const ownRefund = await order.refund('10.00');
    stripe.failRequests(/POST \/v1\/refunds/, 'lostWith500');
    await expect(ownRefund.execute()).rejects.toThrow('Stripe gave no definite response');
    const payment = await order.read();
    const provider = providerNamed(db, 'stripe');
    expect(await importProviderRefunds(db, provider, payment, options, new Date())).toBe(0);
    await ownRefund.execute();
    expect(await importProviderRefunds(db, provider, payment, options, new Date())).toBe(0);
    expect(await all(order)).toHaveLength(1);
  });

  test('is imported once Stripe has rejected a refund of ours that is in the way', async () => {
    const order = await paid();
    const ownRefund = await order.refund('30.00');
    const { refund, charge } = await refundInDashboard(order, 3451);
    expect((await sendWebhook('refund.created', refund)).status).toBe(500);
    expect((await all(order)).map(({ status }) => status)).toEqual(['pending']);
    // Stripe rejects ours, because nothing is left.
    expect(await sendWebhook('charge.refunded', charge)).toEqual({ status: 200, applied: true });
    expect((await ownRefund.read())?.status).toBe('failed');
    expect((await all(order)).map(({ status, amountMinor }) => [status, amountMinor])).toEqual([
      ['failed', 3000],
      ['succeeded', 3451],
    ]);
    expect(await order.kinds()).toEqual(['charge', 'refund']);
  });

  test.each([
    [{ amount: 3452 }, ['34.52', 'USD', '$34.52'], 'It is more than can still be refunded: $34.51.'],
    [{ currency: 'eur' }, ['10.00', 'EUR', '€10.00'], 'It is in EUR, but the payment is in USD.'],
  ])(
    'is recorded once as an unbooked refund if it does not fit the ledger: %j',
    async (changes, [amount, currency, shown], why) => {
      const order = await paid();
      const { refund, charge } = await refundInDashboard(order, 1000);
      Object.assign(stripe.ledger.objects.get(refund.id) ?? {}, changes);
      await Promise.all([sendWebhook('refund.created', refund), sendWebhook('charge.refunded', charge)]);
      await sendWebhook('refund.updated', refund);
      expect(await all(order)).toEqual([]);
      const recorded = await db
        .select()
        .from(events)
        .where(and(eq(events.objectId, order.order.id), eq(events.type, 'refund.unbooked')));
      expect(recorded).toMatchObject([
        {
          actor: { kind: 'provider', by: 'stripe' },
          data: {
            providerRefundId: refund.id,
            amount,
            currency,
            failureReason: why,
          },
        },
      ]);
      await emailEvents(order.merchant, 'refund.unbooked');
      const sentEmails = await db.select().from(emails).where(eq(emails.recipient, order.merchant.email));
      const unbooked = sentEmails.filter(({ subject }) => subject === 'Refund not recorded');
      expect(unbooked).toHaveLength(1);
      expect(unbooked[0]?.body).toContain(why);
      expect(unbooked[0]?.body).toContain(`A refund of ${shown} for “Handbook”`);
      expect(await order.kinds()).toEqual(['charge']);
    },
  );

  test('is ignored if it failed or belongs to another payment', async () => {
    const order = await paid();
    const { refund, charge } = await refundInDashboard(order, 1000);
    stripe.ledger.finishRefund(refund.id, 'canceled');
    expect(await sendWebhook('charge.refunded', charge)).toEqual({ status: 200, applied: false });
    const otherPaymentRefund = { ...refund, payment_intent: 'pi_of_somebody_else' };
    expect(await sendWebhook('refund.created', otherPaymentRefund)).toEqual({ status: 200, applied: false });
    expect(await all(order)).toEqual([]);
  });

  test('answers a pending request', async () => {
    const order = await paid();
    await db.update(orders).set({ buyerIdentity: 'user-1' }).where(eq(orders.id, order.order.id));
    const headers = await customerHeaders(order.merchant, 'user-1', 'prod');
    const ticketInput = { orderId: toShortId('ORD', order.order.id), amount: '10.00', reason: 'It is torn.' };
    await post('refund-ticket/create-ticket', ticketInput, headers);
    const { refund } = await refundInDashboard(order, 1000);
    await sendWebhook('refund.created', refund);
    const [ticket] = await db.select().from(refundTickets).where(eq(refundTickets.orderId, order.order.id));
    expect([ticket?.status, (await all(order))[0]?.ticketId]).toEqual(['approved', ticket?.id]);
  });
});

test('settles the give-back of a late payment by its webhook', async () => {
  const order = await paid('challenge');
  const payment = await order.read();
  stripe.ledger.finishChallenge(payment.providerPaymentId ?? '', true);
  await db.update(orders).set({ status: 'expired' }).where(eq(orders.id, order.order.id));
  stripe.ledger.initialRefundStatus = 'pending';
  await checkPayment(db, payment, new Date());
  expect((await order.read()).unclosedSince).not.toBeNull();
  const given = stripe.ledger.all('refund').find(({ metadata }) => metadata.refundId === payment.id) ?? {};
  stripe.ledger.finishRefund(given.id, 'succeeded');
  expect(await sendWebhook('refund.updated', given)).toEqual({ status: 200, applied: true });
  expect((await order.read()).unclosedSince).toBeNull();
  expect(await order.kinds()).toEqual(['unusable_charge', 'give_back']);
});
