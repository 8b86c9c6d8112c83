import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails, events, stores } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { db, newMember, newMerchant, post } from '#server/testing/api.ts';
import { newEmail } from '#server/testing/emails.ts';

const action = 'email-delivery/send-again';
const failure = { status: 'failed', attempts: 6, lastError: '550 no such mailbox' } as const;
const read = async (id: string) => (await db.select().from(emails).where(eq(emails.id, id)))[0];
const eventsOf = async (id: string) =>
  await db.select().from(events).where(eq(events.objectId, id)).orderBy(events.sequence);

describe('200', () => {
  test('queues it from its first try, with an event that repeats nothing of what the mail server said', async () => {
    const merchant = await newMerchant();
    const { id, recipient, subject } = await newEmail(merchant, failure);
    const { status, body } = await merchant.call(action, { id });
    const emailDelivery = { id, storeId: merchant.storeId, recipient, subject, status: 'queued', attempts: 0 };
    expect([status, body]).toEqual([200, { data: { emailDelivery } }]);
    const email = await read(id);
    expect(email).toMatchObject({ status: 'queued', attempts: 0, lastError: failure.lastError });
    expect(email?.nextAttemptAt.getTime()).toBeLessThanOrEqual(Date.now());
    const again = await eventsOf(id);
    expect(again).toMatchObject([{ type: 'email.queued_again', objectType: 'email', environment: 'test' }]);
    expect(again[0]?.data).toEqual({ kind: 'order_confirmation' });
  });

  test('any member of the store may', async () => {
    const owner = await newMerchant();
    const { id } = await newEmail(owner, failure);
    expect((await (await newMember(owner, 'member')).call(action, { id })).status).toBe(200);
  });

  test('once, however many ask at once', async () => {
    const merchant = await newMerchant();
    const { id } = await newEmail(merchant, failure);
    const answers = await Promise.all(Array.from({ length: 5 }, () => merchant.call(action, { id })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe('400', () => {
  test.each(['sent', 'queued', 'kept'] as const)(
    'Only emails that failed or were not sent can be sent again: not a %s one',
    async (status) => {
      const merchant = await newMerchant();
      const { id } = await newEmail(merchant, { status });
      const answer = await merchant.call(action, { id });
      const message = 'Only emails that failed or were not sent can be sent again';
      expect([answer.status, answer.body.errors]).toEqual([400, [{ message, layer: 'email' }]]);
      expect((await read(id))?.status).toBe(status);
      expect(await eventsOf(id)).toEqual([]);
    },
  );

  test('Emails with a link to come in by, or with a code, cannot be sent again', async () => {
    const merchant = await newMerchant();
    const { id } = await newEmail(merchant, { ...failure, kind: 'portal_link', isUrgent: true });
    const { status, body } = await merchant.call(action, { id });
    const message = 'Emails with a link to come in by, or with a code, cannot be sent again';
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'email' }]]);
  });

  test.each([
    [{}, 'Missing required field: id'],
    [{ id: 9 }, 'Expected format: UUID, got 9'],
  ])('%j', async (given, message) => {
    const { status, body } = await (await newMerchant()).call(action, given);
    expect([status, body.errors]).toEqual([400, [{ message, layer: 'email' }]]);
  });
});

test('404 Email not found: nobody’s, another merchant’s, an account’s, of the other environment, of a deleted store', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const { id: theirs } = await newEmail(other, failure);
  const { id: accounts } = await newEmail(merchant, { ...failure, storeId: null, environment: null });
  const { id: inProd } = await newEmail(merchant, { ...failure, environment: 'prod' });
  const { id: deleted } = await newEmail(other, failure);
  await db.update(stores).set({ deletedAt: new Date() }).where(eq(stores.id, other.store.id));
  const asked = [
    [merchant, newId()],
    [merchant, theirs],
    [merchant, accounts],
    [merchant, inProd],
    [other, deleted],
  ] as const;
  for (const [caller, id] of asked) {
    const { status, body } = await caller.call(action, { id });
    expect([status, body]).toEqual([404, { data: null, errors: [{ message: 'Email not found', layer: 'email' }] }]);
  }
});

test('403 in public', async () => {
  const merchant = await newMerchant();
  const { id } = await newEmail(merchant, failure);
  const { status } = await post(action, { id }, { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' });
  expect(status).toBe(403);
});
