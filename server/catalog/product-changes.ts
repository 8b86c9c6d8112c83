/**
 * The changes of a product: creation, new content, status and publication, each with its event, in the caller's transaction.
 * Existing sessions and orders keep their version.
 */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { toShortId } from '#server/domain/ids.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import type { EventType } from '#server/events/rules/registry.ts';
import { requireBasis } from '#server/stores/edit-basis.ts';
import { statusIn, versionIdIn } from './data/product-columns.ts';
import { findVersion, requireVersion } from './data/product-versions.ts';
import {
  insertProduct,
  insertVersion,
  type Product,
  type ProductVersion,
  type ProductWithVersion,
  updateProduct,
} from './products.ts';
import {
  alreadyPublished,
  notCurrentVersion,
  type ProductContent,
  type ProductStatus,
  type ProductType,
} from './rules/product.ts';
import { type GivenContent, isSameContent, mergeContent } from './rules/product-content.ts';
import { productFacts } from './rules/product-facts.ts';

/** The environment, actor and time of a change. */
export interface Change {
  readonly environment: Environment;
  readonly actor: Actor;
  readonly now: Date;
  /** The number of the version that a dashboard page has loaded. */
  readonly basedOn?: string | undefined;
}

/** Creates a product in test, with its first version. */
export async function createProduct(
  tx: Tx,
  store: { id: string; merchantId: string },
  type: ProductType,
  content: ProductContent,
  change: Change,
): Promise<ProductWithVersion> {
  const result = await insertProduct(tx, store, type, content, change.now);
  await recordProductEvent(
    tx,
    result.product,
    'product.created',
    { name: result.version.name },
    change,
    changesIn('test', undefined, result),
  );
  return result;
}

/**
 * Merges the given fields into a locked product's current version in the environment, and saves the result as the next
 * version. Equal content creates none and returns the current version. Throws 412 if a dashboard page was based on another
 * version.
 */
export async function changeContent(
  tx: Tx,
  product: Product,
  patch: GivenContent,
  change: Change,
): Promise<ProductWithVersion> {
  const current = await requireCurrentVersion(tx, product, change.environment);
  const content = mergeContent(current, patch);
  if (isSameContent(current, content)) return { product, version: current };
  const number = String(current.versionNumber);
  await requireBasis(tx, { ...product, ...change }, { savedChange: `Version ${number} was saved`, basis: number });
  const version = await insertVersion(tx, product, change.environment, content, change.now);
  const changes = change.environment === 'prod' ? { prodVersionId: version.id } : { testVersionId: version.id };
  const updated = await updateProduct(tx, product, changes, change.now);
  const { name, versionNumber } = version;
  const result = { product: updated, version };
  const changed = changesIn(change.environment, { product, version: current }, result);
  await recordProductEvent(tx, product, 'product.updated', { name, versionNumber }, change, changed);
  return result;
}

/** Sets a locked product's status in the environment; the same status changes nothing. */
export async function changeStatus(
  tx: Tx,
  product: Product,
  status: ProductStatus,
  change: Change,
): Promise<ProductWithVersion> {
  const version = await requireCurrentVersion(tx, product, change.environment);
  if (statusIn(product, change.environment) === status) return { product, version };
  const changes = change.environment === 'prod' ? { prodStatus: status } : { testStatus: status };
  const updated = await updateProduct(tx, product, changes, change.now);
  const changed = changesIn(change.environment, { product, version }, { product: updated, version });
  await recordProductEvent(tx, product, 'product.status_changed', { name: version.name, status }, change, changed);
  return { product: updated, version };
}

/**
 * Copies a locked product's current test version to prod, once, and puts it on sale there. Throws 400 if `expectedId` is not
 * the current version.
 */
export async function publish(
  tx: Tx,
  product: Product,
  expectedId: string | undefined,
  { actor, now }: Change,
): Promise<ProductWithVersion> {
  if (product.prodVersionId) throw alreadyPublished();
  if (expectedId !== undefined && expectedId !== product.testVersionId) throw notCurrentVersion(expectedId);
  const testVersion = await requireVersion(tx, product, product.testVersionId);
  const version = await insertVersion(tx, product, 'prod', testVersion, now);
  const published = await updateProduct(tx, product, { prodVersionId: version.id, prodStatus: 'active' }, now);
  const result = { product: published, version };
  const changed = changesIn('prod', undefined, result);
  await recordProductEvent(
    tx,
    product,
    'product.published',
    { name: version.name },
    { environment: 'prod', actor, now },
    changed,
  );
  return result;
}

/** Throws 400 if the product was never published in the environment, 404 if its current version is missing. */
async function requireCurrentVersion(tx: Tx, product: Product, environment: Environment): Promise<ProductVersion> {
  const versionId = versionIdIn(product, environment);
  if (!versionId) throw errors.productWithoutVersion(toShortId('PROD', product.id), environment);
  const version = await findVersion(tx, product, versionId);
  if (!version) throw errors.versionNotFound();
  return version;
}

/** The changes of a product in an environment. */
function changesIn(
  environment: Environment,
  before: ProductWithVersion | undefined,
  after: ProductWithVersion,
): Changes {
  const facts = ({ product, version }: ProductWithVersion) => productFacts(product, version, environment);
  return changesBetween(before ? facts(before) : null, facts(after));
}

const recordProductEvent = (
  tx: Tx,
  { id, merchantId, storeId }: Product,
  type: EventType,
  data: Readonly<Record<string, unknown>>,
  { environment, actor, now }: Change,
  changes: Changes,
): Promise<string> => {
  const event = { type, objectId: id, data, changes } as const;
  return recordEvent(tx, { merchantId, storeId, environment, actor, ...event }, now);
};
