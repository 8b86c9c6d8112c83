/** The second factor, passkey limits and sessions, tested through the account service's HTTP interface. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { dashboardSessions, emails, events, merchants, twoFactors, verifications } from '#db/schema/index.ts';
import { deleteTrustedDevices } from '#server/accounts/data/account-safety.ts';
import { AccountBrowser, startAccounts } from '#server/testing/account-browser.ts';
import { db } from '#server/testing/api.ts';
import { emailEvents, signInEvents } from '#server/testing/emails.ts';
import { totpAt } from '#server/testing/totp.ts';

const appUrl = 'http://localhost:3000';
const password = 'a long password';
let service: Awaited<ReturnType<typeof startAccounts>>;

beforeAll(async () => {
  service = await startAccounts();
});
const newBrowser = () => new AccountBrowser(service);

async function newAccount() {
  const [browser, email] = [newBrowser(), `${randomUUID()}@example.com`];
  await browser.call('/sign-up/email', { email, password, name: 'Ana' });
  const [account] = await db.select().from(merchants).where(eq(merchants.email, email));
  if (!account) throw new Error('no account');
  const signIn = async (otherBrowser = newBrowser()) => {
    const { status, body } = await otherBrowser.call('/sign-in/email', { email, password });
    return { status, body, browser: otherBrowser };
  };
  return { id: account.id, email, browser, signIn };
}

/** The same with a second factor. */
async function newGuardedAccount() {
  const account = await newAccount();
  const { body } = await account.browser.call('/two-factor/enable', { password });
  const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
  const firstCode = totpAt(secret, new Date());
  expect((await account.browser.call('/two-factor/verify-totp', { code: firstCode })).status).toBe(200);
  /** A code that was not used before: the next one. */
  const code = () => totpAt(secret, new Date(), 1);
  return { ...account, firstCode, code, recoveryCodes: body.backupCodes as string[] };
}

const wrongCode = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

async function typesOf(id: string): Promise<string[]> {
  const found = await db.select().from(events).where(eq(events.objectId, id)).orderBy(asc(events.sequence));
  return found.map(({ type, data }) => (typeof data.by === 'string' ? `${type} by ${data.by}` : type));
}

