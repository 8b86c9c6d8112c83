/** Each handler records the origin of a change. */
import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { currentOrigin, withOrigin } from '#server/events/data/origin.ts';
import { storedOrigin } from '#server/events/rules/event.ts';
import { baseUrl, customerHeaders, db, newMerchant, newSession } from '#server/testing/api.ts';
import { originOf } from './origin.ts';

/** This machine's address as either server sees it. */
const loopback = /^(::ffff:)?127\.0\.0\.1$|^::1$/;
/** This machine's network as stored for buyers. */
const nearHere = /^127\.0\.0\.0\/24$|^::\/48$/;

const lastActorOf = async (objectId: string) => {
  const found = await db.select().from(events).where(eq(events.objectId, objectId)).orderBy(desc(events.sequence));
  return found[0]?.actor;
};

test('a signed call records its address, user agent and request id', async () => {
  const merchant = await newMerchant();
  const headers = { 'User-Agent': `shop/2 ${'x'.repeat(300)}` };
  const body = { id: merchant.storeId, name: 'Another Name' };
  const answer = await merchant.call('store/update-store', body, { headers });
  expect(await lastActorOf(merchant.store.id)).toEqual({
    kind: 'apiKey',
    by: expect.any(String),
    from: {
      address: expect.stringMatching(loopback),
      userAgent: `shop/2 ${'x'.repeat(249)}`,
      requestId: answer.headers.get('X-Request-Id'),
    },
  });
});

test('concurrent calls record their own origins', async () => {
  const merchants = await Promise.all(Array.from({ length: 6 }, () => newMerchant()));
  const products = await Promise.all(
    merchants.map(async (merchant) => {
      const body = { storeId: merchant.storeId, name: 'Tea', prices: { USD: { amount: '1.00' } } };
      const answer = await merchant.call('onetime-product/create-product', body);
      return { id: String(answer.body.data.product.id), requestId: answer.headers.get('X-Request-Id') };
    }),
  );
  for (const { id, requestId } of products) {
    expect((await lastActorOf(fromShortId('PROD', id) ?? ''))?.from?.requestId).toBe(requestId);
  }
});

test('the checkout page records the request id of its answer', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  const headers = await customerHeaders(merchant, 'user-1');
  const answer = await fetch(`${baseUrl}/${merchant.slug}/checkout/${sessionId}/customer`, {
    method: 'POST',
    headers: { 'User-Agent': 'Firefox', 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: headers.Authorization.replace('Bearer ', '') }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"tied":true')]);
  const requestId = answer.headers.get('X-Request-Id');
  expect(await lastActorOf(sessionId)).toEqual({
    kind: 'sessionToken',
    by: 'user-1',
    from: { address: expect.stringMatching(nearHere), userAgent: 'Firefox', requestId },
  });
});

test.each(['checkout', 'portal', 'sessionToken', 'storeSlug', 'provider', 'worker'] as const)(
  'stores only the network of a %s, and the rest in full',
  (kind) => {
    const rest = { userAgent: 'Firefox', requestId: 'r-1' };
    expect(storedOrigin(kind, { address: '203.0.113.77', ...rest })).toEqual({ address: '203.0.113.0/24', ...rest });
    expect(storedOrigin(kind, { address: 'unix:', ...rest })).toEqual(rest);
  },
);

test.each(['apiKey', 'dashboard', 'operator', 'visitor'] as const)('stores the whole address of %s', (kind) => {
  expect(storedOrigin(kind, { address: '203.0.113.77' })).toEqual({ address: '203.0.113.77' });
  expect(storedOrigin(kind, { user: 'ana' })).toEqual({ user: 'ana' });
});

test('leaves out unknown parts, and records no origin outside of a request', () => {
  expect(originOf({ address: '', headers: {} }, 'id')).toEqual({ requestId: 'id' });
  expect(currentOrigin()).toBeUndefined();
  expect(withOrigin({ user: 'ana' }, currentOrigin)).toEqual({ user: 'ana' });
  expect(currentOrigin()).toBeUndefined();
});
