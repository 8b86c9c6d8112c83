/** The explorer: GraphiQL in a page that loads nothing from other servers. */
import type { GraphiQLOptions } from 'graphql-yoga';
import { explorerFiles } from './explorer-files.ts';
import { explorerRoles } from './explorer-roles.ts';

const defaultQuery = `# Reads the public data of a store. Set the slug of the store under "Headers" below.
# After changing the headers, reload the schema with the circular arrow.
# Ctrl-Space shows completions, and Ctrl-Enter runs the query.
query Storefront {
  stores {
    id
    name
    slug
    status
  }
  onetimeProducts(limit: 5, orderBy: { field: createdAt, direction: DESC }) {
    id
    name
    prices {
      currency
      priceInfo {
        amount
        taxIncluded
      }
    }
  }
  onetimeProductsCount
}
`;

const placeholder = '<slug>';
const headers = JSON.stringify({ 'X-Store-Slug': placeholder, 'X-Environment': 'test' }, null, 2);

const options: GraphiQLOptions = {
  title: 'Counterfoil GraphQL',
  endpoint: '/v1/graphql',
  defaultQuery,
  headers,
  defaultHeaders: headers,
  defaultEditorToolsVisibility: 'headers',
  credentials: 'omit',
};

/** The explorer's page, with the store filled in if a slug is given. */
export function explorerPage(nonce: string, slug?: string): string {
  const isSlug = slug !== undefined && /^[a-z0-9-]+$/.test(slug);
  return writeExplorer(nonce, isSlug ? filledIn(slug) : options);
}

const filledIn = (slug: string): GraphiQLOptions => {
  const own = headers.replace(placeholder, slug);
  return { ...options, headers: own, defaultHeaders: own };
};

/** Additions to the page. Scripts among them carry the page's nonce. */
interface PageParts {
  readonly head?: string;
  readonly beforeRoot?: string;
}

/** The explorer's document. The content security policy must contain the nonce. */
export function writeExplorer(
  nonce: string,
  options: GraphiQLOptions,
  { head = '', beforeRoot = '' }: PageParts = {},
): string {
  const { style, script } = explorerFiles();
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${options.title ?? 'GraphQL'}</title>${head}<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="${style}"></head><body id="body" class="no-focus-outline"><noscript>The explorer requires JavaScript.</noscript><main><h1 class="explorer-title">GraphQL explorer</h1>${explorerRoles(nonce)}${beforeRoot}<div id="root"></div></main><script nonce="${nonce}" src="${script}"></script><script nonce="${nonce}">YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), ${inScript(options)})</script></body></html>`;
}

/** JSON that cannot end the script containing it. */
export const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * The page's content security policy: its own scripts and workers, and requests to this service only. `framedBy`: the
 * sites that may show it in a frame.
 */
export const explorerPolicy = (nonce: string, framedBy: "'self'" | "'none'"): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ');