describe('the second factor', () => {
  test('is on after the first valid code; then the password alone signs no one in', async () => {
    const account = await newAccount();
    const begun = await account.browser.call('/two-factor/enable', { password });
    const secret = new URL(begun.body.totpURI).searchParams.get('secret') ?? '';
    expect(begun.body.backupCodes).toHaveLength(10);
    // Begun but not confirmed, so it changes nothing.
    expect((await account.signIn()).body).toMatchObject({ user: { email: account.email } });
    const code = totpAt(secret, new Date());
    expect((await account.browser.call('/two-factor/verify-totp', { code: wrongCode(code) })).status).toBe(401);
    expect((await account.browser.call('/two-factor/verify-totp', { code })).status).toBe(200);
    expect(await account.browser.isSignedIn()).toBe(true);

    const { body, browser } = await account.signIn();
    expect(body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    expect(await browser.isSignedIn()).toBe(false);
    expect((await browser.call('/two-factor/verify-totp', { code: wrongCode(code) })).status).toBe(401);
    expect(await browser.isSignedIn()).toBe(false);
    const next = totpAt(secret, new Date(), 1);
    expect((await browser.call('/two-factor/verify-totp', { code: next })).status).toBe(200);
    expect(await browser.isSignedIn()).toBe(true);
    expect(await typesOf(account.id)).toEqual([
      'account.created',
      'account.signed_in',
      'account.signed_in',
      'account.two_factor_enabled',
      'account.second_factor_failed',
      'account.signed_in by password and a code',
    ]);
    await emailEvents(account, ...signInEvents);
    const [notice] = await db.select().from(emails).where(eq(emails.recipient, account.email));
    expect(notice?.subject).toBe('Two-factor authentication is on');
    const stored = JSON.stringify(await db.select().from(twoFactors).where(eq(twoFactors.merchantId, account.id)));
    for (const plain of [secret, ...begun.body.backupCodes]) expect(stored).not.toContain(plain);
  });

  test('requires the password to switch it on or off or to create recovery codes', async () => {
    const { browser, id } = await newGuardedAccount();
    for (const path of ['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes']) {
      expect((await browser.call(path, { password: 'another password' })).body.code).toBe('INVALID_PASSWORD');
    }
    expect((await browser.call('/two-factor/enable', { password })).body.code).toBe('TOTP_ALREADY_ENABLED');
    expect((await browser.call('/two-factor/disable', { password })).status).toBe(200);
    expect(await browser.isSignedIn()).toBe(true);
    expect((await typesOf(id)).slice(-2)).toEqual(['account.two_factor_enabled', 'account.two_factor_disabled']);
    expect(await service.countRecoveryCodes(id)).toBeUndefined();
  });

  test('a recovery code works once, also when sent twice concurrently; new codes void the old ones', async () => {
    const account = await newGuardedAccount();
    const [first = '', second = '', third = ''] = account.recoveryCodes;
    const use = async (code: string) => {
      const { browser } = await account.signIn();
      return (await browser.call('/two-factor/verify-backup-code', { code })).status;
    };
    expect([await use(first), await use(first)]).toEqual([200, 401]);
    expect((await Promise.all([use(second), use(second)])).filter((status) => status === 200)).toHaveLength(1);
    expect(await service.countRecoveryCodes(account.id)).toBe(8);
    const generated = await account.browser.call('/two-factor/generate-backup-codes', { password });
    expect(await use(third)).toBe(401);
    expect(await use(generated.body.backupCodes[0])).toBe(200);
    expect(await typesOf(account.id)).toContain('account.recovery_codes_made');
  });

  test('after five wrong codes a valid one must wait, also in an attempt begun before', async () => {
    const account = await newGuardedAccount();
    const guess = async (browser: AccountBrowser, code: string) =>
      (await browser.call('/two-factor/verify-totp', { code })).status;
    const { browser: early } = await account.signIn();
    const { browser } = await account.signIn();
    for (let time = 0; time < 5; time += 1) expect(await guess(browser, wrongCode(account.code()))).toBe(401);
    expect(await guess(early, account.code())).toBe(429);
    expect(await early.isSignedIn()).toBe(false);
    expect((await account.signIn()).status).toBe(429);
  });

  test('accepts each code once, also of two concurrent uses, and no earlier one', async () => {
    const account = await newGuardedAccount();
    const guess = async (code: string) => {
      const { browser } = await account.signIn();
      const { status, body } = await browser.call('/two-factor/verify-totp', { code });
      return status === 200 ? 'in' : `${status} ${body.code}`;
    };
    const used = '401 CODE_USED';
    // The code that switched it on.
    expect(await guess(account.firstCode)).toBe(used);
    const code = account.code();
    expect((await Promise.all([guess(code), guess(code)])).sort()).toEqual([used, 'in']);
    expect([await guess(code), await guess(account.firstCode)]).toEqual([used, used]);
    expect((await typesOf(account.id)).filter((type) => type === 'account.second_factor_failed')).toHaveLength(4);
    // A used code also fails when signed in.
    expect((await account.browser.call('/two-factor/verify-totp', { code })).body.code).toBe('CODE_USED');
  });

  test('skips the code on a trusted device until the password changes', async () => {
    const account = await newGuardedAccount();
    const { browser } = await account.signIn();
    await browser.call('/two-factor/verify-totp', { code: account.code(), trustDevice: true });
    await browser.call('/sign-out', {});
    expect((await account.signIn(browser)).body).toMatchObject({ user: { email: account.email } });
    const changed = { currentPassword: password, newPassword: password };
    expect((await browser.call('/change-password', changed)).status).toBe(200);
    await browser.call('/sign-out', {});
    expect((await account.signIn(browser)).body).toMatchObject({ twoFactorRedirect: true });
    await deleteTrustedDevices(db, account.id);
    expect(await db.$count(verifications, eq(verifications.value, account.id))).toBeGreaterThan(0);
  });

  test('a password reset neither disables nor bypasses it', async () => {
    const account = await newGuardedAccount();
    await account.browser.call('/request-password-reset', { email: account.email });
    const sentEmails = await db.select().from(emails).where(eq(emails.recipient, account.email));
    const reset = sentEmails.find(({ subject }) => subject === 'Set a new password');
    const token = /token=([^\s]+)/.exec(reset?.body ?? '')?.[1];
    const otherBrowser = newBrowser();
    expect((await otherBrowser.call('/reset-password', { token, newPassword: password })).status).toBe(200);
    expect(await otherBrowser.isSignedIn()).toBe(false);
    expect(await account.browser.isSignedIn()).toBe(false);
    expect((await account.signIn()).body).toMatchObject({ twoFactorRedirect: true });
  });

  test('a password change voids older reset links and unfinished sign-ins', async () => {
    const account = await newGuardedAccount();
    const { browser: halfway } = await account.signIn();
    for (let time = 0; time < 2; time += 1) {
      await account.browser.call('/request-password-reset', { email: account.email });
    }
    const sentEmails = await db.select().from(emails).where(eq(emails.recipient, account.email));
    const tokens = sentEmails.flatMap(({ body }) => /token=([^\s]+)/.exec(body)?.[1] ?? []);
    expect(tokens).toHaveLength(2);
    const reset = async (token = '') =>
      (await newBrowser().call('/reset-password', { token, newPassword: 'a longer password' })).status;
    expect([await reset(tokens[1]), await reset(tokens[0])]).toEqual([200, 400]);
    const { status, body } = await halfway.call('/two-factor/verify-totp', { code: account.code() });
    expect([status, body.code]).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE']);
  });

  test('sends no codes by email or SMS, and never shows the secret again', async () => {
    const { browser } = await newGuardedAccount();
    for (const path of ['/two-factor/send-otp', '/two-factor/verify-otp', '/two-factor/get-totp-uri']) {
      expect((await browser.call(path, { password, code: '000000' })).status).toBe(404);
    }
  });
});

test('endpoints that our pages do not use answer 404', async () => {
  const { browser } = await newAccount();
  for (const [path, body] of [
    ['/verify-password', { password: 'another password' }],
    ['/update-session', { name: 'x' }],
    ['/change-email', { newEmail: 'mallory@example.com' }],
    ['/delete-user', {}],
    ['/sign-in/social', { provider: 'github' }],
    ['/send-verification-email', { email: 'mallory@example.com' }],
    ['/list-accounts'],
    ['/account-info'],
    ['/error?error=%3Cscript%3E'],
    ['/reset-password/abc?callbackURL=%2Fdashboard'],
  ] as const) {
    expect([path, (await browser.call(path, body)).status]).toEqual([path, 404]);
  }
});

test('an account can change only its name, and stores only the fields it needs', async () => {
  const { browser, id, email } = await newAccount();
  for (const body of [
    { email: 'mallory@example.com', emailVerified: true },
    { twoFactorEnabled: true, image: 'x'.repeat(5000) },
    { name: 'a\0b' },
    { name: 'a\ud800b' },
    { name: {} },
    { name: ' ' },
  ]) {
    const { status } = await browser.call('/update-user', body);
    expect([body, status]).toEqual([body, 400]);
  }
  const [account] = await db.select().from(merchants).where(eq(merchants.id, id));
  expect(account).toMatchObject({ name: 'Ana', email, emailVerified: true, image: null, twoFactorEnabled: false });
});

test('malformed input to sign-in never causes a 500', async () => {
  const odd = ['a\0b', 'x'.repeat(5000), { $ne: 1 }];
  const browser = newBrowser();
  const guarded = await newGuardedAccount();
  for (const value of odd) {
    const { browser: halfway } = await guarded.signIn();
    const calls = [
      [browser, '/sign-up/email', { email: `${randomUUID()}@example.com`, password, name: value }],
      [browser, '/sign-up/email', { email: value, password, name: 'Ana' }],
      [browser, '/sign-up/email', { email: `${randomUUID()}@example.com`, password: value, name: 'Ana' }],
      [browser, '/sign-up/email', { email: `${randomUUID()}@example.com`, password, name: 'Ana', image: value }],
      [browser, '/sign-in/email', { email: value, password }],
      [browser, '/sign-in/email', { email: guarded.email, password: value }],
      [browser, '/request-password-reset', { email: value }],
      [browser, '/reset-password', { token: value, newPassword: password }],
      [halfway, '/two-factor/verify-totp', { code: value }],
      [halfway, '/two-factor/verify-backup-code', { code: value }],
      [guarded.browser, '/end-session', { id: value }],
      [guarded.browser, '/confirm-password', { password: value }],
      [guarded.browser, '/passkey/delete-passkey', { id: value }],
      [guarded.browser, '/passkey/update-passkey', { id: value, name: 'x' }],
      [guarded.browser, '/passkey/update-passkey', { id: randomUUID(), name: value }],
      [guarded.browser, '/change-password', { currentPassword: value, newPassword: value }],
    ] as const;
    for (const [from, path, body] of calls) {
      const { status } = await from.call(path, body);
      expect([path, value, status < 500]).toEqual([path, value, true]);
    }
  }
});

test('rejects large bodies and content types that another site’s form can send', async () => {
  const post = (body: string, type: string) =>
    service.answerAccountCall(
      new Request(`${appUrl}/api/auth/sign-in/email`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': type, 'X-Forwarded-For': '198.51.100.7' },
      }),
    );
  const { email } = await newAccount();
  const body = JSON.stringify({ email, password });
  expect((await post(body, 'application/json')).status).toBe(200);
  expect((await post(body, 'text/plain')).status).toBe(415);
  expect((await post(`${body}${' '.repeat(1024 * 1024)}`, 'application/json')).status).toBe(400);
});

