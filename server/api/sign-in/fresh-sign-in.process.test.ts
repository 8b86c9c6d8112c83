/** Registering a prod key in the dashboard needs a recent sign-in or the password again. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { apiKeys, dashboardSessions, merchants } from '#db/schema/index.ts';
import { db } from '#server/testing/api.ts';
import { randomAddress } from '#server/testing/random-address.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const appUrl = 'http://localhost:3000';
const password = 'a long password';
let auth: typeof import('./merchant-auth.ts');
let handler: typeof import('../dashboard-handler.ts');

beforeAll(async () => {
  Object.assign(process.env, { DATABASE_URL: databaseUrl, APP_URL: appUrl, HOST: '127.0.0.1' });
  auth = await import('./merchant-auth.ts');
  handler = await import('../dashboard-handler.ts');
});

/** A browser with a new, signed-in account. */
async function newBrowser() {
  const address = randomAddress();
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const call = async (path: string, body: object) => {
    const headers = {
      Origin: appUrl,
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      Cookie: cookie(),
    };
    const request = new Request(`${appUrl}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const response = await auth.answerAccountCall(request);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response.status;
  };
  const email = `${randomUUID()}@example.com`;
  await call('/sign-up/email', { name: 'Ana', email, password });
  const [account] = await db.select().from(merchants).where(eq(merchants.email, email));
  if (!account) throw new Error('there is no account');
  const createKey = async (environment: 'test' | 'prod') => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const answer = await handler.handleDashboardAction('api-key/create-key', {
      method: 'POST',
      url: '/dashboard/api/api-key/create-key',
      headers: { cookie: cookie(), origin: appUrl, host: new URL(appUrl).host, 'x-environment': environment },
      body: Buffer.from(JSON.stringify({ environment, nickname: environment, publicKey: pem })),
      address: '203.0.113.9',
    });
    return { status: answer.status, reason: JSON.parse(String(answer.body)).errors?.[0].reason };
  };
  return { id: account.id, call, createKey };
}

test('an older sign-in can register a test key, but needs the password for a prod key', async () => {
  const { id, call, createKey } = await newBrowser();
  expect(await createKey('prod')).toMatchObject({ status: 200 });
  const createdAt = new Date(Date.now() - 601_000);
  await db.update(dashboardSessions).set({ createdAt }).where(eq(dashboardSessions.merchantId, id));
  expect(await createKey('prod')).toEqual({ status: 403, reason: 'sign_in_not_fresh' });
  expect(await createKey('test')).toMatchObject({ status: 200 });
  expect(await call('/confirm-password', { password: 'not it at all' })).toBe(400);
  expect(await createKey('prod')).toMatchObject({ status: 403 });
  expect(await call('/confirm-password', { password })).toBe(200);
  expect(await createKey('prod')).toMatchObject({ status: 200 });
  const keys = await db.select().from(apiKeys).where(eq(apiKeys.merchantId, id));
  expect(keys.map(({ environment }) => environment).toSorted()).toEqual(['prod', 'prod', 'test']);
});
