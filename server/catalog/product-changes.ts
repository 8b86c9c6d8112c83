/**
 * What happens to a product, whatever its type: made, given new content, switched on and off, published. Each with
 * its event, in the caller's transaction. Existing sessions and orders keep the version that they were made with.
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
import {
  findVersion,
  insertProduct,
  insertVersion,
  type Product,
  type ProductVersion,
  type ProductWithVersion,
  requireVersion,
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

/** In which environment something is changed, by whom and when. */
export interface Change {
  readonly environment: Environment;
  readonly actor: Actor;
  readonly now: Date;
  /** The number of the version that a page of the dashboard began from. */
  readonly basedOn?: string | undefined;
}

/** A new product in test, with its first version. */
export async function createProduct(
  tx: Tx,
  store: { id: string; merchantId: string },
  type: ProductType,
  content: ProductContent,
  change: Change,
): Promise<ProductWithVersion> {
  const made = await insertProduct(tx, store, type, content, change.now);
  await note(
    tx,
    made.product,
    'product.created',
    { name: made.version.name },
    change,
    changesIn('test', undefined, made),
  );
  return made;
}

/**
 * Merges the given fields over a locked product's current version in that environment, and makes the result its next
 * version. Content that is the same by value makes none: the current version is given back, and nothing is touched.
 * 412 where a page of the dashboard began from another version than that.
 */
export async function changeContent(
  tx: Tx,
  product: Product,
  given: GivenContent,
  change: Change,
): Promise<ProductWithVersion> {
  const current = await requireCurrentVersion(tx, product, change.environment);
  const content = mergeContent(current, given);
  if (isSameContent(current, content)) return { product, version: current };
  const number = String(current.versionNumber);
  await requireBasis(tx, { ...product, ...change }, { what: `Version ${number} was saved`, basis: number });
  const version = await insertVersion(tx, product, change.environment, content, change.now);
  const changes = change.environment === 'prod' ? { prodVersionId: version.id } : { testVersionId: version.id };
  const updated = await updateProduct(tx, product, changes, change.now);
  const { name, versionNumber } = version;
  const made = { product: updated, version };
  const changed = changesIn(change.environment, { product, version: current }, made);
  await note(tx, product, 'product.updated', { name, versionNumber }, change, changed);
  return made;
}

/** Puts a locked product on sale in that environment, or takes it off; the status that it has changes nothing. */
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
  await note(tx, product, 'product.status_changed', { name: version.name, status }, change, changed);
  return { product: updated, version };
}

/**
 * Copies a locked product's current test version to prod, once, and puts it on sale there; 400 where a version is meant
 * that is not the current one.
 */
export async function publish(
  tx: Tx,
  product: Product,
  meant: string | undefined,
  { actor, now }: Change,
): Promise<ProductWithVersion> {
  if (product.prodVersionId) throw alreadyPublished();
  if (meant !== undefined && meant !== product.testVersionId) throw notCurrentVersion(meant);
  const tested = await requireVersion(tx, product.storeId, product.testVersionId);
  const version = await insertVersion(tx, product, 'prod', tested, now);
  const published = await updateProduct(tx, product, { prodVersionId: version.id, prodStatus: 'active' }, now);
  const made = { product: published, version };
  const changed = changesIn('prod', undefined, made);
  await note(tx, product, 'product.published', { name: version.name }, { environment: 'prod', actor, now }, changed);
  return made;
}

/** 400 where the product was never published there, 404 where its current version is gone. */
async function requireCurrentVersion(tx: Tx, product: Product, environment: Environment): Promise<ProductVersion> {
  const versionId = versionIdIn(product, environment);
  if (!versionId) throw errors.productWithoutVersion(toShortId('PROD', product.id), environment);
  const version = await findVersion(tx, product.storeId, versionId);
  if (!version) throw errors.versionNotFound();
  return version;
}

/** What became of a product, as that environment sees it. */
function changesIn(
  environment: Environment,
  before: ProductWithVersion | undefined,
  after: ProductWithVersion,
): Changes {
  const facts = ({ product, version }: ProductWithVersion) => productFacts(product, version, environment);
  return changesBetween(before ? facts(before) : null, facts(after));
}

const note = (
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
