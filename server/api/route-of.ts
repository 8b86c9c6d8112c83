/**
 * The route of a path: what a log, a metric or a trace may call it by. Of a path that anybody may have typed, and that may
 * hold an id or a token, nothing is left but what the product itself gave it.
 */
import { readFileSync } from 'node:fs';
import { actions } from '#server/actions/index.ts';
import { isHostedPath } from '#server/stores/rules/hosted-path.ts';

const ownPaths: ReadonlySet<string> = new Set([
  '/v1/graphql',
  '/v1/health',
  '/v1/health/live',
  '/v1/health/ready',
  '/v1/openapi.json',
  '/v1/payment-webhooks/stripe',
  '/v1/webhook-keys',
]);

/** A page of Next's, and which paths are its. */
export interface PageRoute {
  readonly page: string;
  readonly matches: RegExp;
}

/** The pages of a build, from the list that Next itself finds them by, most particular first; none where there is none. */
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

/** `path`: without the query. What no route is for is named by its first part, if that is the product's, or not at all. */
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
  const [, first, second] = path.split('/', 3);
  return first === 'assets' ? '/assets/*' : `/[storeSlug]/${second}/*`;
}
