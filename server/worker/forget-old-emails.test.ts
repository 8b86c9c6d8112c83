/** Retention of emails, in a separate database. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { emails } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { forgetOldEmails } from '#server/events/data/email-retention.ts';
import type { EmailStatus } from '#server/events/rules/email.ts';
import { englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';

let database: TestDatabase;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await newDatabase();
  opened = openDatabase(database.url, { max: 2, applicationName: 'counterfoil-tests' });
});
afterAll(async () => {
  await opened.close();
  await database.close();
});
beforeEach(async () => void (await opened.db.delete(emails)));

const start = new Date('2026-11-20T08:00:00Z');
const daysAfter = (days: number) => new Date(start.getTime() + days * 86_400_000);
const justBefore = (at: Date) => new Date(at.getTime() - 1);

/** An email of that time containing `The key is 123456`. */
async function write(status: EmailStatus, isUrgent: boolean): Promise<string> {
  const draft = englishDraft(serviceLook, { subject: 'Hello', parts: ['The key is 123456'] });
  const fields = { kind: 'account', recipient: 'ana@example.com', html: '123456', ...draft } as const;
  const id = newId();
  const rest = { id, status, isUrgent, attempts: 1, turnOf: randomUUID(), nextAttemptAt: start, createdAt: start };
  await opened.db.insert(emails).values({ ...fields, ...rest });
  return id;
}
const read = async (id: string) => (await opened.db.select().from(emails).where(eq(emails.id, id)))[0];

test.each(['sent', 'failed', 'kept'] as const)(
  'clears the content of an urgent email that is %s after a day',
  async (is) => {
    const [urgent, other] = [await write(is, true), await write(is, false)];
    expect(await forgetOldEmails(opened.db, justBefore(daysAfter(1)))).toBe(0);
    expect((await read(urgent))?.body).toContain('123456');
    expect(await forgetOldEmails(opened.db, daysAfter(1))).toBe(1);
    const row = await read(urgent);
    expect(row).toMatchObject({
      status: is,
      subject: 'Hello',
      recipient: 'ana@example.com',
      html: null,
      content: null,
    });
    expect(JSON.stringify(row)).not.toContain('123456');
    expect(await read(other)).toMatchObject({ html: '123456' });
    // Once: nothing is left to clear.
    expect(await forgetOldEmails(opened.db, daysAfter(2))).toBe(0);
  },
);

test.each(['sent', 'failed', 'kept'] as const)('deletes an email that is %s after 180 days', async (status) => {
  const id = await write(status, false);
  expect(await forgetOldEmails(opened.db, justBefore(daysAfter(180)))).toBe(0);
  expect(await read(id)).toBeDefined();
  expect(await forgetOldEmails(opened.db, daysAfter(180))).toBe(1);
  expect(await read(id)).toBeUndefined();
});

test('keeps an unsent email with its content', async () => {
  const ids = [await write('queued', true), await write('queued', false)];
  for (const days of [1, 30, 180, 1000]) expect(await forgetOldEmails(opened.db, daysAfter(days))).toBe(0);
  for (const id of ids) expect((await read(id))?.body).toContain('123456');
});

test('processes more than one batch per run', async () => {
  const id = await write('sent', false);
  await opened.db.execute(sql`
    insert into emails (id, recipient, subject, body, is_urgent, status, attempts, next_attempt_at, created_at)
    select gen_random_uuid(), recipient, subject, body, true, status, attempts, next_attempt_at, created_at
    from emails cross join generate_series(1, 2300) where id = ${id}`);
  expect(await forgetOldEmails(opened.db, daysAfter(3))).toBe(2300);
  expect(await forgetOldEmails(opened.db, daysAfter(200))).toBe(2301);
  expect(await opened.db.$count(emails)).toBe(0);
});
