import { useCallback } from 'react';
import { portalAddress } from '#server/customers/rules/portal-address.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { PageContent } from '#server/storefront/rendering/page.ts';
import { usePage } from '../page/page-context.tsx';

/** Portal URLs in the environment of the current page. */
export function usePortalAddress(): (path?: string, query?: Readonly<Record<string, string>>) => string {
  const { store, content } = usePage().page;
  const [slug, environment] = [store?.slug ?? '', environmentOf(content)];
  return useCallback((path, query) => portalAddress({ slug }, environment, path, query), [slug, environment]);
}

function environmentOf(content: PageContent): Environment {
  if ('visitor' in content) return content.visitor?.environment ?? 'prod';
  return 'environment' in content ? content.environment : 'prod';
}
