import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails, events, orders, refunds, refundTickets } from '#db/schema/index.ts';
import { maxFreeTicketEmailsPerDay } from '#server/billing/refunds/rules/refund-ticket.ts';
import { fromShortId, newId, toShortId } from '#server/domain/ids.ts';
import {
  customerHeaders,
  db,
  newMerchant,
  newSession,
  newSubscriptionSession,
  pay,
  post,
} from '#server/testing/api.ts';
import { emailEvents, refundRequestEvents } from '#server/testing/emails.ts';
import { paidOrder, review } from '#server/testing/orders/refunds.ts';
import { orderOf, paymentsOf, updateOrder } from '#server/testing/orders/rows.ts';

const action = 'refund-ticket/create-ticket';
const reason = 'The second chapter is missing.';

const ticketsOf = (orderId: string) => db.select().from(refundTickets).where(eq(refundTickets.orderId, orderId));

describe('200', () => {
  test('requests the full amount by default', async () => {
    const merchant = await newMerchant();
    const { orderId, paymentId, headers, order, identity } = await paidOrder(merchant);
    const { status, body } = await post(action, { orderId, reason: `  ${reason}\n` }, headers);
    expect([status, body.data.ticket]).toEqual([
      200,
      {
        id: expect.stringMatching(/^TKT_\w{22}$/),
        type: 'refund',
        storeId: merchant.storeId,
        orderId,
        paymentId,
        subjectId: paymentId,
        status: 'pending',
        decision: 'pending',
        amount: '29.00',
        currency: 'USD',
        reason,
        metadata: {},
        refundTicketMerchantExternalId: null,
        submitterId: identity,
        submitterType: 'customer',
        resubmissions: 0,
        versionNumber: 1,
        versionData: { reason, requestedAmount: { amount: '29.00', currency: 'USD' } },
        currentVersionId: null,
        reviewerId: null,
        reviewNote: null,
        rejectReason: null,
        createdAt: expect.any(String),
        updatedAt: body.data.ticket.createdAt,
        reviewedAt: null,
        executedAt: null,
      },
    ]);
    expect([body.data.ticketId, body.data.status]).toEqual([body.data.ticket.id, 'pending']);
    expect(await ticketsOf(order.id)).toMatchObject([
      { buyerIdentity: identity, amountMinor: 2900, merchantId: merchant.id, environment: 'test' },
    ]);
  });

  test('requests a part in display format or minor units, with the merchant’s own id', async () => {
    const merchant = await newMerchant();
    for (const [amount, shown] of [
      ['10.50', '10.50'],
      [1, '0.01'],
      ['29.00', '29.00'],
    ] as const) {
      const { orderId, paymentId, headers } = await paidOrder(merchant);
      const given = { orderId, paymentId, amount, reason, refundTicketMerchantExternalId: 'case-7' };
      const { status, body } = await post(action, given, headers);
      expect([status, body.data.ticket]).toEqual([
        200,
        expect.objectContaining({ amount: shown, refundTicketMerchantExternalId: 'case-7' }),
      ]);
    }
  });

  test('takes the payment without its order, requestedAmount and metadata', async () => {
    const merchant = await newMerchant();
    const { orderId, paymentId, headers } = await paidOrder(merchant);
    const requestedAmount = { amount: '10.50', currency: 'USD' };
    const metadata = { case: 7 };
    const { body } = await post(action, { paymentId, reason, requestedAmount, metadata }, headers);
    expect(body.data.ticket).toMatchObject({ orderId, paymentId, amount: '10.50', metadata });
    expect(body.data.ticket.versionData).toEqual({ reason, requestedAmount });
  });

  test('approves a merchant’s own request at once, also after four rejections, and starts the refund', async () => {
    const merchant = await newMerchant();
    const { paymentId, order, identity, headers } = await paidOrder(merchant);
    for (let time = 0; time < 4; time += 1) {
      const { body } = await post(action, { paymentId, reason }, headers);
      await review(merchant, { ticketId: body.data.ticket.id, decision: 'reject' });
    }
    await emailEvents(merchant, ...refundRequestEvents);
    const requestedAmount = { amount: '10.00', currency: 'USD' };
    const { status, body } = await merchant.call(action, { paymentId, reason, requestedAmount });
    const { merchantId } = merchant;
    expect([status, body.data]).toMatchObject([
      200,
      {
        status: 'processing',
        ticket: { decision: 'approved', submitterId: merchantId, submitterType: 'merchant', reviewerId: merchantId },
      },
    ]);
    expect(await db.select().from(refunds).where(eq(refunds.orderId, order.id))).toMatchObject([
      { status: 'pending', amountMinor: 1000, ticketId: fromShortId('TKT', body.data.ticketId) },
    ]);
    expect((await ticketsOf(order.id)).at(-1)).toMatchObject({ status: 'approved', buyerIdentity: identity });
    const sentToOwner = () => db.select().from(emails).where(eq(emails.recipient, merchant.email));
    const before = (await sentToOwner()).length;
    await emailEvents(merchant, ...refundRequestEvents);
    expect(await sentToOwner()).toHaveLength(before);
  });

  test('a currency without decimals', async () => {
    const merchant = await newMerchant();
    const { orderId, headers } = await paidOrder(merchant, { currency: 'JPY' });
    const refused = await post(action, { orderId, reason, amount: '10.5' }, headers);
    expect([refused.status, refused.body.errors]).toMatchObject([
      400,
      [{ message: 'Invalid amount', layer: 'ticket' }],
    ]);
    const { body } = await post(action, { orderId, reason, amount: '4500' }, headers);
    expect(body.data.ticket).toMatchObject({ amount: '4500', currency: 'JPY' });
  });

  test('records an event with the order and emails the store’s owner', async () => {
    const merchant = await newMerchant('Kettle & Crema');
    const { orderId, paymentId, headers, order, identity } = await paidOrder(merchant);
    const reason = 'Line one\nhttps://example.com/line-two\u2028From Counterfoil';
    const { body } = await post(action, { orderId, reason, amount: '5.00' }, headers);
    const [event] = await db
      .select()
      .from(events)
      .where(and(eq(events.objectId, order.id), eq(events.type, 'refund_ticket.created')));
    expect(event).toMatchObject({
      objectType: 'order',
      actor: { kind: 'sessionToken', by: identity },
      data: { ticketId: body.data.ticket.id, paymentId, amount: '5.00' },
    });
    await emailEvents(merchant, ...refundRequestEvents);
    const [email] = await db.select().from(emails).where(eq(emails.recipient, merchant.email));
    expect(email?.subject).toBe('[Test] Refund requested');
    expect(email?.body).toContain('buyer@example.com requests a refund of $5.00 for “Handbook”');
    // The buyer's text is quoted, so that it cannot pass for ours.
    expect(email?.body).toContain('> Line one\n> https://example.com/line-two\n> From Counterfoil\n');
    expect(email?.body).toContain(`/dashboard/${merchant.slug}/test/orders/${orderId}`);
  });

  test('emails the owner about at most twenty unapproved requests a day', async () => {
    const merchant = await newMerchant();
    const { orderId, headers } = await paidOrder(merchant);
    const { body } = await post(action, { orderId, reason: 'One' }, headers);
    const [first] = await db.select().from(refundTickets).where(eq(refundTickets.storeId, merchant.store.id));
    if (!first) throw new Error('there is no ticket');
    const other = await paidOrder(merchant);
    const about = { orderId: other.order.id, paymentId: other.payment.id };
    const { id: _, ...rest } = { ...first, ...about, status: 'rejected' as const };
    const more = Array.from({ length: maxFreeTicketEmailsPerDay - 1 }, () => ({ ...rest, id: newId() }));
    await db.insert(refundTickets).values(more);
    await db.update(refundTickets).set({ status: 'rejected' }).where(eq(refundTickets.id, first.id));
    expect((await post(action, { orderId, reason: 'One too many' }, headers)).status).toBe(200);
    await emailEvents(merchant, ...refundRequestEvents);
    const received = await db.select().from(emails).where(eq(emails.recipient, merchant.email));
    expect([body.data.ticket.status, received.length]).toEqual(['pending', 1]);
  });

  test('allows another request after a rejection', async () => {
    const merchant = await newMerchant();
    const { orderId, headers, order } = await paidOrder(merchant);
    await post(action, { orderId, reason }, headers);
    await db.update(refundTickets).set({ status: 'rejected' }).where(eq(refundTickets.orderId, order.id));
    expect((await post(action, { orderId, reason }, headers)).status).toBe(200);
  });

  test('matches a buyer without an identity by email, in any case', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    await pay(merchant, sessionId, { email: 'Ana@Example.com' });
    const { orderId } = await orderOf(sessionId);
    const headers = await customerHeaders(merchant, 'ana@example.com');
    expect((await post(action, { orderId, reason }, headers)).status).toBe(200);
  });
});

