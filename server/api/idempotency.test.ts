import { randomUUID } from 'node:crypto';
import { eq, like } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idempotencyKeys, stores } from '#db/schema/index.ts';
import { db, newMerchant, newProduct, post, type TestMerchant } from '#server/testing/api.ts';
import { raceForLock } from '#server/testing/databases/locks.ts';
import { claimIdempotencyKey, storeAnswer } from './data/idempotency.ts';
import { differingPaths, digestsOf } from './idempotency.ts';

const create = (merchant: TestMerchant, key: string, body: object, environment: 'test' | 'prod' = 'test') =>
  merchant.call('store/create-store', body, { environment, headers: { 'X-Idempotency-Key': key } });
const storesOf = async (merchant: TestMerchant) =>
  (await db.select().from(stores).where(eq(stores.merchantId, merchant.id))).length;

test('a repeat gets the first answer byte for byte, is marked and has no second effect', async () => {
  const merchant = await newMerchant();
  const first = await create(merchant, 'k-1', { name: 'Once' });
  const second = await create(merchant, 'k-1', { name: 'Once' });
  expect([second.status, second.text]).toEqual([200, first.text]);
  expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
    null,
    'true',
  ]);
  expect(await storesOf(merchant)).toBe(2);
});

test('one of fifty concurrent calls has the effect; the others get its answer or 409', async () => {
  const merchant = await newMerchant();
  const answers = await Promise.all(Array.from({ length: 50 }, () => create(merchant, 'race', { name: 'Race' })));
  for (const { status, body, headers } of answers) {
    if (status === 200) continue;
    expect(status).toBe(409);
    expect(body.errors[0]).toMatchObject({
      message: 'Request with this idempotency key is already being processed',
      layer: 'gateway',
    });
    expect(headers.get('retry-after')).toBe('1');
  }
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
  expect(await storesOf(merchant)).toBe(2);
});

