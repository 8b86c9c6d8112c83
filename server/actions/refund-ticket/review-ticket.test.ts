import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails, orders, refundTickets } from '#db/schema/index.ts';
import { fromShortId, newId, toShortId } from '#server/domain/ids.ts';
import { db, newMember, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { emailEvents, refundRequestEvents } from '#server/testing/emails.ts';
import { freeze, paidOrder, review } from '#server/testing/orders/refunds.ts';

const unknownId = toShortId('TKT', newId());

/** A customer who asks for 10.00 of 29.00, in a language. */
async function newRefundRequest(merchant: TestMerchant, language: string | null = null) {
  const email = `${newId()}@example.com`;
  const order = await paidOrder(merchant, {}, { country: 'US', state: 'OR', email });
  await db.update(orders).set({ language }).where(eq(orders.id, order.order.id));
  return {
    ...order,
    email,
    ticketId: await order.requestRefund({ amount: '10.00' }),
    async readEmails() {
      await emailEvents(merchant, ...refundRequestEvents);
      return await db.select().from(emails).where(eq(emails.recipient, email));
    },
  };
}

describe('200', () => {
  test('approval refunds the requested amount in the same transaction', async () => {
    const merchant = await newMerchant();
    const { ticketId, refunds, events } = await newRefundRequest(merchant);
    const { status, data } = await review(merchant, { ticketId, decision: 'approve', note: 'Sorry for that.' });
    expect([status, data.ticket]).toEqual([
      200,
      expect.objectContaining({
        id: ticketId,
        status: 'processing',
        decision: 'approved',
        reviewerId: merchant.merchantId,
        amount: '10.00',
        reviewNote: 'Sorry for that.',
        reviewedAt: expect.any(String),
      }),
    ]);
    expect(await refunds()).toMatchObject([
      {
        status: 'pending',
        amountMinor: 1000,
        ticketId: fromShortId('TKT', ticketId),
        requestedBy: { kind: 'dashboard', by: merchant.merchantId },
      },
    ]);
    expect((await events()).slice(-2)).toEqual(['refund_ticket.approved', 'refund.started']);
  });

  test('approves a part', async () => {
    const merchant = await newMerchant();
    const { ticketId, refunds, readEmails } = await newRefundRequest(merchant);
    await review(merchant, { ticketId, decision: 'approve', amount: '4.50' });
    expect((await refunds()).map(({ amountMinor }) => amountMinor)).toEqual([450]);
    expect((await readEmails())[0]?.subject).toBe('[Test] Your $4.50 refund from “Test Store”');
  });

  test('approves the remainder if that is less than requested', async () => {
    const merchant = await newMerchant();
    const { ticketId, paymentId, refunds } = await newRefundRequest(merchant);
    // Three smaller refunds leave 5.00, and the request open.
    for (let time = 0; time < 3; time += 1) await merchant.call('refund/create-refund', { paymentId, amount: '8.00' });
    await review(merchant, { ticketId, decision: 'approve' });
    expect((await refunds()).map(({ amountMinor }) => amountMinor)).toEqual([800, 800, 800, 500]);
  });

  test('rejection refunds nothing', async () => {
    const merchant = await newMerchant();
    const { ticketId, refunds, events } = await newRefundRequest(merchant);
    const { data } = await review(merchant, { ticketId, decision: 'reject' });
    expect(data.ticket).toMatchObject({ status: 'rejected', reviewNote: null, reviewedAt: expect.any(String) });
    expect(await refunds()).toEqual([]);
    expect((await events()).at(-1)).toBe('refund_ticket.rejected');
  });

  test('any member of the store may decide', async () => {
    const merchant = await newMerchant();
    const { ticketId } = await newRefundRequest(merchant);
    const member = await newMember(merchant, 'member');
    expect((await review(member, { ticketId, decision: 'reject' })).status).toBe(200);
  });

  test('dates the decision by the store’s test clock, but sends the email now', async () => {
    const merchant = await newMerchant();
    const { ticketId, readEmails, refunds } = await newRefundRequest(merchant);
    const at = await freeze(merchant, new Date(Date.now() + 90 * 86_400_000));
    await review(merchant, { ticketId, decision: 'approve' });
    expect((await refunds())[0]?.createdAt).toEqual(at);
    expect((await readEmails())[0]?.nextAttemptAt.getTime()).toBeLessThan(at.getTime());
  });
});

describe('emails to the customer', () => {
  test('report an approval in the order’s language, with the store’s note', async () => {
    const merchant = await newMerchant('Kettle & Crema');
    const { ticketId, readEmails } = await newRefundRequest(merchant, 'fr-CA');
    await review(merchant, { ticketId, decision: 'approve', note: 'Une ligne\nhttps://example.com' });
    const [sentEmail] = await readEmails();
    expect(sentEmail?.subject).toMatch(/remboursement de 10,00\s\$\sUS de «\sKettle & Crema\s»/);
    expect(sentEmail?.body).toContain('> Une ligne\n> https://example.com');
    expect(sentEmail?.body).toContain('pour «\u202fHandbook\u202f»');
  });

  test('report a rejection with a link to ask again, except after the last one', async () => {
    const merchant = await newMerchant();
    const { ticketId, readEmails, order, email } = await newRefundRequest(merchant);
    // A customer known by email can sign in to the portal.
    await db.update(orders).set({ buyerIdentity: email }).where(eq(orders.id, order.id));
    await review(merchant, { ticketId, decision: 'reject' });
    const [sentEmail] = await readEmails();
    expect(sentEmail?.subject).toBe('[Test] Your refund request to “Test Store”');
    expect(sentEmail?.body).toContain('declined your request for a $10.00 refund of “Handbook”');
    expect(sentEmail?.body).toContain('request again on your order page');
    expect(sentEmail?.body).toContain(`/${merchant.slug}/portal/orders/${toShortId('ORD', order.id)}?environment=test`);
    const id = fromShortId('TKT', ticketId) ?? '';
    await db.update(refundTickets).set({ status: 'pending', resubmissions: 3 }).where(eq(refundTickets.id, id));
    await review(merchant, { ticketId, decision: 'reject' });
    const last = (await readEmails()).find((each) => each.id !== sentEmail?.id);
    expect(last?.body).not.toContain('ask again');
  });
});

describe('400', () => {
  test.each([
    [{ ticketId: unknownId }, 'Missing required field: decision'],
    [{ ticketId: unknownId, decision: 'maybe' }, 'Invalid decision: must be approve or reject'],
    [{ ticketId: unknownId, decision: 'approve', amount: 1.5 }, 'Invalid amount'],
    [
      { ticketId: unknownId, decision: 'reject', note: 'x'.repeat(1001) },
      'Invalid note: must have at most 1000 characters',
    ],
    [{ ticketId: unknownId, decision: 'reject', note: 'a\u0007' }, 'Invalid note: must not contain control characters'],
  ])('%j', async (given, message) => {
    const { status, errors } = await review(await newMerchant(), given);
    expect([status, errors]).toMatchObject([400, [{ message, layer: 'ticket' }]]);
  });

  const refused = async (merchant: TestMerchant, body: Record<string, unknown>) => {
    const { status, errors } = await review(merchant, body);
    return [status, errors?.[0].message];
  };

  test('Only pending refund tickets can be reviewed', async () => {
    const merchant = await newMerchant();
    const { ticketId, refunds } = await newRefundRequest(merchant);
    await review(merchant, { ticketId, decision: 'approve' });
    for (const decision of ['approve', 'reject']) {
      const message = 'Only pending refund tickets can be reviewed';
      expect(await refused(merchant, { ticketId, decision })).toEqual([400, message]);
    }
    expect(await refunds()).toHaveLength(1);
  });

  test('more than requested, more than is left, nothing left, no amount', async () => {
    const merchant = await newMerchant();
    const { ticketId, payment, refunds } = await newRefundRequest(merchant);
    const approve = (amount?: unknown) => refused(merchant, { ticketId, decision: 'approve', amount });
    expect(await approve('10.01')).toEqual([400, 'Amount is more than the customer requested: 10.00']);
    expect(await approve('29.01')).toEqual([400, 'Amount is more than can still be refunded: 29.00']);
    expect(await approve('0')).toEqual([400, 'Invalid amount']);
    // The state that a concurrent refund of the payment leaves.
    const id = fromShortId('TKT', ticketId) ?? '';
    for (const amount of ['9.99', '9.99', '9.02']) {
      await merchant.call('refund/create-refund', { paymentId: payment.id, amount });
    }
    await db.update(refundTickets).set({ status: 'pending' }).where(eq(refundTickets.id, id));
    expect(await approve()).toEqual([400, 'This payment has nothing left to refund']);
    expect(await refunds()).toHaveLength(3);
    expect((await review(merchant, { ticketId, decision: 'reject' })).status).toBe(200);
  });
});

test('two concurrent approvals refund once', async () => {
  const merchant = await newMerchant();
  const { ticketId, refunds, readEmails } = await newRefundRequest(merchant);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => review(merchant, { ticketId, decision: 'approve' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await refunds()).toHaveLength(1);
  expect(await readEmails()).toHaveLength(1);
});

test('a concurrent approval and refund never exceed the payment', async () => {
  const merchant = await newMerchant();
  const { ticketId, paymentId, payment, refunds } = await newRefundRequest(merchant);
  await Promise.all([
    review(merchant, { ticketId, decision: 'approve' }),
    merchant.call('refund/create-refund', { paymentId }),
    merchant.call('refund/create-refund', { paymentId, amount: '25.00' }),
  ]);
  const sum = (await refunds()).reduce((total, { amountMinor }) => total + amountMinor, 0);
  expect(sum).toBeLessThanOrEqual(payment.amountMinor);
  expect(sum).toBeGreaterThan(0);
});
