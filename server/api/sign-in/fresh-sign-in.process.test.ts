/** Registering a prod key in the dashboard needs a recent sign-in or the password again. */
import { generateKeyPairSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKeys, dashboardSessions } from '#db/schema/index.ts';
import { signUp, startAccounts } from '#server/testing/account-browser.ts';
import { db } from '#server/testing/api.ts';

/** A browser with a new, signed-in account. */
async function newBrowser() {
  const { id, password, browser } = await signUp(await startAccounts());
  const createKey = async (environment: 'test' | 'prod') => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const body = { environment, nickname: environment, publicKey: pem };
    const { status, error } = await browser.act('api-key/create-key', body, { 'x-environment': environment });
    return { status, reason: error?.reason };
  };
  const confirm = async (given: string) => (await browser.call('/confirm-password', { password: given })).status;
  return { id, password, confirm, createKey };
}

test('an older sign-in can register a test key, but needs the password for a prod key', async () => {
  const { id, password, confirm, createKey } = await newBrowser();
  expect(await createKey('prod')).toMatchObject({ status: 200 });
  const createdAt = new Date(Date.now() - 601_000);
  await db.update(dashboardSessions).set({ createdAt }).where(eq(dashboardSessions.merchantId, id));
  expect(await createKey('prod')).toEqual({ status: 403, reason: 'sign_in_not_fresh' });
  expect(await createKey('test')).toMatchObject({ status: 200 });
  expect(await confirm('not it at all')).toBe(400);
  expect(await createKey('prod')).toMatchObject({ status: 403 });
  expect(await confirm(password)).toBe(200);
  expect(await createKey('prod')).toMatchObject({ status: 200 });
  const keys = await db.select().from(apiKeys).where(eq(apiKeys.merchantId, id));
  expect(keys.map(({ environment }) => environment).toSorted()).toEqual(['prod', 'prod', 'test']);
});
