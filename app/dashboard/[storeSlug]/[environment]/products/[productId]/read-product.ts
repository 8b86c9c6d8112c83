import { notFound } from 'next/navigation';
import { cache } from 'react';
import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { versionIdIn } from '#server/catalog/data/product-columns.ts';
import { findVersion } from '#server/catalog/data/product-versions.ts';
import { findStoreProduct } from '#server/catalog/products.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';

/** The page's product, read once per request. Live mode shows the test version of an unpublished product. */
export async function readProduct(params: Promise<ScopeParams<'productId'>>, rest = '') {
  const { storeSlug, environment, productId } = await params;
  return await loadProduct(storeSlug, environment, productId, rest);
}

const loadProduct = cache(async (storeSlug: string, environment: string, productId: string, rest: string) => {
  const found = await requireScope({ storeSlug, environment }, `/products/${productId}${rest}`);
  const { db, scope } = found;
  const id = fromShortId('PROD', productId);
  const product = id && (await findStoreProduct(db, scope, id));
  if (!product) notFound();
  const [tested, published] = await Promise.all([
    findVersion(db, product, product.testVersionId),
    product.prodVersionId ? findVersion(db, product, product.prodVersionId) : undefined,
  ]);
  if (!tested) throw new Error(`product ${product.id} has no version`);
  const isInEnvironment = versionIdIn(product, found.environment) !== null;
  const version = found.environment === 'prod' && published ? published : tested;
  const shortId = toShortId('PROD', product.id);
  return {
    ...found,
    product,
    shortId,
    href: `${found.base}/products/${shortId}`,
    version,
    tested,
    published,
    isInEnvironment,
  };
});
