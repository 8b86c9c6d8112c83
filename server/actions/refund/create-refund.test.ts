import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails, orders, payments, refundTickets, refunds as table } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { db, newMember, newMerchant, newSession, newSubscriptionSession, pay } from '#server/testing/api.ts';
import { emailEvents, refundRequestEvents } from '#server/testing/emails.ts';
import { freeze, paidOrder } from '#server/testing/orders/refunds.ts';
import { callFromDashboard } from '#server/testing/reviews.ts';

const action = 'refund/create-refund';
const unknownId = toShortId('PAY', newId());

describe('200', () => {
  test('refunds the remaining amount by default', async () => {
    const merchant = await newMerchant();
    const { paymentId, orderId, refunds, events } = await paidOrder(merchant);
    const { status, body } = await merchant.call(action, { paymentId });
    expect([status, body.data.refund]).toEqual([
      200,
      {
        id: expect.stringMatching(/^REF_\w{22}$/),
        orderId,
        paymentId,
        status: 'pending',
        amount: '29.00',
        taxAmount: '0.00',
        currency: 'USD',
        reason: null,
        ticketId: null,
        orderMerchantExternalId: null,
        refundTicketMerchantExternalId: null,
        createdAt: expect.any(String),
      },
    ]);
    const [row] = await refunds();
    expect(row).toMatchObject({
      status: 'pending',
      provider: 'sandbox',
      environment: 'test',
      merchantId: merchant.id,
      ticketId: null,
      requestedBy: { kind: 'apiKey' },
    });
    expect(row?.nextAttemptAt).toEqual(row?.createdAt);
    expect((await events()).at(-1)).toBe('refund.started');
  });

  test('refunds a part, in display format or minor units, with a reason; then the rest', async () => {
    const merchant = await newMerchant();
    const { paymentId } = await paidOrder(merchant);
    const first = await merchant.call(action, { paymentId, amount: '10.50', reason: '  One chapter \n' });
    expect(first.body.data.refund).toMatchObject({ amount: '10.50', reason: 'One chapter' });
    expect((await merchant.call(action, { paymentId, amount: 1, reason: '' })).body.data.refund).toMatchObject({
      amount: '0.01',
      reason: null,
    });
    expect((await merchant.call(action, { paymentId })).body.data.refund.amount).toBe('18.49');
  });

  test('refunds tax in proportion, and all of it in the end', async () => {
    const merchant = await newMerchant();
    // 34.51, of which 5.51 are tax.
    const { paymentId } = await paidOrder(merchant, {}, { country: 'DE' });
    const taxes = [];
    for (const amount of ['0.01', '17.25', undefined]) {
      taxes.push((await merchant.call(action, { paymentId, amount })).body.data.refund.taxAmount);
    }
    expect(taxes).toEqual(['0.00', '2.76', '2.75']);
  });

  test('a currency without decimals', async () => {
    const merchant = await newMerchant();
    const { paymentId } = await paidOrder(merchant, { currency: 'JPY' });
    const { body } = await merchant.call(action, { paymentId, amount: '500' });
    expect(body.data.refund).toMatchObject({ amount: '500', taxAmount: '0', currency: 'JPY' });
  });

  test.each(['owner', 'admin', 'member'] as const)('from the dashboard, by a store’s %s', async (role) => {
    const merchant = await newMerchant();
    const { paymentId, refunds } = await paidOrder(merchant);
    const caller = role === 'owner' ? merchant : await newMember(merchant, role);
    const { status, data } = await callFromDashboard(caller, action, { paymentId, amount: '5.00' }, 'test');
    expect([status, data.refund.amount]).toEqual([200, '5.00']);
    expect((await refunds())[0]?.requestedBy).toEqual({ kind: 'dashboard', by: caller.merchantId });
  });

  test('a failed refund leaves its amount refundable', async () => {
    const merchant = await newMerchant();
    const { paymentId, refunds } = await paidOrder(merchant);
    await merchant.call(action, { paymentId });

    await db
      .update(table)
      .set({ status: 'failed', nextAttemptAt: null })
      .where(eq(table.id, (await refunds())[0]?.id ?? ''));
    expect((await merchant.call(action, { paymentId })).body.data.refund.amount).toBe('29.00');
  });

  test('is dated by the store’s test clock', async () => {
    const merchant = await newMerchant();
    const { paymentId, refunds } = await paidOrder(merchant);
    const at = await freeze(merchant, new Date(Date.now() + 90 * 86_400_000));
    expect((await merchant.call(action, { paymentId })).body.data.refund.createdAt).toBe(at.toISOString());
    expect((await refunds())[0]).toMatchObject({ createdAt: at, nextAttemptAt: at });
  });

  test('the same idempotency key refunds once', async () => {
    const merchant = await newMerchant();
    const { paymentId, refunds } = await paidOrder(merchant);
    const headers = { 'X-Idempotency-Key': newId() };
    const twice = [];
    for (let time = 0; time < 2; time += 1) {
      twice.push((await merchant.call(action, { paymentId, amount: '5.00' }, { headers })).body.data.refund.id);
    }
    expect(twice[0]).toBe(twice[1]);
    expect(await refunds()).toHaveLength(1);
  });
});

