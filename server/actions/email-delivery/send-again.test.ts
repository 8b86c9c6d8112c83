import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails } from '#db/schema/index.ts';
import { db, newMember, newMerchant } from '#server/testing/api.ts';
import { newEmail } from '#server/testing/emails.ts';
import { eventsOf } from '#server/testing/orders/rows.ts';

const action = 'email-delivery/send-again';
const failure = { status: 'failed', attempts: 6, lastError: '550 no such mailbox' } as const;
const read = async (id: string) => (await db.select().from(emails).where(eq(emails.id, id)))[0];

describe('200', () => {
  test('queues the email with fresh retries, and an event without the mail server’s message', async () => {
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

  test('any member of the store may call it', async () => {
    const owner = await newMerchant();
    const { id } = await newEmail(owner, failure);
    expect((await (await newMember(owner, 'member')).call(action, { id })).status).toBe(200);
  });

  test('queues once for concurrent calls', async () => {
    const merchant = await newMerchant();
    const { id } = await newEmail(merchant, failure);
    const answers = await Promise.all(Array.from({ length: 5 }, () => merchant.call(action, { id })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe('400', () => {
  test.each(['sent', 'queued', 'kept'] as const)(
    'Only emails that failed or were not sent can be resent: not a %s one',
    async (status) => {
      const merchant = await newMerchant();
      const { id } = await newEmail(merchant, { status });
      const answer = await merchant.call(action, { id });
      const message = 'Only emails that failed or were not sent can be resent';
      expect([answer.status, answer.body.errors]).toMatchObject([400, [{ message, layer: 'email' }]]);
      expect((await read(id))?.status).toBe(status);
      expect(await eventsOf(id)).toEqual([]);
    },
  );

  test('Emails with a sign-in link or a code cannot be sent again', async () => {
    const merchant = await newMerchant();
    const { id } = await newEmail(merchant, { ...failure, kind: 'portal_link', isUrgent: true });
    const { status, body } = await merchant.call(action, { id });
    const message = 'Emails with a sign-in link or a code cannot be resent';
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'email' }]]);
  });
});

test('404 Email not found: an account’s email', async () => {
  const merchant = await newMerchant();
  const { id } = await newEmail(merchant, { ...failure, storeId: null, environment: null });
  const { status, body } = await merchant.call(action, { id });
  expect([status, body]).toMatchObject([404, { data: null, errors: [{ message: 'Email not found', layer: 'email' }] }]);
});
