import { and, eq } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import {
  customers,
  events,
  ledgerTransactions,
  orders,
  payments,
  stores,
  subscriptionProductGroups,
} from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import type { Role } from '#server/stores/rules/roles.ts';
import {
  db,
  newGroup,
  newMember,
  newMerchant,
  newProduct,
  newSession,
  newSubscriptionSession,
  pay,
  post,
  type TestMerchant,
} from '#server/testing/api.ts';
import { expectRefused, membersOf } from '#server/testing/members.ts';
import { orderOf } from '#server/testing/orders/rows.ts';

const action = 'store-merchant/update-role';
const setRole = (caller: TestMerchant, owner: TestMerchant, merchantId: string, role: Role) =>
  caller.call(action, { storeId: owner.storeId, merchantId, role });
const changesOf = async (merchant: TestMerchant) => {
  const changed = and(eq(events.objectId, merchant.store.id), eq(events.type, 'store_member.role_changed'));
  return (await db.select().from(events).where(changed).orderBy(events.sequence)).map(({ data }) => data);
};

/** Expects exactly one owner, who is also the store's merchant. */
async function expectOneOwner(store: TestMerchant, owner: TestMerchant) {
  const owners = (await membersOf(store)).filter(({ role }) => role === 'owner');
  const [row] = await db.select().from(stores).where(eq(stores.id, store.store.id));
  expect([owners.map(({ merchantId }) => merchantId), row?.ownerId]).toEqual([[owner.id], owner.id]);
}

describe('200', () => {
  test('returns the member; its permissions change with the next request', async () => {
    const owner = await newMerchant();
    const member = await newMember(owner, 'member');
    const rename = async () => (await member.call('store/update-store', { id: owner.storeId, name: 'Renamed' })).status;
    expect(await rename()).toBe(403);
    const { status, body } = await setRole(owner, owner, member.merchantId, 'admin');
    expect([status, body]).toEqual([
      200,
      {
        data: {
          storeId: owner.storeId,
          merchantId: member.merchantId,
          role: 'admin',
          updatedAt: expect.any(String),
          storeMerchant: {
            storeId: owner.storeId,
            merchantId: member.merchantId,
            role: 'admin',
            createdAt: expect.any(String),
          },
        },
      },
    ]);
    expect(await rename()).toBe(200);
    expect((await setRole(member, owner, member.merchantId, 'member')).status).toBe(200);
    expect(await rename()).toBe(403);
    expect(await changesOf(owner)).toEqual([
      { merchantId: member.merchantId, from: 'member', to: 'admin' },
      { merchantId: member.merchantId, from: 'admin', to: 'member' },
    ]);
  });

  test('ignores an unchanged role', async () => {
    const owner = await newMerchant();
    const admin = await newMember(owner, 'admin');
    expect((await setRole(owner, owner, admin.merchantId, 'admin')).status).toBe(200);
    expect((await setRole(admin, owner, owner.merchantId, 'owner')).status).toBe(200);
    expect(await changesOf(owner)).toEqual([]);
    await expectOneOwner(owner, owner);
  });

  test('transfers ownership; the former owner becomes an admin', async () => {
    const owner = await newMerchant();
    const successor = await newMember(owner, 'member');
    const { sessionId } = await newSession(owner);
    const billingDetail = { country: 'DE', isBusiness: false };
    await owner.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail });
    await db.update(orders).set({ buyerIdentity: 'ana' }).where(eq(orders.checkoutSessionId, sessionId));
    const { orderId } = await orderOf(sessionId);
    const issued = await owner.call('auth/issue-session-token', { storeId: owner.storeId, buyerIdentity: 'ana' });

    const { status, body } = await setRole(owner, owner, successor.merchantId, 'owner');
    expect([status, body.data.storeMerchant.role]).toEqual([200, 'owner']);
    await expectOneOwner(owner, successor);
    expect(await changesOf(owner)).toEqual([
      { merchantId: successor.merchantId, from: 'member', to: 'owner', formerOwner: owner.merchantId },
    ]);
    // Existing objects work for both merchants and for the store's customers.
    const customer = { Authorization: `Bearer ${issued.body.data.token}`, 'X-Environment': 'test' };
    expect((await post('onetime-order/cancel-order', { orderId }, customer)).status).toBe(200);
    const product = await newProduct(owner);
    expect((await successor.call('onetime-product/publish-product', { id: product.id })).status).toBe(200);
    expect((await owner.call('store/update-store', { id: owner.storeId, name: 'Still an admin' })).status).toBe(200);
    expect((await owner.call('store/delete-store', { id: owner.storeId })).status).toBe(403);
    expect((await successor.call('store/delete-store', { id: owner.storeId })).status).toBe(409);
    // The transfer also works in the other direction.
    expect((await setRole(successor, owner, owner.merchantId, 'owner')).status).toBe(200);
    await expectOneOwner(owner, owner);
  });

  test('after a transfer the store sells as before, and its rows stay under one merchant', async () => {
    const [owner, buyer] = [await newMerchant(), { email: `${newId()}@example.com` }];
    const successor = { ...(await newMember(owner, 'admin')), storeId: owner.storeId };
    const { productId, ...first } = await newSubscriptionSession(owner);
    await pay(owner, first.sessionId, buyer);
    expect((await setRole(owner, owner, successor.merchantId, 'owner')).status).toBe(200);

    const again = await newSubscriptionSession(successor);
    await pay(owner, again.sessionId, buyer);
    const fresh = await newSession(successor);
    await pay(owner, fresh.sessionId, buyer);
    await newGroup(successor, { productIds: [productId] });
    const ofStore = (table: PgTable & { storeId: AnyPgColumn; merchantId: AnyPgColumn }) =>
      db.select({ merchantId: table.merchantId }).from(table).where(eq(table.storeId, owner.store.id));
    const rowsOf = async (table: Parameters<typeof ofStore>[0]) =>
      (await ofStore(table)).map(({ merchantId }) => merchantId);
    const one = (count: number) => Array(count).fill(owner.id);
    expect(await rowsOf(orders)).toEqual(one(3));
    expect(await rowsOf(payments)).toEqual(one(3));
    expect(await rowsOf(customers)).toEqual(one(1));
    expect(await rowsOf(ledgerTransactions)).toEqual(one(3));
    expect(await rowsOf(subscriptionProductGroups)).toEqual(one(1));
    expect([...new Set(await rowsOf(events))]).toEqual([owner.id]);
    // The account that owns the rows loses access once it is no longer a member.
    const leave = { storeId: owner.storeId, merchantId: owner.merchantId };
    expect((await successor.call('store-merchant/remove-merchant', leave)).status).toBe(200);
    expect((await owner.call('onetime-product/publish-product', { id: fresh.productId })).status).toBe(404);
    expect((await owner.call('store/update-store', { id: owner.storeId, name: 'Mine' })).status).toBe(404);
  });

  test('has one owner after two concurrent transfers', async () => {
    for (let round = 0; round < 6; round += 1) {
      const owner = await newMerchant();
      const [a, b] = [await newMember(owner, 'admin'), await newMember(owner, 'admin')];
      const answers = await Promise.all([a, b].map(({ merchantId }) => setRole(owner, owner, merchantId, 'owner')));
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 403]);
      await expectOneOwner(owner, answers[0]?.status === 200 ? a : b);
    }
  });
});

