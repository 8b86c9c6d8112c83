/** The portal's addresses, for the server and its pages. */
import type { Environment } from '#server/domain/environments.ts';

/** A portal's path, to which its cookie is limited. */
export const portalPathOf = ({ slug }: { readonly slug: string }): string => `/${slug}/portal`;

/**
 * An address in a store's portal. In `test` it names the environment, so that a signed-out visitor signs in to the right
 * one.
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