describe('a request about the same payment', () => {
  const ticketOf = async (orderId: string) =>
    (await db.select().from(refundTickets).where(eq(refundTickets.orderId, orderId)))[0];
  const emailsTo = ({ storeId, buyerEmail }: { storeId: string; buyerEmail: string | null }) =>
    db
      .select()
      .from(emails)
      .where(and(eq(emails.storeId, storeId), eq(emails.recipient, buyerEmail ?? '')));

  test.each([
    ['as much as was asked for', '10.00', '10.00'],
    ['more than was asked for', '10.00', '29.00'],
  ])('is answered by a refund of %s, and the customer told', async (_, requested, given) => {
    const merchant = await newMerchant();
    const { order, paymentId, requestRefund, refunds, events } = await paidOrder(
      merchant,
      {},
      { country: 'DE', email: `${newId()}@example.com` },
    );
    await db.update(orders).set({ language: 'de-AT' }).where(eq(orders.id, order.id));
    await requestRefund({ amount: requested });
    await merchant.call(action, { paymentId, amount: given });
    const ticket = await ticketOf(order.id);
    expect(ticket).toMatchObject({ status: 'approved', reviewedAt: expect.any(Date), amountMinor: 1000 });
    expect((await refunds())[0]?.ticketId).toBe(ticket?.id);
    expect((await events()).slice(-2)).toEqual(['refund_ticket.approved', 'refund.started']);
    await emailEvents(merchant, ...refundRequestEvents);
    const [email] = await emailsTo(order);
    expect(email?.subject).toContain(`Ihre Erstattung über $\u00a0${given.replace('.', ',')}`);
  });

  test('is approved by a refund of the remainder, even if that is less', async () => {
    const merchant = await newMerchant();
    const { order, paymentId, requestRefund } = await paidOrder(merchant);
    await requestRefund();
    await merchant.call(action, { paymentId, amount: '28.00' });
    expect((await ticketOf(order.id))?.status).toBe('pending');
    await merchant.call(action, { paymentId, amount: '1.00' });
    expect((await ticketOf(order.id))?.status).toBe('approved');
  });

  test('passes its ids to the refund, as the order does', async () => {
    const merchant = await newMerchant();
    const { paymentId, requestRefund } = await paidOrder(merchant, { orderMerchantExternalId: 'order-7' });
    const ticketId = await requestRefund({ amount: '10.00', refundTicketMerchantExternalId: 'case-7' });
    const refundPart = async (amount: string) => (await merchant.call(action, { paymentId, amount })).body.data.refund;
    const ids = { orderMerchantExternalId: 'order-7', refundTicketMerchantExternalId: 'case-7', ticketId };
    expect(await refundPart('10.00')).toMatchObject(ids);
    const none = { ...ids, refundTicketMerchantExternalId: null, ticketId: null };
    expect(await refundPart('1.00')).toMatchObject(none);
    const fields = 'ticketId orderMerchantExternalId refundTicketMerchantExternalId';
    const { body } = await merchant.query(`{ refunds { ${fields} } }`);
    expect(body.data.refunds).toEqual([none, ids]);
  });

  test('stays open beside a smaller, unrelated refund', async () => {
    const merchant = await newMerchant();
    const { order, paymentId, requestRefund, refunds } = await paidOrder(
      merchant,
      {},
      { email: `${newId()}@example.com` },
    );
    await requestRefund({ amount: '10.00' });
    await merchant.call(action, { paymentId, amount: '9.99' });
    expect((await ticketOf(order.id))?.status).toBe('pending');
    expect((await refunds())[0]?.ticketId).toBeNull();
    await emailEvents(merchant, ...refundRequestEvents);
    expect(await emailsTo(order)).toEqual([]);
  });
});

