/** Members of a test merchant's store. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { storeMembers, stores } from '#db/schema/index.ts';
import { db, type TestMerchant } from './api.ts';

export const membersOf = (owner: TestMerchant) =>
  db.select().from(storeMembers).where(eq(storeMembers.storeId, owner.store.id)).orderBy(storeMembers.merchantId);

/** Expects that the action is refused and changes neither members nor owner. */
export async function expectRefused(
  action: string,
  [owner, caller]: readonly [TestMerchant, TestMerchant],
  given: object,
  status: number,
  message: string,
) {
  const before = await membersOf(owner);
  const answer = await caller.call(action, { storeId: owner.storeId, role: 'member', ...given });
  expect([answer.status, answer.body]).toMatchObject([status, { data: null, errors: [{ message, layer: 'store' }] }]);
  expect(await membersOf(owner)).toEqual(before);
  const [store] = await db.select().from(stores).where(eq(stores.id, owner.store.id));
  expect(store?.ownerId).toBe(owner.id);
}
