import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails, refundTickets } from '#db/schema/index.ts';
import { fromShortId, newId, toShortId } from '#server/domain/ids.ts';
import { customerHeaders, db, newMerchant, post, type TestMerchant } from '#server/testing/api.ts';
import { emailEvents, refundRequestEvents } from '#server/testing/emails.ts';
import { paidOrder, review } from '#server/testing/orders/refunds.ts';

const action = 'refund-ticket/resubmit-ticket';
const reason = 'Here is a picture of it.';
const unknownId = toShortId('TKT', newId());

/** A customer whose request for 10.00 of 29.00 was rejected. */
async function rejected(merchant: TestMerchant, fields: Record<string, unknown> = { amount: '10.00' }) {
  const order = await paidOrder(merchant);
  const ticketId = await order.requestRefund(fields);
  await review(merchant, { ticketId, decision: 'reject', note: 'Which page?' });
  return { ...order, ticketId };
}

const rowOf = async (ticketId: string) =>
  (
    await db
      .select()
      .from(refundTickets)
      .where(eq(refundTickets.id, fromShortId('TKT', ticketId) ?? ''))
  )[0];

describe('200', () => {
  test('is pending again for the same amount by default, without the previous answer', async () => {
    const merchant = await newMerchant();
    const { ticketId, headers, orderId, paymentId, events } = await rejected(merchant);
    expect(await rowOf(ticketId)).toMatchObject({ status: 'rejected', reviewNote: 'Which page?' });
    const { status, body } = await post(action, { ticketId, reason: ` ${reason} ` }, headers);
    expect([status, body.data.ticket]).toEqual([
      200,
      expect.objectContaining({
        id: ticketId,
        orderId,
        paymentId,
        status: 'pending',
        amount: '10.00',
        reason,
        resubmissions: 1,
        reviewNote: null,
        reviewedAt: null,
      }),
    ]);
    expect((await events()).at(-1)).toBe('refund_ticket.resubmitted');
  });

  test('excludes the buyer’s own delay from the review time', async () => {
    const merchant = await newMerchant();
    const order = await paidOrder(merchant);
    const ticketId = await order.requestRefund();
    const setRequestAge = (hoursAgo: number) =>
      db
        .update(refundTickets)
        .set({ updatedAt: new Date(Date.now() - hoursAgo * 3_600_000) })
        .where(eq(refundTickets.id, fromShortId('TKT', ticketId) ?? ''));
    await setRequestAge(1);
    await review(merchant, { ticketId, decision: 'reject', note: 'Which page?' });
    // The request stays with the buyer for a day.
    await setRequestAge(24);
    await post(action, { ticketId, reason }, order.headers);
    await setRequestAge(2);
    await review(merchant, { ticketId, decision: 'approve' });
    const { reviewSeconds } = (await rowOf(ticketId)) ?? { reviewSeconds: 0 };
    expect(reviewSeconds).toBeGreaterThanOrEqual(3 * 3600);
    expect(reviewSeconds).toBeLessThan(3 * 3600 + 60);
  });

  test('takes requestedAmount and the request’s own payment', async () => {
    const merchant = await newMerchant();
    const { ticketId, paymentId, headers } = await rejected(merchant);
    const requestedAmount = { amount: '12.00', currency: 'USD' };
    const { body } = await post(action, { ticketId, paymentId, reason, requestedAmount }, headers);
    expect(body.data.ticket).toMatchObject({ versionNumber: 2, versionData: { reason, requestedAmount } });
    const other = toShortId('PAY', newId());
    expect((await post(action, { ticketId, paymentId: other, reason }, headers)).status).toBe(404);
  });

  test('accepts another amount', async () => {
    const merchant = await newMerchant();
    const { ticketId, headers } = await rejected(merchant);
    const { body } = await post(action, { ticketId, reason, amount: '29.00' }, headers);
    expect(body.data.ticket.amount).toBe('29.00');
  });

  test('lowers the amount to what is left', async () => {
    const merchant = await newMerchant();
    const { ticketId, paymentId, headers } = await rejected(merchant);
    await merchant.call('refund/create-refund', { paymentId, amount: '25.00' });
    const { body } = await post(action, { ticketId, reason }, headers);
    expect(body.data.ticket.amount).toBe('4.00');
  });

  test('emails the store’s owner about the new request', async () => {
    const merchant = await newMerchant();
    const { ticketId, headers } = await rejected(merchant);
    await post(action, { ticketId, reason }, headers);
    await emailEvents(merchant, ...refundRequestEvents);
    const received = await db.select().from(emails).where(eq(emails.recipient, merchant.email));
    expect(received.map(({ subject }) => subject).sort()).toEqual([
      '[Test] Refund requested',
      '[Test] Refund requested again',
    ]);
    const again = received.find(({ subject }) => subject.endsWith('again'));
    expect(again?.body).toContain('buyer@example.com again requests a refund of $10.00');
    expect(again?.body).toContain(`> ${reason}`);
  });
});

