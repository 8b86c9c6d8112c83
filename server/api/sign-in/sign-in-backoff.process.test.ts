/** Failed sign-ins, by password or code, delay further attempts per account, from any address. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { totpAt } from '#server/testing/totp.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const appUrl = 'http://localhost:3000';
let answer: (request: Request) => Promise<Response>;
const password = 'a long password';

beforeAll(async () => {
  const settings = { DATABASE_URL: databaseUrl, HOST: '127.0.0.1', APP_URL: appUrl, TRUST_PROXY: '2' };
  Object.assign(process.env, { ...settings, RATE_LIMIT_COUNTERS: 'memory' });
  answer = (await import('./merchant-auth.ts')).answerAccountCall;
});

beforeEach(() => {
  vi.useRealTimers();
  Object.assign(globalThis, { counterfoilRateLimits: undefined });
});

let addresses = 0;
/** Each call comes from its own address, behind two proxies. */
function newAddress(): string {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`;
}

async function call(path: string, body: object, { cookie = '', from = newAddress() } = {}): Promise<Response> {
  const forwarded = `1.2.3.4, ${from}, 10.0.0.1`;
  const headers = { Origin: appUrl, 'Content-Type': 'application/json', Cookie: cookie, 'X-Forwarded-For': forwarded };
  return await answer(
    new Request(`${appUrl}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  );
}

const signIn = (email: string, attempt: string, more = {}) =>
  call('/sign-in/email', { email, password: attempt }, more);
const statusesOf = async (email: string, times: number) => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await signIn(email, 'another password')).status);
  return statuses;
};

async function newAccount(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  expect((await call('/sign-up/email', { name: 'Ana', email, password })).status).toBe(200);
  return email;
}