describe('sessions', () => {
  test('end by id, by their own account only; an ended session can change nothing', async () => {
    const [account, otherAccount] = [await newAccount(), await newAccount()];
    const { browser: other } = await account.signIn();
    const rows = await db
      .select()
      .from(dashboardSessions)
      .where(eq(dashboardSessions.merchantId, account.id))
      .orderBy(asc(dashboardSessions.createdAt));
    const id = rows[1]?.id;
    expect((await otherAccount.browser.call('/end-session', { id })).status).toBe(404);
    expect(await other.isSignedIn()).toBe(true);
    expect((await account.browser.call('/end-session', { id })).status).toBe(200);
    // The cookie stays valid for a minute, but authorizes no writes.
    for (const [path, body] of [
      ['/update-user', { name: 'Mallory' }],
      ['/two-factor/enable', { password }],
      ['/passkey/delete-passkey', { id }],
      ['/confirm-password', { password }],
      ['/end-session', { id: rows[0]?.id }],
    ] as const) {
      expect([path, (await other.call(path, body)).status]).toEqual([path, 401]);
    }
    expect(await account.browser.isSignedIn()).toBe(true);
    expect((await typesOf(account.id)).at(-1)).toBe('account.signed_out');
  });

  test('all others end together', async () => {
    const account = await newAccount();
    const others = await Promise.all([account.signIn(), account.signIn()]);
    expect((await account.browser.call('/revoke-other-sessions', {})).status).toBe(200);
    expect(await Promise.all(others.map(({ browser }) => browser.isSignedIn()))).toEqual([false, false]);
    expect(await account.browser.isSignedIn()).toBe(true);
  });

  test('a password change ends the others and is not recorded as a sign-out here', async () => {
    const account = await newAccount();
    const { browser: other } = await account.signIn();
    const changed = { currentPassword: password, newPassword: 'a longer password', revokeOtherSessions: true };
    expect((await account.browser.call('/change-password', changed)).status).toBe(200);
    expect([await other.isSignedIn(), await account.browser.isSignedIn()]).toEqual([false, true]);
    const types = (await typesOf(account.id)).slice(-2);
    expect(types).toEqual(['account.signed_out', 'account.password_changed']);
  });

  test('never expose their tokens', async () => {
    const { browser } = await newAccount();
    expect((await browser.call('/list-sessions')).status).toBe(404);
  });
});

