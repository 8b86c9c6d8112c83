import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails, events, orders, payments, refundTickets } from '#db/schema/index.ts';
import { maxFreeTicketEmailsPerDay } from '#server/billing/refunds/rules/refund-ticket.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import {
  customerHeaders,
  db,
  newMerchant,
  newSession,
  newSubscriptionSession,
  pay,
  post,
  type TestMerchant,
} from '#server/testing/api.ts';
import { review } from '#server/testing/orders/refunds.ts';

const action = 'refund-ticket/create-ticket';
const reason = 'The second chapter is missing.';

/** A customer of the merchant's with an order that they paid. */
async function customerWithOrder(merchant: TestMerchant, fields: Record<string, unknown> = {}) {
  const identity = `user-${newId()}`;
  const { sessionId } = await newSession(merchant, fields);
  await pay(merchant, sessionId, { country: 'US', state: 'OR' });
  const [order] = await db
    .update(orders)
    .set({ buyerIdentity: identity })
    .where(eq(orders.checkoutSessionId, sessionId))
    .returning();
  if (!order) throw new Error('the session has no order');
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id));
  if (!payment) throw new Error('the order has no payment');
  return {
    order,
    payment,
    orderId: toShortId('ORD', order.id),
    paymentId: toShortId('PAY', payment.id),
    headers: await customerHeaders(merchant, identity),
    identity,
  };
}

const ticketsOf = (orderId: string) => db.select().from(refundTickets).where(eq(refundTickets.orderId, orderId));

