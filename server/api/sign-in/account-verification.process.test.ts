/** Address verification: rights before and after it, ways to verify, and credentials removed by the first proof. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails, merchants, passkeys, verifications } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { AccountBrowser, startAccounts } from '#server/testing/account-browser.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { eventTypesOf } from '#server/testing/orders/rows.ts';

const password = 'a long password';
const withMail = { SMTP_URL: 'smtp://127.0.0.1:1', SIGN_UP: 'open' };
const publicHost = { APP_URL: 'https://pay.example.com', HOST: '0.0.0.0', SIGN_UP: 'open' };
const newEmail = () => `${randomUUID()}@example.com`;

const accountOf = async (email: string) => {
  const [account] = await db.select().from(merchants).where(eq(merchants.email, email));
  if (!account) throw new Error('no account');
  return account;
};

const emailsTo = async (email: string) =>
  await db.select().from(emails).where(eq(emails.recipient, email)).orderBy(asc(emails.createdAt), asc(emails.id));

const newest = async (email: string, pattern: RegExp) => {
  const found = (await emailsTo(email)).findLast(({ body }) => pattern.test(body));
  return pattern.exec(found?.body ?? '')?.[1] ?? '';
};
const verificationToken = (email: string) => newest(email, /verify-email#token=([\w-]+)/);
const resetToken = (email: string) => newest(email, /reset-password\?token=([\w-]+)/);

/** Signs up and, with mail, signs in by the password. */
async function signUp(environment: Record<string, string>, email = newEmail()) {
  const service = await startAccounts(environment);
  const browser = new AccountBrowser(service);
  // The field is not one that a browser may set.
  const claim = { emailVerified: true };
  const { status, body } = await browser.call('/sign-up/email', { email, password, name: 'Ana', ...claim });
  expect(status).toBe(200);
  if (body.token === null) expect((await browser.call('/sign-in/email', { email, password })).status).toBe(200);
  return { service, browser, email, account: await accountOf(email) };
}

async function insertPasskey(merchantId: string, name: string, confirmedAt: Date | null) {
  const id = newId();
  const key = { publicKey: 'key', credentialID: id, counter: 0, deviceType: 'singleDevice', backedUp: false };
  await db.insert(passkeys).values({ id, merchantId, name, ...key, createdAt: new Date(), confirmedAt });
  return id;
}
const passkeysOf = async (merchantId: string) =>
  (await db.select().from(passkeys).where(eq(passkeys.merchantId, merchantId)))
    .map(({ name }) => String(name))
    .toSorted();

test('without mail on a loopback host, a sign-up signs in at once and counts as verified', async () => {
  const { browser, account, email } = await signUp({});
  expect(await browser.isSignedIn()).toBe(true);
  expect(account.emailVerified).toBe(true);
  expect(await emailsTo(email)).toEqual([]);
  expect((await browser.call('/two-factor/enable', { password })).status).toBe(200);
  expect((await browser.call('/passkey/generate-register-options')).status).toBe(200);
});

test.each([
  ['with mail', withMail],
  ['on a public host without mail', publicHost],
])('an unverified account %s gets no passkey and no second factor', async (_, environment) => {
  const { browser, account } = await signUp(environment);
  expect(account.emailVerified).toBe(false);
  const refusal = { status: 403, body: expect.objectContaining({ code: 'EMAIL_NOT_VERIFIED' }) };
  expect(await browser.call('/passkey/generate-register-options')).toMatchObject(refusal);
  expect(await browser.call('/passkey/verify-registration', { response: {}, name: 'Key' })).toMatchObject(refusal);
  expect(await browser.call('/two-factor/enable', { password })).toMatchObject(refusal);
  expect(await browser.call('/two-factor/verify-totp', { code: '123456' })).toMatchObject(refusal);
});

test('the emailed link verifies once, in the signed-in browser', async () => {
  const { browser, email, account } = await signUp(withMail);
  const token = await verificationToken(email);
  expect(await browser.call('/verify-address', { token })).toEqual({
    status: 200,
    body: { status: true, isSignedIn: true },
  });
  expect((await accountOf(email)).emailVerified).toBe(true);
  expect(await eventTypesOf(account.id)).toContain('account.verified');
  expect((await browser.call('/passkey/generate-register-options')).status).toBe(200);
  expect((await browser.call('/two-factor/enable', { password })).status).toBe(200);
  const again = await browser.call('/verify-address', { token });
  expect([again.status, again.body.code]).toEqual([400, 'INVALID_TOKEN']);
});