test('delays existing and unknown accounts alike, also with the correct password', async () => {
  const email = await newAccount();
  const unknown = `${randomUUID()}@example.com`;
  expect(await statusesOf(email, 7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect(await statusesOf(unknown, 7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  const refused = await signIn(email.toUpperCase(), password);
  const seconds = Number(refused.headers.get('retry-after'));
  expect([refused.status, refused.headers.get('x-retry-after')]).toEqual([429, String(seconds)]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(30);
  expect(await refused.json()).toEqual({ code: 'TOO_MANY_REQUESTS', message: 'Too many requests' });
  expect((await signIn(await newAccount(), password)).status).toBe(200);
});

test('counts concurrent attempts before they are checked', async () => {
  const email = await newAccount();
  const tries = await Promise.all(Array.from({ length: 30 }, () => signIn(email, 'another password')));
  expect(tries.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(5);
});

/** The cookies that an answer sets, as a browser sends them. */
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

/** An account with a second factor, and its app's codes, each usable once. */
async function newSecuredAccount() {
  const email = `${randomUUID()}@example.com`;
  const cookie = cookiesOf(await call('/sign-up/email', { name: 'Ana', email, password }));
  const enabled = (await (await call('/two-factor/enable', { password }, { cookie })).json()) as {
    totpURI: string;
    backupCodes: string[];
  };
  const secret = new URL(enabled.totpURI).searchParams.get('secret') ?? '';
  const code = (later: number) => totpAt(secret, new Date(), later);
  expect((await call('/two-factor/verify-totp', { code: code(0) }, { cookie })).status).toBe(200);
  return { email, code, backupCodes: enabled.backupCodes };
}

const firstStep = async (email: string) => {
  const response = await signIn(email, password);
  expect(await response.clone().json()).toMatchObject({ twoFactorRedirect: true });
  return response;
};

test.each([
  ['/two-factor/verify-totp', '000000'],
  ['/two-factor/verify-backup-code', 'wrong-codes'],
])('%s: wrong codes of attempts anew delay the account, as wrong passwords do', async (path, wrong) => {
  const { email, code } = await newSecuredAccount();
  const early = cookiesOf(await firstStep(email));
  const statuses: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const cookie = cookiesOf(await firstStep(email));
    statuses.push((await call(path, { code: wrong }, { cookie })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  const refused = await signIn(email, password);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 20]).toEqual([429, true]);
  expect((await call(path, { code: code(1) }, { cookie: early })).status).toBe(429);
});

test('a correct password alone neither resets wrong codes nor makes the browser known', async () => {
  const { email, code } = await newSecuredAccount();
  const first = await firstStep(email);
  expect(cookiesOf(first)).not.toContain('counterfoil.known_device');
  const wrong = await call('/two-factor/verify-totp', { code: '000000' }, { cookie: cookiesOf(first) });
  expect(wrong.status).toBe(401);
  const done = await call('/two-factor/verify-totp', { code: code(1) }, { cookie: cookiesOf(first) });
  expect([done.status, cookiesOf(done)]).toEqual([200, expect.stringContaining('counterfoil.known_device=')]);
});

test('another account’s valid code, sent with its session, resets no wrong codes', async () => {
  const [victim, thief] = [await newSecuredAccount(), await newSecuredAccount()];
  const pending = cookiesOf(await firstStep(victim.email));
  const guess = () => call('/two-factor/verify-totp', { code: '000000' }, { cookie: pending });
  for (let time = 0; time < 4; time += 1) expect((await guess()).status).toBe(401);
  const session = cookiesOf(
    await call(
      '/two-factor/verify-backup-code',
      { code: thief.backupCodes[0] },
      { cookie: cookiesOf(await firstStep(thief.email)) },
    ),
  );
  const own = await call(
    '/two-factor/verify-backup-code',
    { code: thief.backupCodes[1] },
    { cookie: `${session}; ${pending}` },
  );
  expect(own.status).toBe(200);
  expect(await statusesOf(victim.email, 2)).toEqual([401, 429]);
});

test('doubles the wait up to 15 minutes', async () => {
  const { withSignInBackoff } = await import('./sign-in-backoff.ts');
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-11-23T12:00:00Z') });
  const attempt = () => withSignInBackoff('ana@example.com', null, async () => new Response(null, { status: 401 }));
  for (let failure = 0; failure < 5; failure += 1) expect((await attempt()).status).toBe(401);
  const waits: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const refused = await attempt();
    expect(refused.status).toBe(429);
    waits.push(Number(refused.headers.get('retry-after')));
    await vi.advanceTimersByTimeAsync((waits.at(-1) ?? 0) * 1000);
    expect((await attempt()).status).toBe(401);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
});

test('a successful sign-in resets the count', async () => {
  const email = await newAccount();
  expect(await statusesOf(email, 4)).toEqual([401, 401, 401, 401]);
  expect((await signIn(email, password)).status).toBe(200);
  expect(await statusesOf(email, 6)).toEqual([401, 401, 401, 401, 401, 429]);
});

test('the owner signs in from a known browser while the account is under attack', async () => {
  const email = await newAccount();
  const first = await signIn(email, password);
  const line = first.headers.getSetCookie().find((set) => set.startsWith('counterfoil.known_device=')) ?? '';
  expect(line).toContain('HttpOnly; SameSite=Lax');
  const cookie = line.split(';', 1)[0] ?? '';
  expect((await statusesOf(email, 6)).at(-1)).toBe(429);
  expect((await signIn(email, password)).status).toBe(429);
  const other = await newAccount();
  expect((await statusesOf(other, 6)).at(-1)).toBe(429);
  expect((await signIn(other, password, { cookie })).status).toBe(429);
  expect((await signIn(email, password, { cookie })).status).toBe(200);
});

test('counts each address separately behind several proxies', async () => {
  const from = newAddress();
  const statuses: number[] = [];
  for (let time = 0; time < 11; time += 1) {
    statuses.push((await signIn(`${randomUUID()}@example.com`, password, { from })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect((await signIn(`${randomUUID()}@example.com`, password)).status).toBe(401);
});
