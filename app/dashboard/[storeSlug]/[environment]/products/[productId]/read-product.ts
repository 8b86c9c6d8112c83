import { notFound } from 'next/navigation';
import { cache } from 'react';
import { fromShortId } from '../../../../../../server/domain/ids.ts';
import { findStoreProduct, listVersions, versionIdIn } from '../../../../../../server/queries/products.ts';
import { requireScope, type ScopeParams } from '../../../../scope.ts';

export type ProductParams = ScopeParams & { readonly productId: string };

/** The product of the page, once per request; where it is not published, prod shows what test has. */
export async function readProduct(params: Promise<ProductParams>) {
  const { storeSlug, environment, productId } = await params;
  return await loadProduct(storeSlug, environment, productId);
}

const loadProduct = cache(async (storeSlug: string, environment: string, productId: string) => {
  const found = await requireScope({ storeSlug, environment }, `/products/${productId}`);
  const { db, store } = found;
  const id = fromShortId('PROD', productId);
  const product = id && (await findStoreProduct(db, store.id, id));
  if (!product) notFound();
  const versions = await listVersions(db, store.id, product.id);
  const current = versionIdIn(product, found.environment);
  const tested = versions.find((version) => version.id === product.testVersionId);
  const version = versions.find((one) => one.id === current) ?? tested;
  if (!version || !tested) throw new Error(`product ${product.id} has no version`);
  return { ...found, product, version, tested, versions, isHere: current !== null };
});
