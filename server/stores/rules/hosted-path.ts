/** The paths of buyers' pages. */
import { isReservedSlug } from './store.ts';

/** Whether a path belongs to a buyers' page or one of its assets. */
export function isHostedPath(path: string): boolean {
  const [first = '', second] = path.slice(1).split('/', 2);
  if (first === 'assets' || isStorePage(path)) return true;
  // Next would normalize "/\\…" to an address on another host.
  return (second === 'checkout' || second === 'portal') && /^[^\\]/.test(first) && !isReservedSlug(first.toLowerCase());
}

/** `/store/<slug>/change/<session>`, the address of a plan change's page for clients. (public-client.md, section 1) */
export const isStorePage = (path: string): boolean => /^\/store\/[^/\\]+\/change\/[^/\\]+$/.test(path);
