import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, merchants } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { db, newMember, newMerchant } from '#server/testing/api.ts';
import { expectRefused, membersOf } from '#server/testing/members.ts';

const action = 'store-merchant/add-merchant';

describe('200', () => {
  test('adds the account by merchantId, gives it access and records it', async () => {
    const [owner, colleague] = await Promise.all([newMerchant(), newMerchant()]);
    const product = { storeId: owner.storeId, name: 'Ours', prices: { USD: { amount: 100 } } };
    expect((await colleague.call('onetime-product/create-product', product)).status).toBe(404);
    const given = { storeId: owner.storeId, merchantId: colleague.merchantId, role: 'member' };
    const { status, body } = await owner.call(action, given);
    expect([status, body]).toEqual([
      200,
      {
        data: {
          ...given,
          status: 'active',
          addedAt: expect.stringMatching(/^\d{4}-.*Z$/),
          storeMerchant: { ...given, createdAt: body.data.addedAt },
        },
      },
    ]);
    expect((await colleague.call('onetime-product/create-product', product)).status).toBe(200);
    const added = and(eq(events.objectId, owner.store.id), eq(events.type, 'store_member.added'));
    const [event] = await db.select().from(events).where(added);
    expect(event?.data).toEqual({ merchantId: colleague.merchantId, role: 'member' });
  });
});

test('adds the account of a verified address, and no other', async () => {
  const [owner, colleague] = await Promise.all([newMerchant(), newMerchant()]);
  const given = { storeId: owner.storeId, email: colleague.email.toUpperCase(), role: 'admin' };
  const setVerified = (emailVerified: boolean) =>
    db.update(merchants).set({ emailVerified }).where(eq(merchants.id, colleague.id));
  await setVerified(false);
  await expectRefused(action, [owner, owner], given, 404, 'Merchant not found');
  await setVerified(true);
  const { body } = await owner.call(action, given);
  expect(body.data).toMatchObject({ ...given, merchantId: colleague.merchantId });
  await expectRefused(action, [owner, owner], { ...given, email: 'no-one@example.com' }, 404, 'Merchant not found');
});

describe('400', () => {
  test.each([
    [{ merchantId: toShortId('MER', newId()), role: undefined }, 'Missing required field: role'],
    [{ merchantId: toShortId('MER', newId()), role: 'owner' }, 'Invalid role: must be admin or member'],
    [{ merchantId: toShortId('MER', newId()), role: 'boss' }, 'Invalid role: must be admin or member'],
    [{}, 'Missing required field: merchantId'],
    [{ email: 'partner' }, 'Invalid email: must be an email address'],
  ])('%j', async (given, message) => {
    const owner = await newMerchant();
    await expectRefused(action, [owner, owner], given, 400, message);
  });

  test('Merchant is already a member of this store', async () => {
    const owner = await newMerchant();
    const member = await newMember(owner, 'member');
    const message = 'Merchant is already a member of this store';
    await expectRefused(action, [owner, owner], { merchantId: member.merchantId, role: 'admin' }, 400, message);
    await expectRefused(action, [owner, owner], { merchantId: owner.merchantId }, 400, message);
  });

  test('adds an account once for ten concurrent calls', async () => {
    const [owner, colleague] = await Promise.all([newMerchant(), newMerchant()]);
    const given = { storeId: owner.storeId, merchantId: colleague.merchantId, role: 'member' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.call(action, given)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array(9).fill(400)]);
    expect(await membersOf(owner)).toHaveLength(2);
  });
});

test('403 Not authorized to manage members of this store, whether or not the account exists', async () => {
  const [owner, other] = await Promise.all([newMerchant(), newMerchant()]);
  const member = await newMember(owner, 'member');
  for (const merchantId of [other.merchantId, toShortId('MER', newId())]) {
    await expectRefused(action, [owner, member], { merchantId }, 403, 'Not authorized to manage members of this store');
  }
});