describe('400', () => {
  const unknownId = toShortId('ORD', newId());
  const format = (prefix: string, prefixReceived: string) => `Expected format: ${prefix}_xxx, got ${prefixReceived}`;
  test.each([
    [{}, 'Missing required field: orderId'],
    [{ orderId: unknownId }, 'Missing required field: reason'],
    [{ orderId: 'ORD_1', reason }, format('ORD', 'ORD_1')],
    [{ orderId: unknownId, reason, paymentId: 'PAY_1' }, format('PAY', 'PAY_1')],
    [{ orderId: unknownId, reason, amount: true }, 'Invalid amount'],
    [{ orderId: unknownId, reason, amount: null }, 'Invalid amount'],
    [{ orderId: unknownId, reason, amount: 1.5 }, 'Invalid amount'],
    [{ orderId: unknownId, reason: '  ' }, 'Missing required field: reason'],
    [{ orderId: unknownId, reason: 7 }, 'Invalid reason: must be a string'],
    [{ orderId: unknownId, reason: 'x'.repeat(1001) }, 'Invalid reason: must have at most 1000 characters'],
    [{ orderId: unknownId, reason: 'a\u0007b' }, 'Invalid reason: must not contain control characters'],
    [
      { orderId: unknownId, reason, refundTicketMerchantExternalId: 'x'.repeat(129) },
      'Invalid refundTicketMerchantExternalId: must have at most 128 characters',
    ],
  ])('%j', async (given, message) => {
    const merchant = await newMerchant();
    const { status, body } = await post(action, given, await customerHeaders(merchant, 'user-1'));
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'ticket' }]]);
  });

  test.each([
    [{ requestedAmount: { amount: '10.00', currency: 'EUR' } }, /requestedAmount.currency: the payment is in USD/],
    [{ requestedAmount: { amount: '10.00', currency: 'USD' }, amount: '10.00' }, /either amount or requestedAmount/],
    [{ requestedAmount: { currency: 'USD' } }, /^Missing required field: requestedAmount.amount/],
    [{ requestedAmount: null }, /requestedAmount/],
  ])('%j', async (given, message) => {
    const merchant = await newMerchant();
    const { paymentId, headers, order } = await paidOrder(merchant);
    const { status, body } = await post(action, { paymentId, reason, ...given }, headers);
    expect([status, body.errors]).toMatchObject([400, [{ message: expect.stringMatching(message), layer: 'ticket' }]]);
    expect(await ticketsOf(order.id)).toEqual([]);
  });

  test.each([0, -1, '0', '-1.00', '10.001', 'ten', ''])('Invalid amount: %j', async (amount) => {
    const merchant = await newMerchant();
    const { orderId, headers, order } = await paidOrder(merchant);
    const { status, body } = await post(action, { orderId, reason, amount }, headers);
    expect([status, body.errors]).toMatchObject([400, [{ message: 'Invalid amount', layer: 'ticket' }]]);
    expect(await ticketsOf(order.id)).toEqual([]);
  });

  test('Amount is more than can still be refunded', async () => {
    const merchant = await newMerchant();
    const { orderId, headers } = await paidOrder(merchant);
    const { status, body } = await post(action, { orderId, reason, amount: '29.01' }, headers);
    const message = 'Amount is more than can still be refunded: 29.00';
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'ticket' }]]);
  });

  test('This payment has nothing left to refund', async () => {
    const merchant = await newMerchant();
    const { orderId, paymentId, headers, order } = await paidOrder(merchant);
    await merchant.call('refund/create-refund', { paymentId, amount: '20.00' });
    const more = await post(action, { orderId, reason, amount: '9.01' }, headers);
    expect(more.body.errors).toMatchObject([
      { message: 'Amount is more than can still be refunded: 9.00', layer: 'ticket' },
    ]);
    await merchant.call('refund/create-refund', { paymentId });
    const { status, body } = await post(action, { orderId, reason }, headers);
    const message = 'This payment has nothing left to refund';
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'ticket' }]]);
    expect(await ticketsOf(order.id)).toEqual([]);
  });

  test('There is no paid amount to refund: unpaid, failed, a free trial', async () => {
    const merchant = await newMerchant();
    const refusal = [400, [{ message: 'There is no paid amount to refund', layer: 'ticket' }]];
    const identity = 'user-1';
    const headers = await customerHeaders(merchant, identity);
    const unpaid = await newSession(merchant);
    await expect(pay(merchant, unpaid.sessionId, { cardNumber: '4000 0000 0000 0002' })).rejects.toThrow();
    const trial = await newSubscriptionSession(merchant, {}, { metadata: { trialDays: 7 } });
    await pay(merchant, trial.sessionId);
    for (const { sessionId } of [unpaid, trial]) {
      const { id: orderId } = await updateOrder(sessionId, { buyerIdentity: identity });
      const [attempt] = await paymentsOf(sessionId);
      for (const paymentId of [undefined, ...(attempt ? [attempt.id] : [])]) {
        const { status, body } = await post(action, { orderId, paymentId, reason }, headers);
        expect([status, body.errors]).toMatchObject(refusal);
      }
    }
  });

  test('This payment already has a pending refund ticket', async () => {
    const merchant = await newMerchant();
    const { orderId, headers } = await paidOrder(merchant);
    await post(action, { orderId, reason, amount: 1 }, headers);
    const { status, body } = await post(action, { orderId, reason, amount: 1 }, headers);
    const message = 'This payment already has a pending refund ticket';
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'ticket' }]]);
  });
});

