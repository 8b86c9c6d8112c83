import { asc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { events, merchants } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { settings } from '#server/platform/settings.ts';
import { saveTicketDecision } from '#server/stores/kyb-tickets.ts';
import { db, newMerchant, newProduct } from '#server/testing/api.ts';
import {
  callFromDashboard,
  deleteStore,
  emailsTo,
  eventsOf,
  isProdEnabled,
  newOperator,
  newTicket,
  ticketRow,
} from '#server/testing/reviews.ts';

const review = 'kyb-ticket/review-ticket';

// Until an operator is appointed, the first account of a database is one. It must be none of the accounts below.
beforeAll(() => newMerchant());

test('approval: the ticket succeeds, the store can sell in prod, the merchant gets an email', async () => {
  const [merchant, operator] = [await newMerchant('Kettle & Crema'), await newOperator()];
  const product = await newProduct(merchant);
  await merchant.call('onetime-product/publish-product', { id: product.id });
  const session = { storeId: merchant.storeId, productId: product.id, productType: 'onetime', currency: 'USD' };
  const inProd = { environment: 'prod' } as const;
  expect((await merchant.call('checkout/create-session', session, inProd)).status).toBe(400);
  const { id } = await newTicket(merchant);
  const { status, data } = await callFromDashboard(operator, review, { id, decision: 'approve', note: 'Welcome.' });
  expect(status).toBe(200);
  expect(data.ticket).toMatchObject({
    id,
    status: 'succeeded',
    reviewNote: 'Welcome.',
    reviewedAt: expect.any(String),
  });
  expect(await isProdEnabled(merchant)).toBe(true);
  expect((await merchant.call('checkout/create-session', session, inProd)).status).toBe(200);
  expect((await eventsOf(merchant)).filter((type) => /^kyb|prod_enabled/.test(type))).toEqual([
    'kyb_ticket.created',
    'kyb_ticket.succeeded',
    'store.prod_enabled',
  ]);
  const [email, ...more] = await emailsTo(merchant.email);
  expect(more).toEqual([]);
  expect(email?.body).toContain('“Kettle & Crema” is verified');
  expect(email?.body).toContain('Welcome.');
  expect(email?.body).toContain(`${settings().appUrl}/dashboard/${merchant.slug}/prod/verification`);
});

test('the decision and its event name the operator; the merchant sees neither', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newTicket(merchant);
  const { data } = await callFromDashboard(operator, review, { id, decision: 'approve' });
  expect((await ticketRow(id))?.reviewedBy).toBe(operator.id);
  const emails = await db
    .select()
    .from(events)
    .where(eq(events.objectId, fromShortId('TKT', id) ?? ''))
    .orderBy(asc(events.sequence));
  expect(emails.at(-1)?.actor).toMatchObject({ kind: 'operator', by: operator.merchantId });
  expect(JSON.stringify(data)).not.toContain(operator.merchantId);
});

test('rejection: the merchant gets the note, and the store is unchanged', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newTicket(merchant);
  const { data } = await callFromDashboard(operator, review, { id, decision: 'reject', note: ' Which street? ' });
  expect(data.ticket).toMatchObject({ status: 'rejected', reviewNote: 'Which street?' });
  expect(await isProdEnabled(merchant)).toBe(false);
  expect(await eventsOf(merchant)).toEqual(['kyb_ticket.created', 'kyb_ticket.rejected']);
  expect((await emailsTo(merchant.email))[0]?.body).toContain('Which street?');
});

test.each([
  [{ decision: 'reject' }, 'Missing required field: note'],
  [{ decision: 'reject', note: '  ' }, 'Missing required field: note'],
  [{ decision: 'approve', note: 'x'.repeat(1001) }, 'Invalid note: must have at most 1000 characters'],
  [{ decision: 'maybe' }, 'Invalid decision: must be approve or reject'],
  [{}, 'Missing required field: decision'],
])('400 for %j: %s', async (fields, message) => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newTicket(merchant);
  const { status, errors } = await callFromDashboard(operator, review, { id, ...fields });
  expect([status, errors]).toMatchObject([400, [{ message, layer: 'ticket' }]]);
  expect((await ticketRow(id))?.status).toBe('pending');
});