test('another browser also needs the password: a mailbox owner cannot confirm someone else’s credentials', async () => {
  const { service, email } = await signUp(withMail);
  const token = await verificationToken(email);
  const otherBrowser = new AccountBrowser(service);
  const ask = async (body: object) => {
    const answer = await otherBrowser.call('/verify-address', { token, ...body });
    return [answer.status, answer.body.code];
  };
  expect(await ask({})).toEqual([401, 'PASSWORD_REQUIRED']);
  expect(await ask({ password: 'another password' })).toEqual([400, 'INVALID_PASSWORD']);
  expect((await accountOf(email)).emailVerified).toBe(false);
  expect((await otherBrowser.call('/verify-address', { token, password })).status).toBe(200);
  expect((await accountOf(email)).emailVerified).toBe(true);
  expect(await otherBrowser.isSignedIn()).toBe(true);
});

test('a link expires after a day, and a newer one replaces it', async () => {
  const { browser, email, account } = await signUp(withMail);
  const first = await verificationToken(email);
  expect((await browser.call('/send-verification', {})).status).toBe(200);
  const second = await verificationToken(email);
  expect(second).not.toBe(first);
  expect((await browser.call('/verify-address', { token: first })).status).toBe(400);
  await db.update(verifications).set({ expiresAt: new Date() }).where(eq(verifications.value, account.id));
  expect((await browser.call('/verify-address', { token: second })).status).toBe(400);
  expect((await accountOf(email)).emailVerified).toBe(false);
});

test('sends at most three verification emails an hour per address, with the same answer', async () => {
  const { browser, email } = await signUp(withMail);
  for (let count = 0; count < 5; count += 1) {
    expect(await browser.call('/send-verification', {})).toEqual({ status: 200, body: { status: true } });
  }
  expect(await emailsTo(email)).toHaveLength(3);
});

test('the first reset of an unverified account verifies its address and removes every earlier credential', async () => {
  const { service, browser, email, account } = await signUp(withMail);
  await insertPasskey(account.id, 'Claimed first', new Date());
  await db.update(merchants).set({ twoFactorEnabled: true }).where(eq(merchants.id, account.id));
  const owner = new AccountBrowser(service);
  await owner.call('/request-password-reset', { email });
  const token = await resetToken(email);
  expect((await owner.call('/reset-details', { token })).body.passkeys).toMatchObject([
    { name: 'Claimed first', isConfirmed: false },
  ]);
  expect((await owner.call('/reset-password', { token, newPassword: 'the owner’s password' })).status).toBe(200);
  expect(await passkeysOf(account.id)).toEqual([]);
  expect(await accountOf(email)).toMatchObject({ emailVerified: true, twoFactorEnabled: false });
  expect(await browser.isSignedIn()).toBe(false);
  expect((await browser.call('/sign-in/email', { email, password })).status).toBe(401);
  expect(await eventTypesOf(account.id)).toEqual(
    expect.arrayContaining(['account.passkey_removed', 'account.verified']),
  );
});

test('a reset of a verified account lists its passkeys, removes unconfirmed and chosen ones, and keeps the second factor', async () => {
  const service = await startAccounts();
  const { id, email } = await newMerchant();
  await insertPasskey(id, 'Laptop', new Date());
  const phone = await insertPasskey(id, 'Phone', new Date());
  await insertPasskey(id, 'Nobody’s', null);
  const other = await newMerchant();
  const otherPasskey = await insertPasskey(other.id, 'Foreign', new Date());
  await db.update(merchants).set({ twoFactorEnabled: true }).where(eq(merchants.id, id));
  const browser = new AccountBrowser(service);
  await browser.call('/request-password-reset', { email });
  const token = await resetToken(email);
  const { passkeys: listed } = (await browser.call('/reset-details', { token })).body;
  expect(listed.map(({ name, isConfirmed }: { name: string; isConfirmed: boolean }) => [name, isConfirmed])).toEqual([
    ['Laptop', true],
    ['Phone', true],
    ['Nobody’s', false],
  ]);
  const body = { token, newPassword: 'another long password', removePasskeys: [phone, otherPasskey] };
  expect((await browser.call('/reset-password', body)).status).toBe(200);
  expect(await passkeysOf(id)).toEqual(['Laptop']);
  expect(await passkeysOf(other.id)).toEqual(['Foreign']);
  expect((await accountOf(email)).twoFactorEnabled).toBe(true);
  expect((await browser.call('/reset-details', { token })).status).toBe(400);
});

test('a reset with malformed ids changes nothing', async () => {
  const service = await startAccounts();
  const { email } = await newMerchant();
  const browser = new AccountBrowser(service);
  await browser.call('/request-password-reset', { email });
  const token = await resetToken(email);
  const malformed = { token, newPassword: 'another long password', removePasskeys: ['one'] };
  expect((await browser.call('/reset-password', malformed)).status).toBe(400);
  expect((await browser.call('/reset-password', { token, newPassword: 'another long password' })).status).toBe(200);
});

test('sends at most three reset emails an hour per address, with the same answer', async () => {
  const service = await startAccounts();
  const { email } = await newMerchant();
  const browser = new AccountBrowser(service);
  const answers = [];
  for (let count = 0; count < 5; count += 1) answers.push(await browser.call('/request-password-reset', { email }));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await emailsTo(email)).toHaveLength(3);
});
