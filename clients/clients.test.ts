/** The Python and PHP clients against a running server and against a server that fails. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkoutSessions } from '#db/schema/index.ts';
import { projectRoot } from '#server/cli/project-root.ts';
import { baseUrl, customerHeaders, db, newMerchant, newSession, type TestMerchant } from '#server/testing/api.ts';
import { testFailures } from './failure-cases.ts';
import { type Answer, createdMerchant, keyOf, languages, readmeCode, startDriver } from './testing.ts';
import { testWebhooks } from './webhook-cases.ts';

const run = promisify(execFile);

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
  const client = { language, run: (command: object) => driver.run(command), merchant: () => merchant };

  describe.skipIf(!language.isInstalled)('the client', () => {
    test('the quick start of its README prints a checkout link', async () => {
      const { merchantId, privateKey } = keyOf(merchant);
      const file = { merchantId, storeId: merchant.storeId, keys: { test: { privateKey } } };
      await writeFile(join(folder, createdMerchant(language.folder).file), JSON.stringify(file));
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

    test('an unreadable private key is an error that does not repeat the key', async () => {
      const credential = { merchantId: merchant.merchantId, privateKey: 'MIIsecret' };
      const { error } = await call('auth', 'issueSessionToken', { buyerIdentity: 'ana' }, { credential });
      expect(error.message).toContain('private key');
      expect(JSON.stringify(error)).not.toContain('MIIsecret');
    });

    testFailures(client);
    testWebhooks(client);
  });
});

// A second merchant with the same email is refused, and the shell has emptied the file by then.
test('the READMEs create merchants with different emails, in different files', () => {
  const folders = [projectRoot, ...languages.map(({ folder }) => folder)];
  const created = folders.map(createdMerchant);
  expect(new Set(created.map(({ email }) => email)).size).toBe(folders.length);
  expect(new Set(created.map(({ file }) => file)).size).toBe(folders.length);
  expect(created.flatMap(({ email, file }) => [email, file])).not.toContain('');
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
