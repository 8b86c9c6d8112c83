import { useCallback } from 'react';
import type { Environment } from '../../server/domain/environments.ts';
import type { PageContent } from '../../server/hosted/page.ts';
import { portalAddress } from '../../server/portal/portal-address.ts';
import { usePage } from '../hosted/page-context.tsx';

/** The portal's own addresses, which stay in the environment that this page is of. */
export function usePortalAddress(): (path?: string, query?: Readonly<Record<string, string>>) => string {
  const { store, content } = usePage().page;
  const [slug, environment] = [store?.slug ?? '', environmentOf(content)];
  return useCallback((path, query) => portalAddress({ slug }, environment, path, query), [slug, environment]);
}

function environmentOf(content: PageContent): Environment {
  if ('visitor' in content) return content.visitor?.environment ?? 'prod';
  return 'environment' in content ? content.environment : 'prod';
}
