/**
 * The route of a path, as named in logs, metrics and traces. A path may hold ids, tokens or anything typed by a caller,
 * so only its fixed parts are kept.
 */
import { readFileSync } from 'node:fs';
import { actions } from '#server/actions/index.ts';
import { isHostedPath, isStorePage, productLinkOf } from '#server/stores/rules/hosted-path.ts';
import { signedReads } from './reads/index.ts';

const ownPaths: ReadonlySet<string> = new Set([
  ...signedReads.keys(),
  '/v1/graphql',
  '/v1/health',
  '/v1/health/live',
  '/v1/health/ready',
  '/v1/openapi.json',
  '/v1/payment-webhooks/stripe',
  '/v1/webhook-keys',
]);

/** A page of Next and the paths it matches. */
export interface PageRoute {
  readonly page: string;
  readonly matches: RegExp;
}

/** The pages of a build, from Next's own route manifest, most specific first; empty without a build. */
export function readPageRoutes(manifestFile: string): PageRoute[] {
  const read = (): { staticRoutes?: Listed[]; dynamicRoutes?: Listed[] } => {
    try {
      return JSON.parse(readFileSync(manifestFile, 'utf8'));
    } catch {
      return {};
    }
  };
  const { staticRoutes = [], dynamicRoutes = [] } = read();
  return [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({ page, matches: new RegExp(regex) }));
}

type Listed = { readonly page: string; readonly regex: string };

/**
 * `path` comes without the query. An unknown path is named by its first part if that part is ours, and otherwise not at
 * all.
 */
export function routeOf(path: string, pages: readonly PageRoute[] = []): string {
  if (path.startsWith('/v1/') || path === '/v1') return routeOfCall(path);
  if (isHostedPath(path)) return routeOfHosted(path);
  if (path.startsWith('/dashboard/api/')) {
    const name = path.slice('/dashboard/api/'.length);
    return name === 'graphql' || actions.has(name) ? path : '/dashboard/api/*';
  }
  if (path.startsWith('/_next/')) return '/_next/*';
  return pages.find(({ matches }) => matches.test(path))?.page ?? '/*';
}

function routeOfCall(path: string): string {
  if (ownPaths.has(path)) return path;
  const name = path.startsWith('/v1/actions/') ? path.slice('/v1/actions/'.length) : '';
  return actions.has(name) ? path : '/v1/*';
}

function routeOfHosted(path: string): string {
  if (isStorePage(path)) return '/store/[storeSlug]/change/*';
  if (productLinkOf(path)) return '/store/[storeSlug]/product/*';
  const [, first, second] = path.split('/', 3);
  return first === 'assets' ? '/assets/*' : `/[storeSlug]/${second}/*`;
}
