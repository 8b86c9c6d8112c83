/** Refusals that the endpoints about a store share. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { stores } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { db, newMerchant, post, type TestMerchant } from './api.ts';

/** The test that a caller who is no merchant is refused by that endpoint. */
export const testWithoutMerchant = (action: string): void =>
  test('400 Missing merchantId in request context', async () => {
    const { storeId, slug } = await newMerchant();
    const { status, body } = await post(action, { storeId }, { 'X-Store-Slug': slug, 'X-Environment': 'test' });
    expect([status, body.errors[0].message]).toEqual([400, 'Missing merchantId in request context']);
  });

/** Stores that there are not for those who ask: nobody's, another merchant's, and one's own that was deleted. */
export async function newUnreachableStores() {
  const [merchant, other, gone] = await Promise.all([newMerchant(), newMerchant(), newMerchant()]);
  await db.update(stores).set({ deletedAt: new Date() }).where(eq(stores.id, gone.store.id));
  const attempts: readonly (readonly [who: TestMerchant, storeId: string])[] = [
    [merchant, toShortId('STO', newId())],
    [merchant, other.storeId],
    [gone, gone.storeId],
  ];
  return { other, gone, attempts };
}