describe('passkeys', () => {
  const options = '/passkey/generate-register-options';

  test('need a sign-in within ten minutes or the password again', async () => {
    const { browser, id } = await newAccount();
    expect((await browser.call(options)).body).toMatchObject({
      rp: { id: 'localhost', name: 'Counterfoil' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const createdAt = new Date(Date.now() - 601_000);
    await db.update(dashboardSessions).set({ createdAt }).where(eq(dashboardSessions.merchantId, id));
    expect((await browser.call(options)).body.code).toBe('SESSION_NOT_FRESH');
    expect((await browser.call('/confirm-password', { password: 'not it at all' })).status).toBe(400);
    expect((await browser.call(options)).status).toBe(403);
    expect((await browser.call('/confirm-password', { password })).status).toBe(200);
    expect((await browser.call(options)).status).toBe(200);
    expect(await typesOf(id)).toEqual(['account.created', 'account.signed_in']);
  });

  test('have names of 1 to 64 characters', async () => {
    const { browser } = await newAccount();
    for (const name of [' ', 'x'.repeat(65)]) {
      const { body } = await browser.call('/passkey/update-passkey', { id: randomUUID(), name });
      expect(body.code).toBe('INVALID_PASSKEY_NAME');
    }
  });

  test('an unknown passkey signs no one in', async () => {
    const browser = newBrowser();
    expect((await browser.call('/passkey/generate-authenticate-options')).status).toBe(200);
    const response = { id: 'nobody', rawId: 'nobody', type: 'public-key', response: {} };
    expect((await browser.call('/passkey/verify-authentication', { response })).status).toBe(401);
    // The challenge is used up.
    expect((await browser.call('/passkey/verify-authentication', { response })).status).toBe(400);
  });
});
