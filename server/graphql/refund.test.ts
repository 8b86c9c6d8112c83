import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { refunds } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { db, newMerchant, send, type TestMerchant } from '#server/testing/api.ts';
import { paidOrder, review } from '#server/testing/orders/refunds.ts';

/** An order with a failed refund, a succeeded one, and one from a request. */
async function newShop() {
  const merchant = await newMerchant();
  const order = await paidOrder(merchant, {}, { country: 'DE' });
  const newRefund = async (amount: string, status: 'failed' | 'succeeded') => {
    const call = { paymentId: order.paymentId, amount, reason: `Reason ${amount}` };
    const id: string = (await merchant.call('refund/create-refund', call)).body.data.refund.id;
    const failureReason = status === 'failed' ? 'The card is closed.' : null;
    await db
      .update(refunds)
      .set({ status, failureReason, nextAttemptAt: null, succeededAt: status === 'succeeded' ? new Date() : null })
      .where(eq(refunds.id, fromShortId('REF', id) ?? ''));
    return id;
  };
  const [failed, succeeded] = [await newRefund('5.00', 'failed'), await newRefund('10.00', 'succeeded')];
  const ticketId = await order.requestRefund({ amount: '2.00', refundTicketMerchantExternalId: 'case-7' });
  await review(merchant, { ticketId, decision: 'approve', note: 'Sorry.' });
  return { merchant, ...order, failed, succeeded, ticketId };
}

let shop: Awaited<ReturnType<typeof newShop>>;
beforeAll(async () => {
  shop = await newShop();
});

const ask = (headers: Record<string, string>, query: string) =>
  send('POST', '/v1/graphql', JSON.stringify({ query }), { 'X-Environment': 'test', ...headers });

describe('the merchant reads', () => {
  test('lists refunds with all fields, newest first', async () => {
    const { status, body } = await shop.merchant.query(`{
      refundsCount
      refunds { id orderId paymentId ticketId storeId status amount taxAmount currency reason failureReason provider
        succeededAt createdAt updatedAt payment { id amount } }
    }`);
    expect(status).toBe(200);
    expect(body.data.refundsCount).toBe(3);
    const { orderId, paymentId } = shop;
    const common = {
      orderId,
      paymentId,
      storeId: shop.merchant.storeId,
      currency: 'USD',
      provider: 'sandbox',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      payment: { id: paymentId, amount: '34.51' },
    };
    const [newest, ...others] = body.data.refunds;
    expect(newest).toMatchObject({ status: 'pending', amount: '2.00', ticketId: shop.ticketId, reason: null });
    expect(others).toEqual([
      {
        ...common,
        id: shop.succeeded,
        ticketId: null,
        status: 'succeeded',
        amount: '10.00',
        taxAmount: '1.60',
        reason: 'Reason 10.00',
        failureReason: null,
        succeededAt: expect.any(String),
      },
      {
        ...common,
        id: shop.failed,
        ticketId: null,
        status: 'failed',
        amount: '5.00',
        taxAmount: '0.80',
        reason: 'Reason 5.00',
        failureReason: 'The card is closed.',
        succeededAt: null,
      },
    ]);
  });

  test('lists requests with all fields', async () => {
    const { body } = await shop.merchant.query(`{
      refundTicketsCount
      refundTickets { id orderId paymentId storeId status amount currency reason buyerIdentity
        refundTicketMerchantExternalId resubmissions reviewNote reviewedAt createdAt updatedAt payment { id } }
    }`);
    expect(body.data).toEqual({
      refundTicketsCount: 1,
      refundTickets: [
        {
          id: shop.ticketId,
          orderId: shop.orderId,
          paymentId: shop.paymentId,
          storeId: shop.merchant.storeId,
          status: 'processing',
          amount: '2.00',
          currency: 'USD',
          reason: 'It is torn.',
          buyerIdentity: shop.identity,
          refundTicketMerchantExternalId: 'case-7',
          resubmissions: 0,
          reviewNote: 'Sorry.',
          reviewedAt: expect.any(String),
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
          payment: { id: shop.paymentId },
        },
      ],
    });
  });

  test.each([
    [`refunds(filter: {status: {eq: "succeeded"}}) { id }`, 'refundsCount(filter: {status: {eq: "succeeded"}})', 1],
    [
      `refunds(filter: {status: {in: ["failed", "succeeded"]}}) { id }`,
      'refundsCount(filter: {status: {ne: "pending"}})',
      2,
    ],
    [`refunds(filter: {ticketId: {eq: null}}) { id }`, 'refundsCount(filter: {ticketId: {eq: null}})', 2],
    [
      `refundTickets(filter: {status: {eq: "pending"}}) { id }`,
      'refundTicketsCount(filter: {status: {eq: "pending"}})',
      0,
    ],
    [
      `refundTickets(filter: {refundTicketMerchantExternalId: {eq: "case-7"}}) { id }`,
      'refundTicketsCount(filter: {currency: {eq: "USD"}})',
      1,
    ],
  ])('%s', async (list, count, expected) => {
    const { body } = await shop.merchant.query(`{ rows: ${list} count: ${count} }`);
    expect([body.data.rows.length, body.data.count]).toEqual([expected, expected]);
  });

  test('limits a payment’s refunds, and pages by cursor', async () => {
    const { body } = await shop.merchant.query(
      `query ($id: ID!, $cursor: ID) {
        payment(id: $id) { refunds { id } newest: refunds(limit: 1) { status } }
        refunds(limit: 1, cursor: $cursor) { id }
      }`,
      { id: shop.paymentId, cursor: shop.succeeded },
    );
    expect(body.data.payment.refunds).toHaveLength(3);
    expect(body.data.payment.newest).toEqual([{ status: 'pending' }]);
    expect(body.data.refunds).toEqual([{ id: shop.failed }]);
  });
});

const fullQuery = '{ refunds { id } refundsCount refundTickets { id } refundTicketsCount }';

test('a customer reads refunds of their own orders, without the provider’s failure reason', async () => {
  const other = await paidOrder(shop.merchant);
  await other.requestRefund();
  const { body } = await ask(shop.headers, `{ refunds { id reason failureReason } refundTicketsCount }`);
  expect(body.data.refunds).toHaveLength(3);
  expect(body.data.refunds.at(-1)).toEqual({ id: shop.failed, reason: 'Reason 5.00', failureReason: null });
  expect(body.data.refundTicketsCount).toBe(1);
  expect((await ask(other.headers, fullQuery)).body.data).toMatchObject({ refundsCount: 0, refundTicketsCount: 1 });
});

describe('access', () => {
  const noRefunds = { refunds: [], refundsCount: 0, refundTickets: [], refundTicketsCount: 0 };
  test('is separate by merchant and environment', async () => {
    const other: TestMerchant = await newMerchant();
    expect((await other.query(fullQuery)).body.data).toEqual(noRefunds);
    expect((await shop.merchant.query(fullQuery, {}, 'prod')).body.data).toEqual(noRefunds);
  });

  test('403 in public', async () => {
    const { status } = await ask({ 'X-Store-Slug': shop.merchant.slug }, '{ refundsCount }');
    expect(status).toBe(403);
  });
});
