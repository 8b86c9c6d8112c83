/** The effects of a new APP_SECRET. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { issueSessionToken, verifySessionToken } from '#server/customers/session-token.ts';
import { readSettings, type Settings } from '#server/platform/settings.ts';
import { AccountBrowser, startAccounts } from '#server/testing/account-browser.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { totpAt } from '#server/testing/totp.ts';
import { ensureWebhookKeys } from '#server/webhooks/keys.ts';
import { webhookSigner } from '#server/webhooks/sign.ts';

const [previous, next] = ['previous', 'next'].map((word) => `${word} secret of at least thirty-two characters`) as [
  string,
  string,
];
const password = 'a long password';

const shared = globalThis as typeof globalThis & { counterfoilDatabase?: { close(): Promise<void> } };

/** Starts the account service with a secret; `stop` closes its connections. */
async function startServer(url: string, appSecret: string) {
  const service = await startAccounts({ DATABASE_URL: url, APP_SECRET: appSecret });
  const stop = async () => {
    await shared.counterfoilDatabase?.close();
    delete shared.counterfoilDatabase;
  };
  return { newBrowser: () => new AccountBrowser(service), stop };
}

async function newService() {
  const { url, close } = await newDatabase();
  const opened = openDatabase(url, { max: 2, applicationName: 'counterfoil-tests' });
  onTestFinished(async () => {
    await opened.close();
    await close();
  });
  return { url, db: opened.db };
}

const rotate = (url: string, secrets: object) => {
  Object.assign(process.env, secrets);
  return runCommand(['secret', 'rotate', '--json'], url);
};

test('two-factor and webhook keys work only under the new secret, and all sessions end', async () => {
  const { url, db } = await newService();
  await ensureWebhookKeys(db, previous, new Date());
  const signed = await webhookSigner(db, previous)('prod', 'text', new Date());
  const before = await startServer(url, previous);
  const [browser, email] = [before.newBrowser(), `${randomUUID()}@example.com`];
  await browser.call('/sign-up/email', { email, password, name: 'Ana' });
  const { body } = await browser.call('/two-factor/enable', { password });
  const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
  const verified = await browser.call('/two-factor/verify-totp', { code: totpAt(secret, new Date()) });
  expect(verified.status).toBe(200);

  const blocked = await rotate(url, { APP_SECRET: next, APP_SECRET_PREVIOUS: previous });
  expect([blocked.code, blocked.stderr]).toEqual([
    1,
    'A server or worker is connected to the database and uses the previous secret: stop all servers and workers first\n',
  ]);
  await before.stop();
  // PostgreSQL ends the stopped server's connections a moment later.
  const stdout = await vi.waitFor(
    async () => {
      const rotated = await rotate(url, { APP_SECRET: next, APP_SECRET_PREVIOUS: previous });
      expect([rotated.code, rotated.stderr]).toEqual([0, '']);
      return rotated.stdout;
    },
    { timeout: 20_000, interval: 100 },
  );
  expect(JSON.parse(stdout)).toEqual({ webhookKeys: 2, secondFactors: 1, endedSessions: 1 });
  const { stdout: trail } = await runCommand(['audit', 'list'], url);
  expect(trail).toContain('APP_SECRET rotated');
  expect(trail).not.toContain(next);

  expect(await webhookSigner(db, next)('prod', 'text', new Date())).toEqual(signed);
  await expect(webhookSigner(db, previous)('prod', 'text', new Date())).rejects.toThrow('cannot be decrypted');

  const after = await startServer(url, next);
  onTestFinished(() => after.stop());
  const stale = after.newBrowser();
  for (const [name, value] of browser.cookies) stale.cookies.set(name, value);
  expect(await stale.isSignedIn()).toBe(false);
  const again = after.newBrowser();
  expect((await again.call('/sign-in/email', { email, password })).body.twoFactorRedirect).toBe(true);
  const step = await again.call('/two-factor/verify-totp', { code: totpAt(secret, new Date(), 1) });
  expect(step.status).toBe(200);
  const recovering = after.newBrowser();
  await recovering.call('/sign-in/email', { email, password });
  const [recoveryCode] = body.backupCodes;
  expect((await recovering.call('/two-factor/verify-backup-code', { code: recoveryCode })).status).toBe(200);
});

test('a session token of the previous secret is invalid', async () => {
  const settings = (appSecret: string) =>
    readSettings({ APP_SECRET: appSecret }, { serving: false }) satisfies Settings;
  const claims = {
    merchantId: randomUUID(),
    storeId: randomUUID(),
    buyerIdentity: 'kim',
    environment: 'test',
  } as const;
  const { token } = await issueSessionToken(claims, settings(previous), new Date());
  expect(await verifySessionToken(token, settings(previous), new Date())).toMatchObject({ buyerIdentity: 'kim' });
  await expect(verifySessionToken(token, settings(next), new Date())).rejects.toThrow('Invalid or expired token');
});

test('a rotation can be repeated, and changes nothing if a value opens with neither secret', async () => {
  const { url, db } = await newService();
  await ensureWebhookKeys(db, previous, new Date());
  const secrets = { APP_SECRET: next, APP_SECRET_PREVIOUS: previous };
  expect((await rotate(url, secrets)).code).toBe(0);
  expect(JSON.parse((await rotate(url, secrets)).stdout).webhookKeys).toBe(0);
  const keysIn = async () => (await db.execute(sql`select id, private_key from webhook_keys order by id`)).rows;
  const stored = await keysIn();
  const lost = 'some other secret of at least thirty-two characters';
  const { code, stderr } = await rotate(url, { APP_SECRET: lost, APP_SECRET_PREVIOUS: previous });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^Nothing was changed: the \w+ key \S+ decrypts with neither the previous nor the new secret\n$/,
    ),
  ]);
  expect(await keysIn()).toEqual(stored);
});

test('requires two different secrets', async () => {
  const { url } = await newService();
  const both = 'Set APP_SECRET to the new secret and APP_SECRET_PREVIOUS to the current one\n';
  expect(await rotate(url, { APP_SECRET: next, APP_SECRET_PREVIOUS: '' })).toMatchObject({ code: 2, stderr: both });
  const same = await rotate(url, { APP_SECRET: next, APP_SECRET_PREVIOUS: next });
  expect([same.code, same.stderr]).toEqual([2, 'APP_SECRET and APP_SECRET_PREVIOUS are the same\n']);
});

test('with the embedded database the new secret replaces the file’s', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-rotate-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  Object.assign(process.env, { DATABASE_URL: '', APP_SECRET: '', APP_SECRET_PREVIOUS: '', DATA_DIR: dataDir });
  onTestFinished(() => void Object.assign(process.env, { DATA_DIR: '' }));
  await runCommand(['webhook-keys', 'rotate']);
  const file = join(dataDir, 'app-secret');
  const before = readFileSync(file, 'utf8');
  const { code, stdout } = await runCommand(['secret', 'rotate']);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`The new secret is stored in ${file}.`)]);
  expect(stdout).toContain('webhook keys 2');
  expect(readFileSync(file, 'utf8')).not.toBe(before);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(stdout).not.toContain(readFileSync(file, 'utf8').trim());
});