test('answers 409 with Retry-After while the first call runs, and frees the key when it dies', async () => {
  const merchant = await newMerchant();
  const scope = `merchant ${merchant.id} test /v1/actions/store/create-store`;
  const running = Promise.withResolvers<void>();
  const claimed = Promise.withResolvers<boolean>();
  const holder = db.transaction(async (tx) => {
    claimed.resolve(await claimIdempotencyKey(tx, { merchantId: merchant.id, scope, key: 'held' }));
    await running.promise;
    throw new Error('died');
  });
  expect(await claimed.promise).toBe(true);
  const refused = await create(merchant, 'held', { name: 'Held' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([409, '1']);
  running.resolve();
  await expect(holder).rejects.toThrow('died');
  expect((await create(merchant, 'held', { name: 'Held' })).status).toBe(200);
});

test('concurrent repeats all get the first answer without waiting for each other', async () => {
  const merchant = await newMerchant();
  const scope = `merchant ${merchant.id} test /v1/actions/store/create-store`;
  const first = await create(merchant, 'answered', { name: 'Answered' });
  await db.transaction(async (tx) => {
    expect(await claimIdempotencyKey(tx, { merchantId: merchant.id, scope, key: 'answered' })).toBe(true);
    const repeat = await create(merchant, 'answered', { name: 'Answered' });
    expect([repeat.status, repeat.text, repeat.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
  });
});

test('a key that is used without its lock, as while a node hands over its rows, has one effect', async () => {
  const merchant = await newMerchant();
  const scope = `merchant ${merchant.id} test /v1/actions/store/create-store`;
  const identity = { merchantId: merchant.id, scope, key: 'moved', bodyDigests: {} };
  const answer = { responseStatus: 200, responseBody: '', createdAt: new Date() };
  const call = await raceForLock(
    (tx) => storeAnswer(tx, { ...identity, ...answer }),
    () => create(merchant, 'moved', { name: 'Moved' }),
  );
  expect(call.status).toBe(409);
  expect(await storesOf(merchant)).toBe(1);
});

test('the database ends a transaction whose client is silent, after the lease of 60 seconds', async () => {
  const { rows } = await db.execute('show idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
});

test('rejects a repeat that lacks required fields, naming the differences', async () => {
  const merchant = await newMerchant();
  await create(merchant, 'emptied', { name: 'First' });
  const { status, body } = await create(merchant, 'emptied', {});
  expect([status, body.errors]).toMatchObject([
    400,
    [{ message: expect.stringMatching(/: \$\.name$/), layer: 'gateway' }],
  ]);
  expect((await create(merchant, 'unused', {})).body.errors[0].message).toBe('Missing required field: name');
  expect(await storesOf(merchant)).toBe(2);
});

test('stores only successes: a refused call frees its key', async () => {
  const merchant = await newMerchant();
  expect((await create(merchant, 'again', { name: '' })).status).toBe(400);
  const answer = await create(merchant, 'again', { name: 'Right' });
  expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, null]);
});

test('rejects another body with 400, naming the JSON paths that differ', async () => {
  const merchant = await newMerchant();
  const product = {
    storeId: merchant.storeId,
    name: 'A',
    prices: { USD: { amount: '1.00' } },
    metadata: { a: 1, b: [1, 2] },
  };
  const headers = { 'X-Idempotency-Key': 'diff' };
  expect((await merchant.call('onetime-product/create-product', product, { headers })).status).toBe(200);
  const other = { ...product, name: 'B', metadata: { a: 1, b: [1, 3], c: null } };
  const { status, body } = await merchant.call('onetime-product/create-product', other, { headers });
  expect(status).toBe(400);
  expect(body.errors[0].message).toMatch(/\$\.metadata\.b\[1\], \$\.metadata\.c, \$\.name$/);
});

test.each([
  [{ 'a.b': 1 }, { a: { b: 1 } }],
  [{ 'x[0]': 1 }, { x: [1] }],
  [{ '': 1 }, { '[""]': 1 }],
])('%j and %j are two bodies', (first, second) => {
  expect(differingPaths(digestsOf(first), digestsOf(second))).not.toEqual([]);
});

test('treats bodies with reordered keys as equal', async () => {
  const merchant = await newMerchant();
  await create(merchant, 'order', { name: 'Keys', a: 1 });
  expect((await create(merchant, 'order', { a: 1, name: 'Keys' })).headers.get('idempotency-replayed')).toBe('true');
});

test('scopes a key to the caller, the environment and the path', async () => {
  const [one, two] = await Promise.all([newMerchant(), newMerchant()]);
  const answers = [
    await create(one, 'shared', { name: 'A' }),
    await create(two, 'shared', { name: 'A' }),
    await create(one, 'shared', { name: 'A' }, 'prod'),
    await one.call(
      'store/update-store',
      { id: one.storeId, name: 'A' },
      { headers: { 'X-Idempotency-Key': 'shared' } },
    ),
  ];
  for (const { status, headers } of answers) expect([status, headers.get('idempotency-replayed')]).toEqual([200, null]);
});

test('treats all callers with a store’s slug as one caller', async () => {
  const [one, two] = await Promise.all([newMerchant(), newMerchant()]);
  const [ownProduct, otherProduct] = await Promise.all([newProduct(one), newProduct(two)]);
  const create = async (slug: string, productId: string, key: string) => {
    const given = { productId, productType: 'onetime', currency: 'USD' };
    const headers = { 'X-Store-Slug': slug, 'X-Environment': 'test', 'X-Idempotency-Key': key };
    const answer = await post('checkout/create-session', given, headers);
    expect(answer.status, answer.text).toBe(200);
    return String(answer.body.data.sessionId);
  };
  const weak = await create(one.slug, ownProduct.id, '1');
  expect(await create(one.slug, ownProduct.id, '1')).toBe(weak);
  expect(await create(two.slug, otherProduct.id, '1')).not.toBe(weak);
  expect(await create(one.slug, ownProduct.id, randomUUID())).not.toBe(weak);
});

test('frees a key after 24 hours', async () => {
  const merchant = await newMerchant();
  await create(merchant, 'old', { name: 'Old' });
  const ofMerchant = like(idempotencyKeys.scope, `merchant ${merchant.id}%`);
  await db
    .update(idempotencyKeys)
    .set({ createdAt: new Date(Date.now() - 24 * 3600 * 1000 - 1) })
    .where(ofMerchant);
  const answer = await create(merchant, 'old', { name: 'New body' });
  expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, null]);
  expect((await create(merchant, 'old', { name: 'New body' })).headers.get('idempotency-replayed')).toBe('true');
});

test('stores only digests of a body', async () => {
  const merchant = await newMerchant();
  await create(merchant, 'secret', { name: 'Plain', note: 'card 4111111111111111' });
  const [row] = await db
    .select()
    .from(idempotencyKeys)
    .where(like(idempotencyKeys.scope, `merchant ${merchant.id}%`));
  expect(JSON.stringify(row?.bodyDigests)).not.toContain('41111111');
});

describe('rejects a malformed key with 400', () => {
  test.each(['', 'a b', 'ü', 'x'.repeat(257), 'a/b'])('%.20s', async (key) => {
    const merchant = await newMerchant();
    const answer = await create(merchant, encodeURI(key) === key || key === '' || key === 'a b' ? key : 'a%b', {
      name: 'x',
    });
    expect([answer.status, answer.body.errors[0].layer]).toEqual([400, 'gateway']);
  });

  test('accepts a key of 256 characters', async () => {
    expect((await create(await newMerchant(), 'k'.repeat(256), { name: 'x' })).status).toBe(200);
  });
});

test('works for public callers', async () => {
  const { slug } = await newMerchant();
  const answer = await post(
    'checkout/create-session',
    {},
    { 'X-Store-Slug': slug, 'X-Environment': 'test', 'X-Idempotency-Key': 'a b' },
  );
  expect(answer.body.errors[0].message).toContain('X-Idempotency-Key');
});

test('digests differ exactly when two bodies differ', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(differingPaths(digestsOf(a), digestsOf(a))).toEqual([]);
      const same = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
      expect(differingPaths(digestsOf(a), digestsOf(b)).length === 0).toBe(same);
    }),
  );
});

/** The same value with its keys in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
