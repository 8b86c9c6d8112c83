/** The Python and PHP clients against a running server and against a server that fails. */
import { execFile } from 'node:child_process';
import { createHash, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkoutSessions } from '#db/schema/index.ts';
import { baseUrl, customerHeaders, db, newMerchant, newSession, type TestMerchant } from '#server/testing/api.ts';
import { testSecret } from '#server/testing/test-secret.ts';
import { messageFor } from '#server/webhooks/message.ts';
import { webhookSigner } from '#server/webhooks/sign.ts';
import { startFailing } from './failing-server.ts';
import { type Answer, languages, readmeCode, startDriver } from './testing.ts';

const run = promisify(execFile);
const pem = ({ keys }: TestMerchant) => keys.test.export({ type: 'pkcs8', format: 'pem' }).toString();
const keyOf = (merchant: TestMerchant) => ({ merchantId: merchant.merchantId, privateKey: pem(merchant) });

describe.each(languages.map((language) => [language.name, language] as const))('%s', (_, language) => {
  let folder = '';
  let driver: ReturnType<typeof startDriver>;
  let merchant: TestMerchant;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'counterfoil-client-'));
    merchant = await newMerchant();
    if (language.isInstalled) driver = startDriver(language, folder);
  });
  afterAll(async () => {
    if (language.isInstalled) driver.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const call = (resource: string, action: string, body: object, more: object = {}): Promise<Answer> =>
    driver.run({ do: 'call', baseUrl, credential: keyOf(merchant), resource, action, body, ...more });
  const issueToken = (url: string, more: object = {}) =>
    call('auth', 'issueSessionToken', { buyerIdentity: 'ana' }, { baseUrl: url, ...more });

  describe.skipIf(!language.isInstalled)('the client', () => {
    test('the quick start of its README prints a checkout link', async () => {
      const { storeId, merchantId } = merchant;
      const file = { merchantId, storeId, keys: { test: { privateKey: pem(merchant) } } };
      await writeFile(join(folder, 'merchant.json'), JSON.stringify(file));
      const code = readmeCode(language, 'Quick start').replace('http://localhost:3000', baseUrl);
      await writeFile(join(folder, language.quickStart), code);
      const env = { ...process.env, ...language.env };
      const { stdout } = await run(language.command, [language.quickStart], { cwd: folder, env });
      const [, sessionId = ''] = /^http\S+\/checkout\/([0-9a-f-]{36})\n$/.exec(stdout) ?? [];
      const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
      expect(session).toMatchObject({ storeId: merchant.store.id, environment: 'test', currency: 'USD' });
    });

    test('sends text, nested objects and lists as they are given', async () => {
      const content = {
        name: 'Crème “咖啡” / 1',
        prices: { USD: { amount: 500 }, JPY: { amount: '800', taxIncluded: true } },
        media: [{ type: 'image', url: 'https://example.com/a.png', alt: 'Ä' }],
        metadata: { nested: { list: [1, 1.5, true, null] }, text: '</script>' },
      };
      const { result } = await call('onetimeProduct', 'createProduct', { storeId: merchant.storeId, ...content });
      const { name, prices, metadata, media } = result.product;
      expect({ name, metadata, media: media[0].alt }).toEqual({
        name: content.name,
        metadata: content.metadata,
        media: 'Ä',
      });
      expect([prices.USD.amount, prices.JPY.amount]).toEqual(['5.00', '800']);
      const cleared = await call('onetimeProduct', 'updateProduct', { id: result.product.id, metadata: {} });
      expect(Object.keys(cleared.result.product.metadata)).toEqual([]);
    });

    test('throws a refusal with its status, code and path', async () => {
      const { error } = await call('onetimeProduct', 'createProduct', {
        storeId: merchant.storeId,
        name: 'Kettle',
        prices: { USD: { amount: '0' } },
      });
      expect(error).toMatchObject({
        type: 'api',
        status: 400,
        code: 'invalid_field',
        path: 'prices.USD.amount',
        layer: 'product',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      const { error: notFound } = await call('store', 'updateStore', { id: 'STO_0000000000000000000001' });
      expect(notFound).toMatchObject({
        status: 404,
        code: 'store_not_found',
        path: null,
        message: expect.stringContaining('Store not found'),
      });
    });

    test('an idempotency key makes a repeat return the first response', async () => {
      const body = { storeId: merchant.storeId, name: 'Once', prices: { USD: { amount: '5.00' } } };
      const [first, second] = [
        await call('onetimeProduct', 'createProduct', body, { key: 'order-17' }),
        await call('onetimeProduct', 'createProduct', body, { key: 'order-17' }),
      ];
      expect(second.result.product.id).toBe(first.result.product.id);
      const { error } = await call('onetimeProduct', 'createProduct', { ...body, name: 'Other' }, { key: 'order-17' });
      expect(error).toMatchObject({ status: 400, code: 'idempotency_mismatch' });
    });

    test('reads GraphQL, and throws its errors with their place', async () => {
      const graphql = (query: string, variables: object) =>
        driver.run({ do: 'graphql', baseUrl, credential: keyOf(merchant), query, variables });
      const { result } = await graphql('query ($id: ID!) { store(id: $id) { id name } }', { id: merchant.storeId });
      expect(result.store).toEqual({ id: merchant.storeId, name: merchant.store.name });
      const { error } = await graphql('{ nothing }', { unused: 1 });
      expect(error).toMatchObject({ type: 'api', status: 400, code: 'invalid_request', layer: 'graphql' });
    });

    test('calls with a store slug and with a session token', async () => {
      const { sessionId } = await newSession(merchant);
      const preview = { checkoutSessionId: sessionId, billingDetail: { country: 'DE', isBusiness: false } };
      const public_ = await call('checkout', 'previewTax', preview, { credential: { slug: merchant.slug } });
      expect(public_.result).toMatchObject({ total: 29 + public_.result.taxAmount });
      const { Authorization } = await customerHeaders(merchant, 'ana');
      const token = Authorization.replace('Bearer ', '');
      const body = { orderId: 'ORD_0000000000000000000001' };
      const { error } = await call('subscriptionOrder', 'reactivateOrder', body, { credential: { token } });
      expect(error).toMatchObject({ status: 404, code: 'order_not_found' });
    });

    test('reads the event feed with a signed GET', async () => {
      const read = (query: object) =>
        driver.run({
          do: 'read',
          baseUrl,
          credential: keyOf(merchant),
          resource: 'reads',
          action: 'listEvents',
          query,
        });
      const { result } = await read({ storeId: merchant.storeId, after: 0, signed: true });
      expect(result).toEqual({ environment: 'test', events: [], cursor: 0, lastSequence: 0 });
      expect((await read({ storeId: 'STO_0000000000000000000001' })).error).toMatchObject({ code: 'store_not_found' });
    });

    test('reports warnings', async () => {
      const body = { id: merchant.storeId, webhookSettings: {} };
      const { result } = await call('store', 'updateStore', body);
      expect(result.warnings).toMatchObject([{ layer: 'store' }]);
    });

    test('repeats a failed call with the same key and body, signed for each attempt', async () => {
      const failing = await startFailing([503, 'hang up', 500, 200]);
      const { result } = await issueToken(failing.url);
      failing.close();
      expect(result).toEqual({ token: 't' });
      expect(failing.requests).toHaveLength(4);
      const keys = failing.requests.map(({ headers }) => headers['x-idempotency-key']);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{32,}$/);
      for (const { headers, body } of failing.requests) {
        const hash = createHash('sha256').update(body).digest('base64');
        const text = `POST\n/v1/actions/auth/issue-session-token\n${String(headers['x-timestamp'])}\n${hash}`;
        const signature = Buffer.from(String(headers['x-signature']), 'base64');
        expect(verify('RSA-SHA256', Buffer.from(text), merchant.keys.test, signature)).toBe(true);
        expect([JSON.parse(body), headers['x-merchant-id']]).toEqual([{ buyerIdentity: 'ana' }, merchant.merchantId]);
      }
    });

    test('waits as long as Retry-After says', async () => {
      const failing = await startFailing([{ status: 429, headers: { 'Retry-After': '1' } }, 200]);
      const { result } = await issueToken(failing.url);
      failing.close();
      const [first, second] = failing.requests.map(({ at }) => at);
      expect(result).toEqual({ token: 't' });
      expect(Number(second) - Number(first)).toBeGreaterThan(950);
    });

    test('repeats a call whose first attempt still runs', async () => {
      const errors = [{ message: 'running', layer: 'gateway', code: 'idempotency_conflict' }];
      const failing = await startFailing([{ status: 409, body: { data: null, errors } }, 200]);
      expect((await issueToken(failing.url)).result).toEqual({ token: 't' });
      failing.close();
    });

    test.each([400, 401, 403, 404, 501])('does not repeat a call refused with %i', async (status) => {
      const failing = await startFailing([status]);
      expect((await issueToken(failing.url)).error).toMatchObject({ status, code: 'unavailable' });
      failing.close();
      expect(failing.requests).toHaveLength(1);
    });

    test('gives up after three repeats', async () => {
      const [refusing, dead] = [await startFailing([502]), await startFailing(['hang up'])];
      expect((await issueToken(refusing.url)).error).toMatchObject({ type: 'api', status: 502 });
      expect((await issueToken(dead.url)).error.type).toMatch(/Connection/);
      expect([refusing.requests.length, dead.requests.length]).toEqual([4, 4]);
      refusing.close();
      dead.close();
    });

    test('does not follow a redirect with its credentials', async () => {
      const other = await startFailing([200]);
      const failing = await startFailing([{ status: 307, headers: { Location: `${other.url}/v1/actions/x` } }]);
      expect((await issueToken(failing.url)).error).toMatchObject({ type: 'api', status: 307 });
      for (const server of [failing, other]) server.close();
      expect(other.requests).toEqual([]);
    });

    test('an answer that is no envelope is an error', async () => {
      const failing = await startFailing([{ status: 404, body: ['<html>'] }]);
      expect((await issueToken(failing.url)).error).toMatchObject({ type: 'api', status: 404, code: null });
      failing.close();
    });

    test('an unreadable private key is an error that does not repeat the key', async () => {
      const credential = { merchantId: merchant.merchantId, privateKey: 'MIIsecret' };
      const { error } = await issueToken(baseUrl, { credential });
      expect(error.message).toContain('private key');
      expect(JSON.stringify(error)).not.toContain('MIIsecret');
    });

    test('accepts genuine webhook requests and rejects all others', async () => {
      const now = new Date();
      const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
      const sign = webhookSigner(db, testSecret);
      const deliver = async (environment: 'test' | 'prod' = 'test', storeId = merchant.storeId) => {
        const data = { orderId: 'ORD_1', productName: 'Crème 🫖' };
        const body = JSON.stringify({ id: 'x', eventType: 'order.completed', storeId, mode: environment, data });
        const delivery = { id: 'x', eventType: 'order.completed' as const, sequence: 1, environment, body };
        return await messageFor(delivery, { channel: 'http', url: '', secret }, sign, now);
      };
      const good = await deliver();
      const check = async ({ headers, body }: { headers: object; body: string }, afterSeconds = 0) => {
        const more = { headers, body, now: now.getTime() / 1000 + afterSeconds };
        const answers = [
          await driver.run({ do: 'verify', baseUrl, storeId: merchant.storeId, ...more }),
          await driver.run({ do: 'verifyStandard', secret, ...more }),
        ];
        return answers.map(({ result, error }) => (result ? result.data.productName : error.type.replace(/.*\\/, '')));
      };
      const verified = ['Crème 🫖', 'Crème 🫖'];
      const refused = language.name === 'PHP' ? 'WebhookException' : 'WebhookVerificationError';
      const rejected = [refused, refused];
      const lower = Object.fromEntries(
        Object.entries(good.headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      expect(await check(good)).toEqual(verified);
      expect(await check({ ...good, headers: lower })).toEqual(verified);
      expect(await check(good, 299)).toEqual(verified);
      expect(await check(good, 301)).toEqual(rejected);
      expect(await check(good, -301)).toEqual(rejected);
      expect(await check({ ...good, body: good.body.replace('ORD_1', 'ORD_2') })).toEqual(rejected);
      expect(await check({ ...good, headers: {} })).toEqual(rejected);
      const cut = (value: string) => value.slice(0, -8);
      const damaged = {
        ...good.headers,
        'X-Webhook-Signature': cut(good.headers['X-Webhook-Signature'] ?? ''),
        'webhook-signature': cut(good.headers['webhook-signature'] ?? ''),
      };
      expect(await check({ ...good, headers: damaged })).toEqual(rejected);
      // A secret belongs to one webhook, the keys to all stores of the environment.
      expect((await check(await deliver('test', 'STO_0000000000000000000002')))[0]).toBe(refused);
      expect((await check(await deliver('prod')))[0]).toBe(refused);
    });
  });
});

const [python] = languages;

test.skipIf(!python.isInstalled)('Python signs with openssl without the package cryptography', async () => {
  const merchant = await newMerchant();
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-client-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const driver = startDriver(python, folder);
  onTestFinished(driver.stop);
  const credential = { ...keyOf(merchant), openssl: true };
  const body = { storeId: merchant.storeId, buyerIdentity: 'ana' };
  const call = { do: 'call', baseUrl, credential, resource: 'auth', action: 'issueSessionToken', body };
  expect((await driver.run(call)).result.token).toMatch(/^eyJ/);
});