describe('200', () => {
  test('asks for all that was paid, unless told otherwise', async () => {
    const merchant = await newMerchant();
    const { orderId, paymentId, headers, order, identity } = await customerWithOrder(merchant);
    const { status, body } = await post(action, { orderId, reason: `  ${reason}\n` }, headers);
    expect([status, body.data.ticket]).toEqual([
      200,
      {
        id: expect.stringMatching(/^TKT_\w{22}$/),
        storeId: merchant.storeId,
        orderId,
        paymentId,
        status: 'pending',
        amount: '29.00',
        currency: 'USD',
        reason,
        refundTicketMerchantExternalId: null,
        resubmissions: 0,
        reviewNote: null,
        createdAt: expect.any(String),
        updatedAt: body.data.ticket.createdAt,
        reviewedAt: null,
      },
    ]);
    expect(await ticketsOf(order.id)).toMatchObject([
      { buyerIdentity: identity, amountMinor: 2900, merchantId: merchant.id, environment: 'test' },
    ]);
  });

  test('asks for a part, in display format or minor units, with an id of the merchant’s', async () => {
    const merchant = await newMerchant();
    for (const [amount, shown] of [
      ['10.50', '10.50'],
      [1, '0.01'],
      ['29.00', '29.00'],
    ] as const) {
      const { orderId, paymentId, headers } = await customerWithOrder(merchant);
      const given = { orderId, paymentId, amount, reason, refundTicketMerchantExternalId: 'case-7' };
      const { status, body } = await post(action, given, headers);
      expect([status, body.data.ticket]).toEqual([
        200,
        expect.objectContaining({ amount: shown, refundTicketMerchantExternalId: 'case-7' }),
      ]);
    }
  });

  test('a currency without decimals', async () => {
    const merchant = await newMerchant();
    const { orderId, headers } = await customerWithOrder(merchant, { currency: 'JPY' });
    const refused = await post(action, { orderId, reason, amount: '10.5' }, headers);
    expect([refused.status, refused.body.errors]).toEqual([400, [{ message: 'Invalid amount', layer: 'ticket' }]]);
    const { body } = await post(action, { orderId, reason, amount: '4500' }, headers);
    expect(body.data.ticket).toMatchObject({ amount: '4500', currency: 'JPY' });
  });

  test('leaves an event with the order, and tells the store’s owner', async () => {
    const merchant = await newMerchant('Kettle & Crema');
    const { orderId, paymentId, headers, order, identity } = await customerWithOrder(merchant);
    const said = 'Line one\nhttps://example.com/line-two\u2028From Counterfoil';
    const { body } = await post(action, { orderId, reason: said, amount: '5.00' }, headers);
    const [event] = await db
      .select()
      .from(events)
      .where(and(eq(events.objectId, order.id), eq(events.type, 'refund_ticket.created')));
    expect(event).toMatchObject({
      objectType: 'order',
      actor: { kind: 'sessionToken', by: identity },
      data: { ticketId: body.data.ticket.id, paymentId, amount: '5.00' },
    });
    const [email] = await db.select().from(emails).where(eq(emails.recipient, merchant.email));
    expect(email?.subject).toBe('[Test] A buyer asks for a refund');
    expect(email?.body).toContain('buyer@example.com asks to have $5.00 back for “Handbook”');
    // What the buyer wrote cannot be taken for ours.
    expect(email?.body).toContain('> Line one\n> https://example.com/line-two\n> From Counterfoil\n');
    expect(email?.body).toContain(`/dashboard/${merchant.slug}/test/orders/${orderId}`);
  });

  test('of requests that cost nobody anything, the owner hears of twenty a day', async () => {
    const merchant = await newMerchant();
    const { orderId, headers } = await customerWithOrder(merchant);
    const { body } = await post(action, { orderId, reason: 'One' }, headers);
    const [first] = await db.select().from(refundTickets).where(eq(refundTickets.storeId, merchant.store.id));
    if (!first) throw new Error('there is no ticket');
    const other = await customerWithOrder(merchant);
    const about = { orderId: other.order.id, paymentId: other.payment.id };
    const { id: _, ...rest } = { ...first, ...about, status: 'rejected' as const };
    const more = Array.from({ length: maxFreeTicketEmailsPerDay - 1 }, () => ({ ...rest, id: newId() }));
    await db.insert(refundTickets).values(more);
    await db.update(refundTickets).set({ status: 'rejected' }).where(eq(refundTickets.id, first.id));
    expect((await post(action, { orderId, reason: 'One too many' }, headers)).status).toBe(200);
    const told = await db.select().from(emails).where(eq(emails.recipient, merchant.email));
    expect([body.data.ticket.status, told.length]).toEqual(['pending', 1]);
  });

  test('after a refused request there may be another', async () => {
    const merchant = await newMerchant();
    const { orderId, headers, order } = await customerWithOrder(merchant);
    await post(action, { orderId, reason }, headers);
    await db.update(refundTickets).set({ status: 'rejected' }).where(eq(refundTickets.orderId, order.id));
    expect((await post(action, { orderId, reason }, headers)).status).toBe(200);
  });

  test('for a buyer without an identity, by their email in any case', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    await pay(merchant, sessionId, { email: 'Ana@Example.com' });
    const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
    const headers = await customerHeaders(merchant, 'ana@example.com');
    expect((await post(action, { orderId: toShortId('ORD', order?.id ?? ''), reason }, headers)).status).toBe(200);
  });
});