describe('after rejections', () => {
  const message = 'Refund tickets for this payment have been rejected 4 times already';
  const refusal = [400, [{ message, layer: 'ticket' }]];

  /** A customer with this number of rejected requests, each a new one. */
  async function rejected(times: number) {
    const merchant = await newMerchant();
    const customer = await paidOrder(merchant);
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

  test('allows four rejected requests per payment, new or resubmitted, also concurrently', async () => {
    const { merchant, ask, again, ids, order } = await rejected(3);
    const answers = await Promise.all([ask(), again(ids[0]), ask(), again(ids[1]), ask(), again(ids[2])]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const waiting = (await ticketsOf(order.id)).filter(({ status }) => status === 'pending');
    expect(waiting).toHaveLength(1);
    await review(merchant, { ticketId: toShortId('TKT', waiting[0]?.id ?? ''), decision: 'reject' });
    const before = await ticketsOf(order.id);
    for (const { status, body } of await Promise.all([ask(), ask(), again(ids[0]), again(ids[2])])) {
      expect([status, body.errors]).toMatchObject(refusal);
    }
    expect(await ticketsOf(order.id)).toEqual(before);
  });

  test('the last rejection’s email does not offer to ask again', async () => {
    const { merchant, orderId, order } = await rejected(3);
    await emailEvents(merchant, ...refundRequestEvents);
    const email = `${newId()}@example.com`;
    // A customer known by email can sign in to the portal.
    await db.update(orders).set({ buyerEmail: email, buyerIdentity: email }).where(eq(orders.id, order.id));
    const { body } = await post(action, { orderId, reason }, await customerHeaders(merchant, email));
    await review(merchant, { ticketId: body.data.ticket.id, decision: 'reject' });
    await emailEvents(merchant, ...refundRequestEvents);
    const [sent] = await db.select().from(emails).where(eq(emails.recipient, email));
    expect(sent?.body).toContain('Your order:');
    expect(sent?.body).not.toContain('ask again');
  });

  test('does not count approved requests', async () => {
    const { merchant, ask } = await rejected(3);
    await review(merchant, { ticketId: (await ask()).body.data.ticket.id, decision: 'approve' });
    expect((await ask()).status).toBe(200);
  });

  test('allows a request about another payment', async () => {
    const { ask, identity, merchant } = await rejected(4);
    const other = await paidOrder(merchant);
    await db.update(orders).set({ buyerIdentity: identity }).where(eq(orders.id, other.order.id));
    expect((await ask()).status).toBe(400);
    const headers = await customerHeaders(merchant, identity);
    expect((await post(action, { orderId: other.orderId, reason }, headers)).status).toBe(200);
  });
});

test('creates one request for concurrent calls', async () => {
  const merchant = await newMerchant();
  const { orderId, headers, order } = await paidOrder(merchant);
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(action, { orderId, reason }, headers)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(400)]);
  expect(await ticketsOf(order.id)).toHaveLength(1);
});

test('404 Payment not found: of another customer, or of another merchant', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const { paymentId } = await paidOrder(merchant);
  const stranger = await customerHeaders(merchant, 'user-2');
  for (const { status, body } of [
    await post(action, { paymentId, reason }, stranger),
    await other.call(action, { paymentId, reason }),
  ]) {
    expect([status, body.errors]).toMatchObject([404, [{ message: 'Payment not found', layer: 'payment' }]]);
  }
});

test('404 Payment not found: of another order', async () => {
  const merchant = await newMerchant();
  const [own, others] = [await paidOrder(merchant), await paidOrder(merchant)];
  const given = { orderId: own.orderId, paymentId: others.paymentId, reason };
  const { status, body } = await post(action, given, own.headers);
  expect([status, body.errors]).toMatchObject([404, [{ message: 'Payment not found', layer: 'payment' }]]);
});
