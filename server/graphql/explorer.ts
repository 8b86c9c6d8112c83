/** The explorer: GraphiQL in one page that asks no other server for anything. */
import { createRequire } from 'node:module';
import type { GraphiQLOptions } from 'graphql-yoga';

const defaultQuery = `# Reads what anybody may see of a store: its slug stands under "Headers" below.
# After a change there, the round arrow reads the schema again.
# Ctrl-Space shows what else there is, Ctrl-Enter runs.
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

let page: string | undefined;

/** The explorer's page, with the store filled in where a slug is given. */
export function explorerPage(slug?: string): string {
  page ??= renderExplorer(options);
  return slug !== undefined && /^[a-z0-9-]+$/.test(slug) ? page.replaceAll(placeholder, slug) : page;
}

/** GraphiQL is nine megabytes of text: loaded when somebody looks at it, not with the server. */
export function renderExplorer(options: GraphiQLOptions): string {
  const load = createRequire(import.meta.url);
  const { renderGraphiQL } = load('@graphql-yoga/render-graphiql') as typeof import('@graphql-yoga/render-graphiql');
  return renderGraphiQL(options).trim();
}
