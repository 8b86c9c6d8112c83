/** The account service writes sign-ins, failed attempts and their origin to the audit trail. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { emails, events, merchants } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { db } from '#server/testing/api.ts';
import { emailEvents, signInEvents } from '#server/testing/emails.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const appUrl = 'http://localhost:3000';
let answer: (request: Request) => Promise<Response>;

beforeAll(async () => {
  Object.assign(process.env, { DATABASE_URL: databaseUrl, HOST: '127.0.0.1', APP_URL: appUrl });
  answer = (await import('./merchant-auth.ts')).answerAccountCall;
});

/** Calls the account service from that browser; returns its cookies. */
async function call(path: string, body: object, cookie = ''): Promise<{ status: number; cookie: string }> {
  const headers = { Origin: appUrl, 'Content-Type': 'application/json', 'User-Agent': 'Firefox', Cookie: cookie };
  const from = { ...headers, 'X-Forwarded-For': '203.0.113.7' };
  const response = await answer(
    new Request(`${appUrl}/api/auth${path}`, { method: 'POST', headers: from, body: JSON.stringify(body) }),
  );
  const set = response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  return { status: response.status, cookie: set.join('; ') };
}

async function eventsOf(email: string) {
  const [account] = await db.select().from(merchants).where(eq(merchants.email, email));
  if (!account) throw new Error('no account');
  const found = await db.select().from(events).where(eq(events.objectId, account.id)).orderBy(asc(events.sequence));
  return { account, found, types: found.map(({ type }) => type) };
}

test('records sign-up, sign-out, a wrong password, sign-in, a password change and a reset', async () => {
  const [email, password] = [`${randomUUID()}@example.com`, 'a long password'];
  const signedUp = await call('/sign-up/email', { email, password, name: 'Ana' });
  expect(signedUp.status).toBe(200);
  await call('/sign-out', {}, signedUp.cookie);
  expect((await call('/sign-in/email', { email, password: 'another password' })).status).toBe(401);
  // This event is recorded after the answer.
  await expect.poll(async () => (await eventsOf(email)).types).toContain('account.sign_in_failed');
  const { cookie } = await call('/sign-in/email', { email, password });
  const changed = { currentPassword: password, newPassword: 'a longer password' };
  expect((await call('/change-password', changed, cookie)).status).toBe(200);
  await call('/request-password-reset', { email });
  const sentEmails = await db.select().from(emails).where(eq(emails.recipient, email));
  const reset = sentEmails.find(({ subject }) => subject === 'Set a new password');
  const token = /token=([^\s]+)/.exec(reset?.body ?? '')?.[1];
  expect((await call('/reset-password', { token, newPassword: 'yet another one' })).status).toBe(200);

  const { account, found, types } = await eventsOf(email);
  expect(types).toEqual([
    'account.created',
    'account.signed_in',
    'account.signed_out',
    'account.sign_in_failed',
    'account.signed_in',
    'account.password_changed',
    'account.reset_requested',
    'account.password_changed',
    'account.signed_out',
  ]);
  const from = { address: '203.0.113.7', userAgent: 'Firefox', requestId: expect.any(String) };
  const own = { kind: 'dashboard', by: toShortId('MER', account.id), from };
  const visitor = { kind: 'visitor', by: email, from };
  expect(found.map(({ actor }) => actor)).toEqual([own, own, own, visitor, own, own, visitor, own, own]);
  for (const event of found) {
    expect(event).toMatchObject({ merchantId: account.id, storeId: null, objectType: 'account', environment: 'prod' });
  }
  expect(found[0]?.changes).toEqual({ after: { name: 'Ana', email } });
  await emailEvents(account, ...signInEvents);
  const received = await db.select().from(emails).where(eq(emails.recipient, email));
  expect(received.map(({ subject }) => subject).sort()).toEqual([
    'Set a new password',
    'Your password was changed',
    'Your password was changed',
  ]);
  expect(JSON.stringify(found)).not.toMatch(/long password|longer password|yet another|token/);
});

test('records a renaming with the previous name, also after a change in another browser', async () => {
  const [email, password] = [`${randomUUID()}@example.com`, 'a long password'];
  const one = await call('/sign-up/email', { email, password, name: 'Ana' });
  const other = await call('/sign-in/email', { email, password });
  expect((await call('/update-user', { name: 'Ana Maier' }, one.cookie)).status).toBe(200);
  expect((await call('/update-user', { name: 'A. Maier' }, other.cookie)).status).toBe(200);
  const renamed = (await eventsOf(email)).found.filter(({ type }) => type === 'account.updated');
  expect(renamed.map(({ changes }) => changes)).toEqual([
    { before: { name: 'Ana' }, after: { name: 'Ana Maier' } },
    { before: { name: 'Ana Maier' }, after: { name: 'A. Maier' } },
  ]);
});

test('records nothing for a sign-in with an unknown address', async () => {
  const before = await db.$count(events, eq(events.objectType, 'account'));
  expect(
    (await call('/sign-in/email', { email: `${randomUUID()}@example.com`, password: 'any password' })).status,
  ).toBe(401);
  expect(await db.$count(events, eq(events.objectType, 'account'))).toBe(before);
});
