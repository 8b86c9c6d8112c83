/** The portal's addresses, for the server and for its pages. */
import type { Environment } from '#server/domain/environments.ts';

/** Where a portal is; its cookie goes no further. */
export const portalPathOf = ({ slug }: { readonly slug: string }): string => `/${slug}/portal`;

/**
 * An address below a store's portal. In `test` it says so: whoever opens it signed out, or after their visit has ended,
 * signs in where its orders are.
 */
export function portalAddress(
  store: { readonly slug: string },
  environment: Environment,
  path = '',
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams({ ...query, ...(environment === 'test' && { environment }) }).toString();
  return `${portalPathOf(store)}${path}${search && `?${search}`}`;
}
