import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { kybTickets } from '#db/schema/index.ts';
import { db, newMember, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { businessOf, callFromDashboard, eventsOf, newOperator, newTicket } from '#server/testing/reviews.ts';

const create = (caller: TestMerchant, storeId: string, fields: Record<string, unknown> = {}) =>
  caller.call('kyb-ticket/create-ticket', { ...businessOf(storeId), ...fields });

const ticketsOf = (merchant: TestMerchant) =>
  db.select().from(kybTickets).where(eq(kybTickets.storeId, merchant.store.id));

const refused = (message: string, layer: string) => ({ data: null, errors: [{ message, layer }] });

test('returns the pending ticket as sent', async () => {
  const merchant = await newMerchant();
  const { status, body } = await create(merchant, merchant.storeId, { legalName: '  Kettle & Crema GmbH ' });
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      ticket: {
        ...businessOf(merchant.storeId),
        id: expect.stringMatching(/^TKT_[0-9A-Za-z]{22}$/),
        status: 'pending',
        reviewNote: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: body.data.ticket.createdAt,
        reviewedAt: null,
      },
    },
  });
  expect(await eventsOf(merchant)).toEqual(['kyb_ticket.created']);
});

test('accepts an admin of the store', async () => {
  const merchant = await newMerchant();
  const admin = await newMember(merchant, 'admin');
  expect((await create(admin, merchant.storeId)).status).toBe(200);
});

test('400 This store already has a pending ticket', async () => {
  const merchant = await newMerchant();
  await newTicket(merchant);
  const { status, body } = await create(merchant, merchant.storeId);
  expect([status, body]).toMatchObject([400, refused('This store already has a pending ticket', 'ticket')]);
  expect(await ticketsOf(merchant)).toHaveLength(1);
});

test('400 This store already sells in prod', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newTicket(merchant);
  await callFromDashboard(operator, 'kyb-ticket/review-ticket', { id, decision: 'approve' });
  const { status, body } = await create(merchant, merchant.storeId);
  expect([status, body]).toMatchObject([400, refused('This store already sells in prod', 'ticket')]);
  expect(await ticketsOf(merchant)).toHaveLength(1);
});

test('accepts another ticket after a rejection', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newTicket(merchant);
  await callFromDashboard(operator, 'kyb-ticket/review-ticket', { id, decision: 'reject', note: 'Which street?' });
  expect((await create(merchant, merchant.storeId)).status).toBe(200);
});

test('creates one ticket for twenty concurrent calls', async () => {
  const merchant = await newMerchant();
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(merchant, merchant.storeId)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers) {
    if (status !== 200) expect(body).toMatchObject(refused('This store already has a pending ticket', 'ticket'));
  }
  expect(await ticketsOf(merchant)).toHaveLength(1);
  expect(await eventsOf(merchant)).toEqual(['kyb_ticket.created']);
});

test.each([
  [{ legalName: undefined }, 'Missing required field: legalName'],
  [{ legalName: '  ' }, 'Missing required field: legalName'],
  [{ legalName: 'x'.repeat(201) }, 'Invalid legalName: must have at most 200 characters'],
  [{ legalName: 'Two\nlines' }, 'Invalid legalName: must not contain control characters'],
  [{ country: 'XX' }, 'Invalid country: must be an ISO 3166-1 alpha-2 code'],
  [{ registrationNumber: 7 }, 'Invalid registrationNumber: must be a string'],
  [{ registrationNumber: '7'.repeat(65) }, 'Invalid registrationNumber: must have at most 64 characters'],
  [{ address: null }, 'Missing required field: address'],
  [{ address: 'x'.repeat(501) }, 'Invalid address: must have at most 500 characters'],
  [{ website: 'example.com' }, 'Invalid website: must be a valid http(s) URL'],
  [{ contactName: '' }, 'Missing required field: contactName'],
  [{ contactEmail: 'nobody' }, 'Invalid contactEmail: must be an email address'],
  [{ description: '\u001B[2J' }, 'Invalid description: must not contain control characters'],
  [{ description: 'x'.repeat(2001) }, 'Invalid description: must have at most 2000 characters'],
])('400 for %j: %s', async (fields, message) => {
  const merchant = await newMerchant();
  const { status, body } = await create(merchant, merchant.storeId, fields);
  expect([status, body]).toMatchObject([400, refused(message, 'ticket')]);
  expect(await ticketsOf(merchant)).toEqual([]);
});
