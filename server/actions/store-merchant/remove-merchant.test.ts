import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events } from '#db/schema/index.ts';
import { db, newMember, newMerchant } from '#server/testing/api.ts';
import { expectRefused, membersOf } from '#server/testing/members.ts';

const action = 'store-merchant/remove-merchant';

describe('200', () => {
  test('returns the member; its next request no longer finds the store', async () => {
    const owner = await newMerchant();
    const admin = await newMember(owner, 'admin');
    const rename = () => admin.call('store/update-store', { id: owner.storeId, name: 'By the admin' });
    const count = async () => (await admin.query('{ storesCount }')).body.data.storesCount;
    expect([(await rename()).status, await count()]).toEqual([200, 2]);
    const { status, body } = await owner.call(action, { storeId: owner.storeId, merchantId: admin.merchantId });
    expect([status, body]).toEqual([
      200,
      {
        data: {
          message: 'The member was removed from the store',
          removedAt: expect.any(String),
          storeMerchant: {
            storeId: owner.storeId,
            merchantId: admin.merchantId,
            role: 'admin',
            createdAt: expect.any(String),
          },
        },
      },
    ]);
    const after = await rename();
    expect([after.status, after.body.errors[0].message, await count()]).toEqual([404, 'Store not found', 1]);
    const removed = and(eq(events.objectId, owner.store.id), eq(events.type, 'store_member.removed'));
    const [event] = await db.select().from(events).where(removed);
    expect(event?.data).toEqual({ merchantId: admin.merchantId, role: 'admin' });
  });

  test.each(['admin', 'member'] as const)('a member that is %s may leave', async (role) => {
    const owner = await newMerchant();
    const member = await newMember(owner, role);
    const leave = () => member.call(action, { storeId: owner.storeId, merchantId: member.merchantId });
    expect((await leave()).status).toBe(200);
    expect((await leave()).body.errors[0].message).toBe('Store not found');
    expect(await membersOf(owner)).toHaveLength(1);
  });

  test('one of two admins that remove each other concurrently stays', async () => {
    for (let round = 0; round < 6; round += 1) {
      const owner = await newMerchant();
      const [a, b] = [await newMember(owner, 'admin'), await newMember(owner, 'admin')];
      const answers = await Promise.all([
        a.call(action, { storeId: owner.storeId, merchantId: b.merchantId }),
        b.call(action, { storeId: owner.storeId, merchantId: a.merchantId }),
      ]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
      expect(await membersOf(owner)).toHaveLength(2);
    }
  });
});

describe('400', () => {
  test('The owner cannot be removed; transfer the store first', async () => {
    const owner = await newMerchant();
    const message = 'The owner cannot be removed; transfer the store first';
    for (const caller of [owner, await newMember(owner, 'admin')]) {
      await expectRefused(action, [owner, caller], { merchantId: owner.merchantId }, 400, message);
    }
  });
});
