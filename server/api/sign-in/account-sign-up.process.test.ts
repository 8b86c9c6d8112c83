/** Who may create an account, and what a sign-up reveals. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails, merchants } from '#db/schema/index.ts';
import { insertMerchant } from '#server/accounts/data/merchants.ts';
import { demoEmail } from '#server/accounts/data/operators.ts';
import { inviteToSignUp } from '#server/stores/sign-up.ts';
import { AccountBrowser, startAccounts } from '#server/testing/account-browser.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { callFromDashboard } from '#server/testing/reviews.ts';

const password = 'a long password';
const withMail = { SMTP_URL: 'smtp://127.0.0.1:1', SIGN_UP: 'open' };
const publicHost = { APP_URL: 'https://pay.example.com', HOST: '0.0.0.0' };
const newEmail = () => `${randomUUID()}@example.com`;

async function signUp(environment: Record<string, string>, fields: object = {}) {
  const email = newEmail();
  const browser = new AccountBrowser(await startAccounts(environment));
  const answer = await browser.call('/sign-up/email', { email, password, name: 'Ana', ...fields });
  return { ...answer, browser, email };
}
const isAccount = (email: string) => db.$count(merchants, eq(merchants.email, email)).then((count) => count > 0);
const subjectsTo = async (email: string) =>
  (await db.select().from(emails).where(eq(emails.recipient, email))).map(({ subject }) => subject);

test('with mail, a sign-up answers alike for new and registered addresses and signs no one in', async () => {
  const { email } = await newMerchant();
  const [existing, free] = [await signUp(withMail, { email }), await signUp(withMail)];
  const shape = ({ status, body }: typeof existing) => [
    status,
    body.token,
    Object.entries(body.user).map(([name, value]) => [name, typeof value, ['emailVerified'].includes(name) && value]),
  ];
  expect(existing.status).toBe(200);
  expect(shape(existing)).toEqual(shape(free));
  expect([existing.browser.cookies.size, free.browser.cookies.size]).toEqual([0, 0]);
  expect(await subjectsTo(email)).toEqual(['You already have an account']);
  expect(await subjectsTo(free.email)).toEqual(['Verify your email address']);
  expect((await existing.browser.call('/sign-in/email', { email, password })).status).toBe(401);
});

test('without mail, a sign-up reports a registered address', async () => {
  const { email } = await newMerchant();
  expect((await signUp({}, { email })).status).toBe(422);
});

test('off: the endpoint rejects everyone', async () => {
  const { status, body, email } = await signUp({ SIGN_UP: 'off' });
  expect([status, body.code]).toEqual([403, 'SIGN_UP_OFF']);
  expect(await isAccount(email)).toBe(false);
});

test('is by invitation on a public host by default, and open on a loopback host', async () => {
  await newMerchant();
  const closed = await signUp(publicHost);
  expect([closed.status, closed.body.code]).toEqual([403, 'INVITATION_REQUIRED']);
  expect((await signUp({ ...publicHost, SIGN_UP: 'open' })).status).toBe(200);
  expect((await signUp({})).status).toBe(200);
});

test('invited: a store’s open invitation admits its own address and no other', async () => {
  const owner = await newMerchant();
  const email = newEmail();
  const { data } = await callFromDashboard(owner, 'store-invitation/create-invitation', {
    storeId: owner.storeId,
    email,
    role: 'member',
  });
  const [sentEmail] = await db.select().from(emails).where(eq(emails.recipient, email));
  const invitation = /#token=([\w-]+)/.exec(sentEmail?.body ?? '')?.[1];
  const invited = { ...publicHost, SIGN_UP: 'invited' };
  expect((await signUp(invited, { email })).status).toBe(403);
  expect((await signUp(invited, { invitation })).status).toBe(403);
  expect((await signUp(invited, { email, invitation: 'x'.repeat(43) })).status).toBe(403);
  expect((await signUp(invited, { email, invitation })).status).toBe(200);
  await callFromDashboard(owner, 'store-invitation/revoke-invitation', { id: data.invitation.id });
  expect((await signUp(invited, { email, invitation })).status).toBe(403);
});

test('invited: an operator’s invitation admits its address until it has an account', async () => {
  const email = newEmail();
  const invitation = await inviteToSignUp(db, email, new Date());
  const invited = { ...publicHost, SIGN_UP: 'invited' };
  expect((await signUp(invited, { invitation })).status).toBe(403);
  expect((await signUp(invited, { email, invitation })).status).toBe(200);
  expect((await signUp(invited, { email, invitation })).status).toBe(403);
  const late = await inviteToSignUp(db, email, new Date(Date.now() - 8 * 24 * 3600 * 1000));
  expect((await signUp(invited, { email, invitation: late })).status).toBe(403);
});

test('an unverified account accepts no invitation', async () => {
  const owner = await newMerchant();
  const { email } = await signUp({ ...publicHost, SIGN_UP: 'open' });
  const [account] = await db.select().from(merchants).where(eq(merchants.email, email));
  await callFromDashboard(owner, 'store-invitation/create-invitation', {
    storeId: owner.storeId,
    email,
    role: 'admin',
  });
  const [sentEmail] = await db.select().from(emails).where(eq(emails.recipient, email));
  const token = /#token=([\w-]+)/.exec(sentEmail?.body ?? '')?.[1];
  const accept = () => callFromDashboard(account ?? owner, 'store-invitation/accept-invitation', { token });
  expect(await accept()).toMatchObject({ status: 403, errors: [{ message: 'Verify your email address first' }] });
  await db.update(merchants).set({ emailVerified: true }).where(eq(merchants.email, email));
  expect((await accept()).status).toBe(200);
});

test('blocks every sign-in to the demo’s account on a public host', async () => {
  const { hashPassword } = await import('better-auth/crypto');
  const [demo] = await db.select().from(merchants).where(eq(merchants.email, demoEmail));
  const passwordHash = await hashPassword(password);
  if (!demo) await insertMerchant(db, { email: demoEmail, name: 'Demo', passwordHash }, new Date());
  const local = await startAccounts();
  const browser = new AccountBrowser(local);
  expect((await browser.call('/sign-in/email', { email: demoEmail, password })).status).toBe(200);
  const outside = await startAccounts(publicHost);
  const headers = new Headers({ Cookie: browser.cookie.replaceAll('counterfoil.', '__Secure-counterfoil.') });
  expect(await outside.readMerchant(headers)).toBeUndefined();
  const uninvited = new AccountBrowser(outside);
  expect((await uninvited.call('/sign-in/email', { email: demoEmail, password })).status).toBe(401);
});
