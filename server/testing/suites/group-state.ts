/** Compares all state of a store's groups, to prove that a call changed nothing. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { events, groupProducts, subscriptionProductGroups } from '#db/schema/index.ts';
import type { Layer } from '#server/domain/errors.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { type Answer, db, type TestMerchant } from '../api.ts';

/** Returns the groups of a merchant's store with their products and events. */
export const groupsOf = async ({ store }: TestMerchant) => ({
  groups: await db
    .select()
    .from(subscriptionProductGroups)
    .where(eq(subscriptionProductGroups.storeId, store.id))
    .orderBy(asc(subscriptionProductGroups.id)),
  members: await db
    .select({ groupId: groupProducts.groupId, productId: groupProducts.productId, position: groupProducts.position })
    .from(groupProducts)
    .innerJoin(subscriptionProductGroups, refersTo(groupProducts, groupProducts.groupId, subscriptionProductGroups))
    .where(eq(subscriptionProductGroups.storeId, store.id))
    .orderBy(asc(groupProducts.groupId), asc(groupProducts.position)),
  events: await db
    .select({ type: events.type, objectId: events.objectId, environment: events.environment })
    .from(events)
    .where(and(eq(events.storeId, store.id), eq(events.objectType, 'group')))
    .orderBy(asc(events.id)),
});

/** Expects a call to be refused with exactly this error and to leave the merchant's groups unchanged. */
export async function expectUnchangedGroups(
  merchant: TestMerchant,
  call: () => Promise<Answer>,
  status: number,
  message: string,
  layer: Layer = 'product',
): Promise<void> {
  const before = await groupsOf(merchant);
  const answer = await call();
  expect([answer.status, answer.body]).toMatchObject([status, { data: null, errors: [{ message, layer }] }]);
  expect(await groupsOf(merchant)).toEqual(before);
}

/** Makes a group's row unreadable, to cause an unexpected error. */
export const breakGroup = ({ id }: { id: string }) =>
  db.update(subscriptionProductGroups).set({ rules: sql`'null'::jsonb` }).where(eq(subscriptionProductGroups.id, id));
