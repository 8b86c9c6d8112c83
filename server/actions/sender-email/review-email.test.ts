import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { senderDomains, senderEmails } from '#db/schema/index.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { deleteSender, updateSender } from '#server/stores/senders.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import {
  callFromDashboard,
  deleteStore,
  emailsTo,
  eventsOf,
  newOperator,
  newProvenEmail,
  newSenderDomain,
  newSenderEmail,
} from '#server/testing/reviews.ts';

const review = 'sender-email/review-email';
const revoke = 'sender-email/revoke-email';
const rowOf = async (id: string) => (await db.select().from(senderEmails).where(eq(senderEmails.id, id)))[0];
const refused = (message: string) => ({ data: null, errors: [{ message, layer: 'email' }] });

// Until an operator is appointed, the first account of a database is one. It must be none of the accounts below.
beforeAll(() => newMerchant());

test('approval binds the address and emails the merchant', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id, email } = await newProvenEmail(merchant);
  const { status, data } = await callFromDashboard(operator, review, { id, decision: 'approve' });
  expect([status, data.senderEmail]).toEqual([200, expect.objectContaining({ id, email, status: 'bound' })]);
  expect((await rowOf(id))?.reviewedBy).toBe(operator.id);
  expect(await eventsOf(merchant)).toEqual(['sender.added', 'sender.proven', 'sender.bound']);
  expect((await emailsTo(merchant.email))[0]?.body).toContain(`${email} was approved`);
});

test('rejection requires a note, which the merchant receives', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newProvenEmail(merchant);
  const silent = await callFromDashboard(operator, review, { id, decision: 'reject' });
  expect([silent.status, silent.errors]).toMatchObject([
    400,
    [{ message: 'Missing required field: note', layer: 'email' }],
  ]);
  expect((await rowOf(id))?.status).toBe('in_review');
  const { data } = await callFromDashboard(operator, review, { id, decision: 'reject', note: 'Not your domain.' });
  expect(data.senderEmail).toMatchObject({ status: 'rejected', reviewNote: 'Not your domain.' });
  expect(await eventsOf(merchant)).toEqual(['sender.added', 'sender.proven', 'sender.rejected']);
  expect((await emailsTo(merchant.email))[0]?.body).toContain('Not your domain.');
});

test('an operator may bind an unverified address, but cannot reject it', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newSenderEmail(merchant);
  const given = { id, decision: 'reject', note: 'Not yours.' };
  const { status, errors } = await callFromDashboard(operator, review, given);
  const message = 'A sender that is unproven cannot be rejected';
  expect([status, errors]).toMatchObject([400, [{ message, layer: 'email' }]]);
  expect((await rowOf(id))?.status).toBe('unproven');
  expect((await callFromDashboard(operator, review, { id, decision: 'approve' })).status).toBe(200);
  expect((await rowOf(id))?.status).toBe('bound');
});

test('one of two concurrent decisions wins', async () => {
  const [merchant, one, two] = [await newMerchant(), await newOperator(), await newOperator()];
  const { id } = await newProvenEmail(merchant);
  const answers = await Promise.all([
    callFromDashboard(one, review, { id, decision: 'approve' }),
    callFromDashboard(two, review, { id, decision: 'reject', note: 'No.' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect(await emailsTo(merchant.email)).toHaveLength(1);
  expect((await eventsOf(merchant)).filter((type) => /bound|rejected/.test(type))).toHaveLength(1);
});

test('404 Sender email not found: for non-operators, and for one of a deleted store', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newProvenEmail(merchant);
  const own = await callFromDashboard(merchant, review, { id, decision: 'approve' });
  expect([own.status, own.errors]).toMatchObject([404, [{ message: 'Sender email not found', layer: 'email' }]]);
  await deleteStore(merchant);
  expect((await callFromDashboard(operator, review, { id, decision: 'approve' })).status).toBe(404);
  expect((await rowOf(id))?.status).toBe('in_review');
});

test('revoke-email: 403 for a bound address with a test key, which stays bound', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const { id } = await newProvenEmail(merchant);
  await callFromDashboard(operator, review, { id, decision: 'approve' });
  const { status, body } = await merchant.call(revoke, { id });
  expect([status, body.errors]).toMatchObject([403, [{ message: 'Insufficient permissions', layer: 'gateway' }]]);
  expect((await rowOf(id))?.status).toBe('bound');
});

test('revoke-email: removes an address in any status, which can then be added again', async () => {
  const [merchant, operator] = [await newMerchant(), await newOperator()];
  const bound = await newProvenEmail(merchant);
  await callFromDashboard(operator, review, { id: bound.id, decision: 'approve' });
  for (const [{ id }, was] of [
    [await newSenderEmail(merchant), 'unproven'],
    [await newProvenEmail(merchant), 'in_review'],
    [bound, 'bound'],
  ] as const) {
    const environment = was === 'bound' ? 'prod' : 'test';
    const { status, body } = await merchant.call(revoke, { id }, { environment });
    expect([status, body.data.senderEmail.id, body.data.senderEmail.status]).toEqual([200, id, was]);
    expect(await rowOf(id)).toBeUndefined();
    expect((await merchant.call(revoke, { id })).body).toMatchObject(refused('Sender email not found'));
  }
  expect((await eventsOf(merchant)).filter((type) => type === 'sender.revoked')).toHaveLength(3);
});

test('changes a sender only through its own store', async () => {
  const [merchant, other] = [await newMerchant(), await newMerchant()];
  const [email, domain] = [await newSenderEmail(merchant), await newSenderDomain(merchant)];
  const now = new Date();
  const inOtherStore = ({ id }: { id: string }) => ({ id, ...scopeOfStore(other.store) });
  const bound = { status: 'bound' } as const;
  await expect(updateSender(db, 'email', inOtherStore(email), bound, now)).rejects.toThrow('Sender email not found');
  await expect(updateSender(db, 'domain', inOtherStore(domain), bound, now)).rejects.toThrow('Sender domain not found');
  await deleteSender(db, 'email', inOtherStore(email));
  await deleteSender(db, 'domain', inOtherStore(domain));
  expect((await rowOf(email.id))?.status).toBe('unproven');
  const [stored] = await db.select().from(senderDomains).where(eq(senderDomains.id, domain.id));
  expect(stored?.status).toBe('unproven');
});
