/**
 * A version of a product. It never changes, so each process keeps the versions that it has read. A quote, a payment and a
 * renewal then cost a statement less each, and the joins of a new session and of a checkout page have a table less.
 */
import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { productVersions } from '#db/schema/index.ts';
import { inStore, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import type { ProductVersion } from '../products.ts';

const known = new LRUCache<string, ProductVersion>({ max: 1000 });

/** A version of one store's product, or undefined. */
export async function findVersion(
  tx: Tx,
  { merchantId, storeId }: StoreScope,
  versionId: string,
): Promise<ProductVersion | undefined> {
  const kept = known.get(versionId);
  if (kept?.merchantId === merchantId && kept.storeId === storeId) return kept;
  const [version] = await storeVersion(tx, { merchantId, storeId, versionId });
  if (version) known.set(versionId, version);
  return version;
}

const storeVersion = hotStatement((db, key: Params<StoreScope & { versionId: string }>) =>
  db
    .select()
    .from(productVersions)
    .where(and(eq(productVersions.id, key.versionId), inStore(productVersions, key))),
);

/** A version that is known to exist, because a row refers to it. */
export async function requireVersion(tx: Tx, scope: StoreScope, versionId: string): Promise<ProductVersion> {
  const version = await findVersion(tx, scope, versionId);
  if (!version) throw new Error(`version ${versionId} is gone`);
  return version;
}
