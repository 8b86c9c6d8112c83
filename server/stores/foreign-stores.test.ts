/** Objects in stores of another merchant, by their IDs: their rows lie with the store's creator, not with the member. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { requestLog } from '#db/schema/index.ts';
import { listRequests } from '#server/api/data/request-log.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import {
  db,
  newGroup,
  newMember,
  newMerchant,
  newProduct,
  newSession,
  newSubscriptionProduct,
} from '#server/testing/api.ts';
import { isOnCluster } from '#server/testing/citus/cluster.ts';

test('a member finds the store’s products, groups and sessions by their IDs; a stranger does not', async () => {
  const owner = await newMerchant();
  const [member, stranger] = [await newMember(owner, 'admin'), await newMerchant()];
  const [{ id: productId }, { id: planId }] = [await newProduct(owner), await newSubscriptionProduct(owner)];
  const { id: groupId } = await newGroup(owner, { productIds: [planId] });
  const { sessionId } = await newSession(owner);
  const calls = [
    ['onetime-product/update-product', { id: productId, name: 'By the member' }],
    ['subscription-product/update-product', { id: planId, name: 'By the member' }],
    ['subscription-product-group/update-group', { id: groupId, name: 'By the member' }],
    ['checkout/create-session', { productId, productType: 'onetime', currency: 'USD' }],
    ['checkout/create-quote', { checkoutSessionId: sessionId, billingDetail: { country: 'DE', isBusiness: false } }],
  ] as const;
  for (const [name, body] of calls) {
    expect([name, (await member.call(name, body)).status]).toEqual([name, 200]);
    expect([name, (await stranger.call(name, body)).status]).toEqual([name, 404]);
  }
});

// The server on a cluster writes no request log: global-setup.ts.
test.skipIf(isOnCluster)('the store’s request log has the calls of all members', async () => {
  const owner = await newMerchant();
  const member = await newMember(owner, 'admin');
  const { id } = await newProduct(owner);
  const answers = [
    await member.call('onetime-product/update-product', { id, name: 'By the member' }),
    await member.call('store/update-store', { id: owner.storeId, name: 'By the member' }),
  ];
  const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
  for (const requestId of ids)
    await expect.poll(() => db.$count(requestLog, eq(requestLog.id, requestId)), { timeout: 30_000 }).toBe(1);
  const scope = { ...scopeOfStore(owner.store), environment: 'test', now: new Date() } as const;
  const listed = (await listRequests(db, scope, {}, { limit: 10 })).map((request) => request.id);
  expect(listed).toEqual(expect.arrayContaining(ids));
});
