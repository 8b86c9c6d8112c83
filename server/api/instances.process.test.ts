/**
 * Two servers on one database, as behind a load balancer: a change made through one applies to the other's next
 * request.
 */
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stores } from '#db/schema/index.ts';
import { ensureBuild } from '#server/cli/build.ts';
import { toShortId } from '#server/domain/ids.ts';
import { db, newMerchant, signedHeaders, type TestMerchant } from '#server/testing/api.ts';
import { startApiServer, type TestServer } from '#server/testing/test-servers.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

/** The public address of both. */
const appUrl = 'http://localhost:3000';
const burst = 40;
const perMinute = 10;
let instances: readonly [TestServer, TestServer];

beforeAll(async () => {
  await ensureBuild(() => console.error('Building …'));
  const settings = {
    APP_URL: appUrl,
    RATE_LIMIT_COUNTERS: 'database',
    RATE_LIMIT_API_KEY_PER_SECOND: '1',
    RATE_LIMIT_API_KEY_BURST: String(burst),
    RATE_LIMIT_SIGN_IN_PER_MINUTE: String(perMinute),
  };
  const start = () => startApiServer(databaseUrl, { pages: true, worker: false, settings });
  instances = await Promise.all([start(), start()]);
}, 240_000);

afterAll(async () => {
  await Promise.all(instances?.map((instance) => instance.close()) ?? []);
});

/** Sends `count` requests to each of the two, all concurrently. */
const atBoth = async <Given>(count: number, ask: (url: string) => Promise<Given>): Promise<Given[]> =>
  await Promise.all(instances.flatMap(({ url }) => Array.from({ length: count }, () => ask(url))));

interface Answered {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  readonly body: any;
  readonly cookies: readonly string[];
}

async function post(url: string, path: string, body: object | string, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const origin = path.startsWith('/api/auth/') ? appUrl : url;
  const usual = { 'Content-Type': 'application/json', Origin: origin };
  const response = await fetch(`${url}${path}`, { method: 'POST', body: text, headers: { ...usual, ...headers } });
  return await read(response);
}

async function read(response: Response): Promise<Answered> {
  const text = await response.text();
  const body = text.startsWith('{') ? JSON.parse(text) : undefined;
  return { status: response.status, text, body, cookies: response.headers.getSetCookie() };
}

const cookieOf = ({ cookies }: Answered): string => cookies.map((line) => line.split(';', 1)[0]).join('; ');

interface Signer {
  readonly merchantId: string;
  readonly key: KeyObject;
}

const signerOf = ({ merchantId, keys }: TestMerchant): Signer => ({ merchantId, key: keys.test });

async function call(url: string, signer: Signer, action: string, body: object, headers: Record<string, string> = {}) {
  const [path, text] = [`/v1/actions/${action}`, JSON.stringify(body)];
  return await post(url, path, text, { ...signedHeaders('POST', path, text, signer), ...headers });
}

/** A merchant's account, signed in by a browser at that instance. */
async function signUp(url: string) {
  const account = { name: 'Ana', email: `${randomUUID()}@example.com`, password: 'a long password' };
  const signedUp = await post(url, '/api/auth/sign-up/email', account);
  expect(signedUp.status).toBe(200);
  const cookie = cookieOf(signedUp);
  return {
    cookie,
    merchantId: toShortId('MER', signedUp.body.user.id),
    act: (at: string, action: string, body: object) =>
      post(at, `/dashboard/api/${action}`, body, { Cookie: cookie, 'X-Environment': 'test' }),
    /** Whether the sign-in page recognizes the browser's session and redirects. */
    async isKnown(at: string) {
      const page = await fetch(`${at}/sign-in`, { headers: { Cookie: cookie }, redirect: 'manual' });
      return page.headers.get('location') !== null;
    },
  };
}

