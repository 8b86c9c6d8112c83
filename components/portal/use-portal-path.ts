/** The portal's own addresses. */
import { usePage } from '../hosted/page-context.tsx';

/** `/<store_slug>/portal`, which everything here begins with. */
export function usePortalPath(): string {
  const { store } = usePage().page;
  return `/${store?.slug ?? ''}/portal`;
}
