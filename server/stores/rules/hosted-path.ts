/** The paths of buyers' pages. */
import { isReservedSlug } from './store.ts';

export interface ProductLink {
  /** In lower case. */
  readonly storeSlug: string;
  readonly productId: string;
}

/**
 * The store and product of `/store/<store_slug>/product/<product_id>`. A store may have the slug `store`: its pages have
 * `checkout` or `portal` as their second part.
 */
export function productLinkOf(path: string): ProductLink | undefined {
  const [, storeSlug = '', productId = ''] = /^\/store\/([a-z\d-]+)\/product\/(\w[\w-]*)\/?$/i.exec(path) ?? [];
  return productId === '' ? undefined : { storeSlug: storeSlug.toLowerCase(), productId };
}

/** Whether a path belongs to a buyers' page or one of its assets. */
export function isHostedPath(path: string): boolean {
  const [first = '', second] = path.slice(1).split('/', 2);
  if (first === 'assets' || productLinkOf(path) || isStorePage(path)) return true;
  // Next would normalize "/\\…" to an address on another host.
  return (second === 'checkout' || second === 'portal') && /^[^\\]/.test(first) && !isReservedSlug(first.toLowerCase());
}

/** `/store/<slug>/change/<session>`, the address of a plan change's page for clients. (public-client.md, section 1) */
export const isStorePage = (path: string): boolean => /^\/store\/[^/\\]+\/change\/[^/\\]+$/.test(path);