describe('400', () => {
  test.each([
    [{ merchantId: toShortId('MER', newId()), role: null }, 'Missing required field: role'],
    [{ merchantId: toShortId('MER', newId()), role: 'boss' }, 'Invalid role: must be owner, admin or member'],
  ])('%j', async (given, message) => {
    const owner = await newMerchant();
    await expectRefused(action, [owner, owner], given, 400, message);
  });

  test('The owner’s role cannot be changed', async () => {
    const owner = await newMerchant();
    const message = 'The owner’s role cannot be changed; to transfer the store, make another member its owner';
    for (const caller of [owner, await newMember(owner, 'admin')]) {
      await expectRefused(action, [owner, caller], { merchantId: owner.merchantId, role: 'admin' }, 400, message);
    }
  });
});

test('403 Not authorized to transfer this store, only owner can transfer', async () => {
  const owner = await newMerchant();
  const admin = await newMember(owner, 'admin');
  const message = 'Not authorized to transfer this store, only owner can transfer';
  for (const { merchantId } of [admin, await newMember(owner, 'member')]) {
    await expectRefused(action, [owner, admin], { merchantId, role: 'owner' }, 403, message);
  }
});

test('404 Member not found, for a new owner', async () => {
  const [owner, otherMerchant] = await Promise.all([newMerchant(), newMerchant()]);
  const given = { merchantId: otherMerchant.merchantId, role: 'owner' };
  await expectRefused(action, [owner, owner], given, 404, 'Member not found');
});