describe('400', () => {
  test.each([
    [{ paymentId: unknownId, amount: true }, 'Invalid amount'],
    // JSON turns NaN into null, which must not mean the full amount.
    [{ paymentId: unknownId, amount: null }, 'Invalid amount'],
    [{ paymentId: unknownId, amount: 1.5 }, 'Invalid amount'],
    [{ paymentId: unknownId, amount: 2 ** 53 }, 'Invalid amount'],
    [{ paymentId: unknownId, reason: 7 }, 'Invalid reason: must be a string'],
    [{ paymentId: unknownId, reason: 'x'.repeat(201) }, 'Invalid reason: must have at most 200 characters'],
    [{ paymentId: unknownId, reason: 'a\nb' }, 'Invalid reason: must not contain control characters'],
  ])('%j', async (given, message) => {
    const { status, body } = await (await newMerchant()).call(action, given);
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'payment' }]]);
  });

  test.each(['0', '10.001'])('Invalid amount: %j', async (amount) => {
    const merchant = await newMerchant();
    const { paymentId, refunds } = await paidOrder(merchant);
    const { status, body } = await merchant.call(action, { paymentId, amount });
    expect([status, body.errors]).toMatchObject([400, [{ message: 'Invalid amount', layer: 'payment' }]]);
    expect(await refunds()).toEqual([]);
  });

  test('Amount is more than can still be refunded: at first, and after a refund', async () => {
    const merchant = await newMerchant();
    const { paymentId } = await paidOrder(merchant);
    const refused = async (amount: string) => {
      const { status, body } = await merchant.call(action, { paymentId, amount });
      return [status, body.errors];
    };
    const message = 'Amount is more than can still be refunded: ';
    expect(await refused('29.01')).toMatchObject([400, [{ message: `${message}29.00`, layer: 'payment' }]]);
    await merchant.call(action, { paymentId, amount: '20.00' });
    expect(await refused('9.01')).toMatchObject([400, [{ message: `${message}9.00`, layer: 'payment' }]]);
  });

  test('This payment has nothing left to refund', async () => {
    const merchant = await newMerchant();
    const { paymentId } = await paidOrder(merchant);
    await merchant.call(action, { paymentId });
    const message = 'This payment has nothing left to refund';
    for (const amount of [undefined, '0.01']) {
      const { status, body } = await merchant.call(action, { paymentId, amount });
      expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'payment' }]]);
    }
  });

  test('There is no paid amount to refund: declined, processing, a free trial', async () => {
    const merchant = await newMerchant();
    const declined = await newSession(merchant);
    await expect(pay(merchant, declined.sessionId, { cardNumber: '4000 0000 0000 0002' })).rejects.toThrow();
    const waiting = await newSession(merchant);
    await pay(merchant, waiting.sessionId, { cardNumber: '4000 0027 6000 3184' });
    const trial = await newSubscriptionSession(merchant, {}, { metadata: { trialDays: 7 } });
    await pay(merchant, trial.sessionId);
    const statuses = [];
    for (const { sessionId } of [declined, waiting, trial]) {
      const [row] = await db
        .select({ payment: payments })
        .from(payments)
        .innerJoin(orders, refersTo(payments, payments.orderId, orders))
        .where(eq(orders.checkoutSessionId, sessionId));
      statuses.push(row?.payment.status);
      const { status, body } = await merchant.call(action, { paymentId: row?.payment.id });
      const message = 'There is no paid amount to refund';
      expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'payment' }]]);
    }
    expect(statuses).toEqual(['failed', 'requires_action', 'succeeded']);
  });
});

test('twenty concurrent refunds never exceed the payment', async () => {
  const merchant = await newMerchant();
  const { paymentId, payment, refunds } = await paidOrder(merchant, {}, { country: 'DE' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => merchant.call(action, { paymentId, amount: '3.00' })),
  );
  // 34.51: eleven times 3.00, and 1.51 is left.
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBe(11);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.errors[0].message}`))).toEqual(
    new Set(['400 Amount is more than can still be refunded: 1.51']),
  );
  await merchant.call(action, { paymentId });
  const rows = await refunds();
  const sum = (field: 'amountMinor' | 'taxMinor') => rows.reduce((total, row) => total + row[field], 0);
  expect([sum('amountMinor'), sum('taxMinor')]).toEqual([payment.amountMinor, payment.taxMinor]);
});
