import { expect, test } from 'vitest';
import { newMerchant } from '#server/testing/api.ts';
import {
  businessOf,
  callFromDashboard,
  emailsTo,
  eventsOf,
  newOperator,
  newTicket,
  ticketRow,
} from '#server/testing/reviews.ts';

const withdraw = 'kyb-ticket/withdraw-ticket';
const refused = (message: string) => ({ data: null, errors: [{ message, layer: 'ticket' }] });

test('rejects the ticket with a note, sends no email and allows another ticket', async () => {
  const merchant = await newMerchant();
  const { id } = await newTicket(merchant);
  const { status, body } = await merchant.call(withdraw, { id });
  expect(status).toBe(200);
  expect(body.data.ticket).toMatchObject({
    ...businessOf(merchant.storeId),
    id,
    status: 'rejected',
    reviewNote: 'Withdrawn by the merchant',
    reviewedAt: expect.any(String),
  });
  expect(await eventsOf(merchant)).toEqual(['kyb_ticket.created', 'kyb_ticket.rejected']);
  expect(await emailsTo(merchant.email)).toEqual([]);
  expect((await newTicket(merchant)).id).not.toBe(id);
});

test('400 This ticket has already been decided', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newTicket(merchant);
  await callFromDashboard(operator, 'kyb-ticket/review-ticket', { id, decision: 'approve' });
  const { status, body } = await merchant.call(withdraw, { id });
  expect([status, body]).toMatchObject([400, refused('This ticket has already been decided')]);
  expect((await ticketRow(id))?.status).toBe('succeeded');
});

test('one of a concurrent withdrawal and approval wins', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newTicket(merchant);
  const [withdrawn, approved] = await Promise.all([
    merchant.call(withdraw, { id }),
    callFromDashboard(operator, 'kyb-ticket/review-ticket', { id, decision: 'approve' }),
  ]);
  expect([withdrawn.status, approved.status].toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect((await ticketRow(id))?.status).toBe(approved.status === 200 ? 'succeeded' : 'rejected');
});