describe('400', () => {
  test.each([
    [{ ticketId: unknownId }, 'Missing required field: reason'],
    [{ ticketId: unknownId, reason: ' ' }, 'Missing required field: reason'],
    [{ ticketId: unknownId, reason: 'x'.repeat(1001) }, 'Invalid reason: must have at most 1000 characters'],
    [{ ticketId: unknownId, reason, amount: true }, 'Invalid amount'],
    [{ ticketId: unknownId, reason, amount: null }, 'Invalid amount'],
  ])('%j', async (given, message) => {
    const { status, body } = await post(action, given, await customerHeaders(await newMerchant(), 'user-1'));
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'ticket' }]]);
  });

  const refusal = (message: string) => [400, [{ message, layer: 'ticket' }]];
  const refused = async (headers: Record<string, string>, body: object) => {
    const answer = await post(action, body, headers);
    return [answer.status, answer.body.errors];
  };

  test('Only rejected refund tickets can be resubmitted: pending, approved', async () => {
    const merchant = await newMerchant();
    const { requestRefund, headers } = await paidOrder(merchant);
    const ticketId = await requestRefund({ amount: '1.00' });
    const message = 'Only rejected refund tickets can be resubmitted';
    expect(await refused(headers, { ticketId, reason })).toMatchObject(refusal(message));
    await review(merchant, { ticketId, decision: 'approve' });
    expect(await refused(headers, { ticketId, reason })).toMatchObject(refusal(message));
  });

  test('This refund ticket has been resubmitted 3 times already', async () => {
    const merchant = await newMerchant();
    const { ticketId, headers } = await rejected(merchant);
    for (let time = 1; time <= 3; time += 1) {
      expect((await post(action, { ticketId, reason }, headers)).body.data.ticket.resubmissions).toBe(time);
      await review(merchant, { ticketId, decision: 'reject' });
    }
    const message = 'This refund ticket has been resubmitted 3 times already';
    expect(await refused(headers, { ticketId, reason })).toMatchObject(refusal(message));
    expect((await rowOf(ticketId))?.status).toBe('rejected');
  });

  test('This payment already has a pending refund ticket', async () => {
    const merchant = await newMerchant();
    const { ticketId, headers, requestRefund } = await rejected(merchant);
    await requestRefund();
    const message = 'This payment already has a pending refund ticket';
    expect(await refused(headers, { ticketId, reason })).toMatchObject(refusal(message));
  });

  test('This payment has nothing left to refund; more than is left', async () => {
    const merchant = await newMerchant();
    const { ticketId, paymentId, headers } = await rejected(merchant);
    await merchant.call('refund/create-refund', { paymentId, amount: '20.00' });
    const tooMuch = 'Amount is more than can still be refunded: 9.00';
    expect(await refused(headers, { ticketId, reason, amount: '9.01' })).toMatchObject(refusal(tooMuch));
    await merchant.call('refund/create-refund', { paymentId });
    const nothingLeft = 'This payment has nothing left to refund';
    expect(await refused(headers, { ticketId, reason })).toMatchObject(refusal(nothingLeft));
  });

  test.each([0, '0', '10.001', 'ten'])('Invalid amount: %j', async (amount) => {
    const { ticketId, headers } = await rejected(await newMerchant());
    expect(await refused(headers, { ticketId, reason, amount })).toMatchObject(refusal('Invalid amount'));
  });
});

test('resubmits once for concurrent calls', async () => {
  const merchant = await newMerchant();
  const { ticketId, headers, events } = await rejected(merchant);
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(action, { ticketId, reason }, headers)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await rowOf(ticketId))?.resubmissions).toBe(1);
  expect((await events()).filter((type) => type === 'refund_ticket.resubmitted')).toHaveLength(1);
});