describe('limits are shared', () => {
  test('for an API key’s calls', async () => {
    const signer = signerOf(await newMerchant());
    const began = performance.now();
    const answers = await atBoth(burst, (url) => call(url, signer, 'store/update-store', {}));
    // The bucket refills at one call a second meanwhile.
    const maxAccepted = burst + Math.ceil((performance.now() - began) / 1000);
    const accepted = answers.filter(({ status }) => status !== 429).length;
    expect([accepted >= burst, accepted <= maxAccepted, accepted]).toEqual([true, true, accepted]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]));
  });

  test('for attempts to enter a portal', async () => {
    const { slug } = await newMerchant();
    const answers = await atBoth(perMinute, (url) => post(url, `/${slug}/portal/enter`, { token: 'none' }));
    const statuses = answers.map(({ status }) => status).sort((one, other) => one - other);
    expect(statuses).toEqual([...Array(perMinute).fill(401), ...Array(perMinute).fill(429)]);
  });

  test('for password guesses', async () => {
    const guess = { email: `${randomUUID()}@example.com`, password: 'a wrong password' };
    const answers = await atBoth(perMinute, (url) => post(url, '/api/auth/sign-in/email', guess));
    const statuses = answers.map(({ status }) => status).sort((one, other) => one - other);
    expect(statuses).toEqual([...Array(perMinute).fill(401), ...Array(perMinute).fill(429)]);
  });
});

test('concurrent calls with one idempotency key at both have one effect and one answer', async () => {
  const merchant = await newMerchant();
  const create = (url: string) =>
    call(url, signerOf(merchant), 'store/create-store', { name: 'Once' }, { 'X-Idempotency-Key': 'both' });
  const answers = await atBoth(10, create);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const [first] = answers.filter(({ status }) => status === 200);
  const given = answers.filter(({ status }) => status === 200).map(({ text }) => text);
  for (const { url } of instances) given.push((await create(url)).text);
  expect(new Set(given)).toEqual(new Set([first?.text]));
  expect(await db.$count(stores, eq(stores.merchantId, merchant.id))).toBe(2);
});

describe('a session opened at one', () => {
  test('of a customer works at the other by its token', async () => {
    const merchant = await newMerchant();
    const [one, other] = instances;
    const tokenInput = { storeId: merchant.storeId, buyerIdentity: 'ana' };
    const issued = await call(one.url, signerOf(merchant), 'auth/issue-session-token', tokenInput);
    const bearer = { Authorization: `Bearer ${issued.body.data.token}`, 'X-Environment': 'test' };
    const answer = await post(other.url, '/v1/graphql', { query: '{ onetimeOrdersCount }' }, bearer);
    expect([answer.status, answer.body]).toMatchObject([200, { data: { onetimeOrdersCount: 0 } }]);
  });

  test('of the dashboard works at the other, and ends there at once when it ends here', async () => {
    const [one, other] = instances;
    const ana = await signUp(one.url);
    expect((await ana.act(other.url, 'store/create-store', { name: 'Books' })).status).toBe(200);
    const look = () => Promise.all(instances.map(({ url }) => ana.isKnown(url)));
    expect(await look()).toEqual([true, true]);
    expect((await post(one.url, '/api/auth/sign-out', {}, { Cookie: ana.cookie })).status).toBe(200);
    // The cookies still carry a signed account for another minute.
    expect(await look()).toEqual([false, false]);
    expect((await ana.act(other.url, 'store/create-store', { name: 'More books' })).status).toBe(401);
  });
});

test('a key deleted at one is refused by the other’s next request', async () => {
  const [one, other] = instances;
  const ana = await signUp(one.url);
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const created = await ana.act(one.url, 'api-key/create-key', {
    environment: 'test',
    nickname: 'Backend',
    publicKey,
  });
  const signer = { merchantId: ana.merchantId, key: pair.privateKey };
  const ask = async (url: string, name: string) => (await call(url, signer, 'store/create-store', { name })).status;
  expect([await ask(one.url, 'First'), await ask(other.url, 'Second')]).toEqual([200, 200]);
  expect((await ana.act(one.url, 'api-key/delete-key', { id: created.body.data.key.id })).status).toBe(200);
  expect([await ask(other.url, 'Third'), await ask(one.url, 'Fourth')]).toEqual([401, 401]);
});