describe('400', () => {
  const nobody = toShortId('ORD', newId());
  const format = (prefix: string, got: string) => `Expected format: ${prefix}_xxx, got ${got}`;
  test.each([
    [{}, 'Missing required field: orderId'],
    [{ orderId: nobody }, 'Missing required field: reason'],
    [{ orderId: 'ORD_1', reason }, format('ORD', 'ORD_1')],
    [{ orderId: nobody, reason, paymentId: 'PAY_1' }, format('PAY', 'PAY_1')],
    [{ orderId: nobody, reason, amount: true }, 'Invalid amount'],
    [{ orderId: nobody, reason, amount: null }, 'Invalid amount'],
    [{ orderId: nobody, reason, amount: 1.5 }, 'Invalid amount'],
    [{ orderId: nobody, reason: '  ' }, 'Missing required field: reason'],
    [{ orderId: nobody, reason: 7 }, 'Invalid reason: must be a string'],
    [{ orderId: nobody, reason: 'x'.repeat(1001) }, 'Invalid reason: must have at most 1000 characters'],
    [{ orderId: nobody, reason: 'a\u0007b' }, 'Invalid reason: must not contain control characters'],
    [
      { orderId: nobody, reason, refundTicketMerchantExternalId: 'x'.repeat(129) },
      'Invalid refundTicketMerchantExternalId: must have at most 128 characters',
    ],
  ])('%j', async (given, message) => {
    const merchant = await newMerchant();
    const { status, body } = await post(action, given, await customerHeaders(merchant, 'user-1'));
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'ticket' }]]);
  });

  test.each([0, -1, '0', '-1.00', '10.001', 'ten', ''])('Invalid amount: %j', async (amount) => {
    const merchant = await newMerchant();
    const { orderId, headers, order } = await customerWithOrder(merchant);
    const { status, body } = await post(action, { orderId, reason, amount }, headers);
    expect([status, body.errors]).toEqual([400, [{ message: 'Invalid amount', layer: 'ticket' }]]);
    expect(await ticketsOf(order.id)).toEqual([]);
  });

  test('Amount is more than is left of the payment', async () => {
    const merchant = await newMerchant();
    const { orderId, headers } = await customerWithOrder(merchant);
    const { status, body } = await post(action, { orderId, reason, amount: '29.01' }, headers);
    const message = 'Amount is more than is left of the payment: 29.00';
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'ticket' }]]);
  });

  test('Nothing is left of this payment that could be refunded', async () => {
    const merchant = await newMerchant();
    const { orderId, paymentId, headers, order } = await customerWithOrder(merchant);
    await merchant.call('refund/create-refund', { paymentId, amount: '20.00' });
    const more = await post(action, { orderId, reason, amount: '9.01' }, headers);
    expect(more.body.errors).toEqual([
      { message: 'Amount is more than is left of the payment: 9.00', layer: 'ticket' },
    ]);
    await merchant.call('refund/create-refund', { paymentId });
    const { status, body } = await post(action, { orderId, reason }, headers);
    const message = 'Nothing is left of this payment that could be refunded';
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'ticket' }]]);
    expect(await ticketsOf(order.id)).toEqual([]);
  });

  test('Nothing has been paid that could be refunded: unpaid, failed, a free trial', async () => {
    const merchant = await newMerchant();
    const refusal = [400, [{ message: 'Nothing has been paid that could be refunded', layer: 'ticket' }]];
    const identity = 'user-1';
    const headers = await customerHeaders(merchant, identity);
    const unpaid = await newSession(merchant);
    await expect(pay(merchant, unpaid.sessionId, { cardNumber: '4000 0000 0000 0002' })).rejects.toThrow();
    const trial = await newSubscriptionSession(merchant, {}, { metadata: { trialDays: 7 } });
    await pay(merchant, trial.sessionId);
    for (const { sessionId } of [unpaid, trial]) {
      const [order] = await db
        .update(orders)
        .set({ buyerIdentity: identity })
        .where(eq(orders.checkoutSessionId, sessionId))
        .returning();
      const orderId = order?.id ?? '';
      const [attempt] = await db.select().from(payments).where(eq(payments.orderId, orderId));
      for (const paymentId of [undefined, ...(attempt ? [attempt.id] : [])]) {
        const { status, body } = await post(action, { orderId, paymentId, reason }, headers);
        expect([status, body.errors]).toEqual(refusal);
      }
    }
  });

  test('This payment already has a pending refund ticket', async () => {
    const merchant = await newMerchant();
    const { orderId, headers } = await customerWithOrder(merchant);
    await post(action, { orderId, reason, amount: 1 }, headers);
    const { status, body } = await post(action, { orderId, reason, amount: 1 }, headers);
    const message = 'This payment already has a pending refund ticket';
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'ticket' }]]);
  });
});

