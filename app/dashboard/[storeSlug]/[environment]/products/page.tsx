import { Layers, Package, Plus } from 'lucide-react';
import type { Metadata } from 'next';
import { addressOf, isFiltered } from '#app/dashboard/list-address.ts';
import { basePath, requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { PagedList } from '#components/dashboard/lists/paged-list.tsx';
import { type Filters, ProductFilters } from '#components/dashboard/products/product-filters.tsx';
import { type ProductLine, ProductTable } from '#components/dashboard/products/product-table.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { listProductLines } from '#server/catalog/data/product-pages.ts';
import { toShortId } from '#server/domain/ids.ts';
import { readFilters } from './read-filters.ts';
import { readablePrices } from './readable-prices.ts';

export const metadata: Metadata = { title: 'Products' };

const pageSize = 50;

export default async function ProductsPage({ params, searchParams }: StorePageProps) {
  const { db, store, environment, scope, base } = await requireScope(params, '/products');
  const { shown, filter, after } = await readFilters(searchParams);
  const rows = await listProductLines(db, scope, filter, { limit: pageSize + 1, after });
  const lines = rows.slice(0, pageSize).map(
    (row): ProductLine => ({
      ...row,
      id: toShortId('PROD', row.id),
      prices: readablePrices(row).map(({ amount }) => amount),
      status: environment === 'prod' && !row.isPublished ? 'unpublished' : row.status,
    }),
  );
  const href = `${base}/products`;
  const newProduct = (
    <ButtonLink variant="primary" href={`${basePath(store.slug, 'test')}/products/new`}>
      <Plus className="size-4" aria-hidden />
      {environment === 'test' ? 'Create product' : 'Create in test mode'}
    </ButtonLink>
  );
  const isBare = lines.length === 0 && after === undefined && !isFiltered(shown);
  return (
    <>
      <PageHeader
        title="Products"
        description="One-time and subscription products."
        actions={
          <>
            <ButtonLink href={`${base}/groups`}>
              <Layers className="size-4" aria-hidden />
              Plan groups
            </ButtonLink>
            {!isBare && newProduct}
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {environment === 'prod' && (
          <Alert role="note" title="Products are created in test mode">
            Create and test a product there, then publish it from its page. Only published products can be sold in live
            mode.
          </Alert>
        )}
        <Card>
          <PagedList
            href={href}
            noun="products"
            filters={<ProductFilters href={href} filters={shown} environment={environment} />}
            isFiltered={isFiltered(shown)}
            isEmpty={lines.length === 0}
            icon={Package}
            emptyState={{
              title: 'No products yet',
              text: 'A product has a name, a description and prices in one or more currencies. Create it in test mode, try it with a test card, then publish it.',
              action: newProduct,
            }}
            searchText="Search matches part of a name or a full ID."
            newest={after === undefined ? undefined : listUrl(href, shown)}
            older={rows.length > pageSize ? listUrl(href, shown, rows[pageSize - 1]?.id) : undefined}
          >
            <ProductTable products={lines} base={base} />
          </PagedList>
        </Card>
      </div>
    </>
  );
}

/** The list's address with its filter, starting after the given product. */
const listUrl = (href: string, { search, ...others }: Filters, after = '') =>
  addressOf(href, { q: search, ...others, after });