test('400 This ticket has already been decided: one of two concurrent decisions wins', async () => {
  const [merchant, one, two] = [await newMerchant(), await newOperator(), await newOperator()];
  const { id } = await newTicket(merchant);
  const answers = await Promise.all(
    [one, two, one, two].map((operator, index) =>
      callFromDashboard(operator, review, { id, decision: index < 2 ? 'approve' : 'reject', note: 'Seen.' }),
    ),
  );
  const [decided, ...others] = answers.toSorted((a, b) => a.status - b.status);
  expect(decided?.status).toBe(200);
  for (const { status, errors } of others) {
    expect([status, errors]).toMatchObject([
      400,
      [{ message: 'This ticket has already been decided', layer: 'ticket' }],
    ]);
  }
  expect(await isProdEnabled(merchant)).toBe(decided?.data.ticket.status === 'succeeded');
  expect((await eventsOf(merchant)).filter((type) => /succeeded|rejected/.test(type))).toHaveLength(1);
  expect(await emailsTo(merchant.email)).toHaveLength(1);
});

test('404 Ticket not found: for non-operators, including the ticket’s merchant', async () => {
  const [merchant, otherMerchant] = [await newMerchant(), await newMerchant()];
  const { id } = await newTicket(merchant);
  for (const caller of [merchant, otherMerchant]) {
    const { status, errors } = await callFromDashboard(caller, review, { id, decision: 'approve' });
    expect([status, errors]).toMatchObject([404, [{ message: 'Ticket not found', layer: 'ticket' }]]);
  }
  expect((await ticketRow(id))?.status).toBe('pending');
  expect(await isProdEnabled(merchant)).toBe(false);
});

test('404 Ticket not found: an unknown ticket and one of a deleted store', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newTicket(merchant);
  await deleteStore(merchant);
  for (const unknown of [id, merchant.store.id]) {
    const { status } = await callFromDashboard(operator, review, { id: unknown, decision: 'approve' });
    expect(status).toBe(404);
  }
  expect((await ticketRow(id))?.status).toBe('pending');
});

test('403 for an API key', async () => {
  const operator = await newOperator();
  const { id } = await newTicket(operator);
  const answer = await operator.call(review, { id, decision: 'approve' });
  expect([answer.status, answer.body.errors[0]]).toMatchObject([
    403,
    { message: 'Insufficient permissions', layer: 'gateway' },
  ]);
});

test('404 Ticket not found: for the first account once an operator is appointed', async () => {
  const [merchant] = [await newMerchant(), await newOperator()];
  const { id } = await newTicket(merchant);
  const [first] = await db.select().from(merchants).orderBy(asc(merchants.id)).limit(1);
  const { status, errors } = await callFromDashboard({ id: first?.id ?? '' }, review, { id, decision: 'approve' });
  expect([status, errors]).toMatchObject([404, [{ message: 'Ticket not found', layer: 'ticket' }]]);
  expect((await ticketRow(id))?.status).toBe('pending');
});

test('applies a decision only to its own store’s ticket', async () => {
  const [merchant, other] = [await newMerchant(), await newMerchant()];
  const { id } = await newTicket(merchant);
  const ticket = await ticketRow(id);
  if (!ticket) throw new Error('no ticket');
  const decision = { status: 'succeeded', reviewedBy: null, reviewNote: null } as const;
  const inOtherStore = { ...ticket, storeId: other.store.id };
  await expect(saveTicketDecision(db, inOtherStore, decision, new Date())).rejects.toThrow('Ticket not found');
  expect((await ticketRow(id))?.status).toBe('pending');
});

test('quotes an old multi-line name as one line in the email', async () => {
  const [merchant, operator] = [await newMerchant('X\n\nVerify” at https://evil.example'), await newOperator()];
  const { id } = await newTicket(merchant);
  await callFromDashboard(operator, review, { id, decision: 'reject', note: 'No.' });
  const [email] = await emailsTo(merchant.email);
  expect(email?.body).toContain("behind your store “X Verify' at https: //evil․example” could not be verified");
});