describe('after rejections', () => {
  const message = 'Refund tickets for this payment have been rejected 4 times already';
  const refusal = [400, [{ message, layer: 'ticket' }]];

  /** A customer whose requests, each a new one, were rejected so many times. */
  async function rejected(times: number) {
    const merchant = await newMerchant();
    const customer = await customerWithOrder(merchant);
    const ask = () => post(action, { orderId: customer.orderId, reason, amount: '1.00' }, customer.headers);
    const ids: string[] = [];
    for (let time = 0; time < times; time += 1) {
      const ticketId = (await ask()).body.data.ticket.id;
      await review(merchant, { ticketId, decision: 'reject' });
      ids.push(ticketId);
    }
    const again = (ticketId?: string) => post('refund-ticket/resubmit-ticket', { ticketId, reason }, customer.headers);
    return { merchant, ...customer, ask, again, ids };
  }

  test('four of one payment are all, whoever asks at once, as new requests or the same again', async () => {
    const { merchant, ask, again, ids, order } = await rejected(3);
    const answers = await Promise.all([ask(), again(ids[0]), ask(), again(ids[1]), ask(), again(ids[2])]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const waiting = (await ticketsOf(order.id)).filter(({ status }) => status === 'pending');
    expect(waiting).toHaveLength(1);
    await review(merchant, { ticketId: toShortId('TKT', waiting[0]?.id ?? ''), decision: 'reject' });
    const before = await ticketsOf(order.id);
    for (const { status, body } of await Promise.all([ask(), ask(), again(ids[0]), again(ids[2])])) {
      expect([status, body.errors]).toEqual(refusal);
    }
    expect(await ticketsOf(order.id)).toEqual(before);
  });

  test('the letter about the last one does not say that they can ask again', async () => {
    const { merchant, orderId, order } = await rejected(3);
    const email = `${newId()}@example.com`;
    // Known by their email, they get into the portal by themselves.
    await db.update(orders).set({ buyerEmail: email, buyerIdentity: email }).where(eq(orders.id, order.id));
    const { body } = await post(action, { orderId, reason }, await customerHeaders(merchant, email));
    await review(merchant, { ticketId: body.data.ticket.id, decision: 'reject' });
    const [letter] = await db.select().from(emails).where(eq(emails.recipient, email));
    expect(letter?.body).toContain('This is the page of your order:');
    expect(letter?.body).not.toContain('ask again');
  });

  test('what was approved in between is not counted', async () => {
    const { merchant, ask } = await rejected(3);
    await review(merchant, { ticketId: (await ask()).body.data.ticket.id, decision: 'approve' });
    expect((await ask()).status).toBe(200);
  });

  test('another payment of the customer’s may be asked for', async () => {
    const { ask, identity, merchant } = await rejected(4);
    const other = await customerWithOrder(merchant);
    await db.update(orders).set({ buyerIdentity: identity }).where(eq(orders.id, other.order.id));
    expect((await ask()).status).toBe(400);
    const headers = await customerHeaders(merchant, identity);
    expect((await post(action, { orderId: other.orderId, reason }, headers)).status).toBe(200);
  });
});

test('many at once make one request', async () => {
  const merchant = await newMerchant();
  const { orderId, headers, order } = await customerWithOrder(merchant);
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(action, { orderId, reason }, headers)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(400)]);
  expect(await ticketsOf(order.id)).toHaveLength(1);
});

test('404 Payment not found: of another order', async () => {
  const merchant = await newMerchant();
  const [mine, others] = [await customerWithOrder(merchant), await customerWithOrder(merchant)];
  const given = { orderId: mine.orderId, paymentId: others.paymentId, reason };
  const { status, body } = await post(action, given, mine.headers);
  expect([status, body.errors]).toEqual([404, [{ message: 'Payment not found', layer: 'payment' }]]);
});
