import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products, productVersions } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant, newProduct } from '#server/testing/api.ts';
import { findVersion } from './product-versions.ts';

async function newVersion() {
  const merchant = await newMerchant();
  const { id } = await newProduct(merchant);
  const [product] = await db
    .select({ versionId: products.testVersionId })
    .from(products)
    .where(eq(products.id, fromShortId('PROD', id) ?? ''));
  if (!product) throw new Error('there is no product');
  return { scope: scopeOfStore(merchant.store), versionId: product.versionId };
}

test('a version is read once', async () => {
  const { scope, versionId } = await newVersion();
  const version = await findVersion(db, scope, versionId);
  expect(version).toMatchObject({ id: versionId, name: 'Handbook' });
  await db.delete(productVersions).where(eq(productVersions.id, versionId));
  expect(await findVersion(db, scope, versionId)).toBe(version);
});

test('a kept version is not found for another store', async () => {
  const { scope, versionId } = await newVersion();
  await findVersion(db, scope, versionId);
  const { store } = await newMerchant();
  expect(await findVersion(db, scopeOfStore(store), versionId)).toBeUndefined();
  expect(await findVersion(db, { ...scope, storeId: store.id }, versionId)).toBeUndefined();
  expect(await findVersion(db, { ...scope, merchantId: store.merchantId }, versionId)).toBeUndefined();
});

test('a missing version is looked up again', async () => {
  const { scope, versionId } = await newVersion();
  const [row] = await db.delete(productVersions).where(eq(productVersions.id, versionId)).returning();
  expect(await findVersion(db, scope, versionId)).toBeUndefined();
  if (row) await db.insert(productVersions).values(row);
  expect((await findVersion(db, scope, versionId))?.id).toBe(versionId);
});
