import { expect, test } from 'vitest';
import { newMember, newMerchant } from '#server/testing/api.ts';
import {
  businessOf,
  callFromDashboard,
  deleteStore,
  emailsTo,
  eventsOf,
  newOperator,
  newTicket,
  ticketRow,
} from '#server/testing/reviews.ts';

const withdraw = 'kyb-ticket/withdraw-ticket';
const refused = (message: string) => ({ data: null, errors: [{ message, layer: 'ticket' }] });

test('200: rejected with a note of whose doing it was, without an email, and another ticket can be sent', async () => {
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

test('403 with a test key: the ticket waits on', async () => {
  const merchant = await newMerchant();
  const { id } = await newTicket(merchant);
  const { status, body } = await merchant.call(withdraw, { id }, { environment: 'test' });
  expect([status, body]).toEqual([
    403,
    { data: null, errors: [{ message: 'Insufficient permissions', layer: 'gateway' }] },
  ]);
  expect((await ticketRow(id))?.status).toBe('pending');
});

test('400 This ticket has already been decided', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newTicket(merchant);
  await callFromDashboard(operator, 'kyb-ticket/review-ticket', { id, decision: 'approve' });
  const { status, body } = await merchant.call(withdraw, { id });
  expect([status, body]).toEqual([400, refused('This ticket has already been decided')]);
  expect((await ticketRow(id))?.status).toBe('succeeded');
});

test('withdrawing and approving at once: one of them decides', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newTicket(merchant);
  const [withdrawn, approved] = await Promise.all([
    merchant.call(withdraw, { id }),
    callFromDashboard(operator, 'kyb-ticket/review-ticket', { id, decision: 'approve' }),
  ]);
  expect([withdrawn.status, approved.status].toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect((await ticketRow(id))?.status).toBe(approved.status === 200 ? 'succeeded' : 'rejected');
});

test('403 Not authorized to verify this store', async () => {
  const merchant = await newMerchant();
  const { id } = await newTicket(merchant);
  const member = await newMember(merchant, 'member');
  const { status, body } = await member.call(withdraw, { id });
  expect([status, body]).toEqual([403, refused('Not authorized to verify this store')]);
  expect((await ticketRow(id))?.status).toBe('pending');
});

test('404 Ticket not found: another merchant’s, one of a deleted store, none at all', async () => {
  const [merchant, other] = [await newMerchant(), await newMerchant()];
  const { id } = await newTicket(other);
  const foreign = await merchant.call(withdraw, { id });
  expect([foreign.status, foreign.body]).toEqual([404, refused('Ticket not found')]);
  expect((await ticketRow(id))?.status).toBe('pending');
  await deleteStore(other);
  expect((await other.call(withdraw, { id })).body).toEqual(refused('Ticket not found'));
  expect((await other.call(withdraw, { id: merchant.store.id })).body).toEqual(refused('Ticket not found'));
});

test.each([
  [{}, 'Missing required field: id'],
  [{ id: 'ORD_1' }, 'Expected format: TKT_xxx, got ORD_1'],
])('400 for %j: %s', async (body, message) => {
  const merchant = await newMerchant();
  const answer = await merchant.call(withdraw, body);
  expect([answer.status, answer.body]).toEqual([400, refused(message)]);
});
