/** The account service writes sign-ins, failed attempts and their origin to the audit trail. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails, events, merchants } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { AccountBrowser, startAccounts } from '#server/testing/account-browser.ts';
import { db } from '#server/testing/api.ts';
import { emailEvents, signInEvents } from '#server/testing/emails.ts';
import { eventsOf } from '#server/testing/orders/rows.ts';

const address = '203.0.113.7';
const accounts = await startAccounts();

const newBrowser = () => new AccountBrowser(accounts, address);

async function accountEventsOf(email: string) {
  const [account] = await db.select().from(merchants).where(eq(merchants.email, email));
  if (!account) throw new Error('no account');
  const found = await eventsOf(account.id);
  return { account, found, types: found.map(({ type }) => type) };
}

test('records sign-up, sign-out, a wrong password, sign-in, a password change and a reset', async () => {
  const [email, password] = [`${randomUUID()}@example.com`, 'a long password'];
  const [browser, other] = [newBrowser(), newBrowser()];
  const signedUp = await browser.call('/sign-up/email', { email, password, name: 'Ana' });
  expect(signedUp.status).toBe(200);
  await browser.call('/sign-out', {});
  expect((await browser.call('/sign-in/email', { email, password: 'another password' })).status).toBe(401);
  // This event is recorded after the answer.
  await expect.poll(async () => (await accountEventsOf(email)).types).toContain('account.sign_in_failed');
  await browser.call('/sign-in/email', { email, password });
  const changed = { currentPassword: password, newPassword: 'a longer password' };
  expect((await browser.call('/change-password', changed)).status).toBe(200);
  await other.call('/request-password-reset', { email });
  const sentEmails = await db.select().from(emails).where(eq(emails.recipient, email));
  const reset = sentEmails.find(({ subject }) => subject === 'Set a new password');
  const token = /token=([^\s]+)/.exec(reset?.body ?? '')?.[1];
  expect((await other.call('/reset-password', { token, newPassword: 'yet another one' })).status).toBe(200);

  const { account, found, types } = await accountEventsOf(email);
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
  const from = { address, userAgent: 'Firefox', requestId: expect.any(String) };
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
  const [one, other] = [newBrowser(), newBrowser()];
  await one.call('/sign-up/email', { email, password, name: 'Ana' });
  await other.call('/sign-in/email', { email, password });
  expect((await one.call('/update-user', { name: 'Ana Maier' })).status).toBe(200);
  expect((await other.call('/update-user', { name: 'A. Maier' })).status).toBe(200);
  const renamed = (await accountEventsOf(email)).found.filter(({ type }) => type === 'account.updated');
  expect(renamed.map(({ changes }) => changes)).toEqual([
    { before: { name: 'Ana' }, after: { name: 'Ana Maier' } },
    { before: { name: 'Ana Maier' }, after: { name: 'A. Maier' } },
  ]);
});

test('records nothing for a sign-in with an unknown address', async () => {
  const before = await db.$count(events, eq(events.objectType, 'account'));
  const unknown = { email: `${randomUUID()}@example.com`, password: 'any password' };
  expect((await newBrowser().call('/sign-in/email', unknown)).status).toBe(401);
  expect(await db.$count(events, eq(events.objectType, 'account'))).toBe(before);
});
