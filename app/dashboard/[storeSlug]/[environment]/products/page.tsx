import { Layers, Package, Plus, SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import { addressOf } from '#app/dashboard/list-address.ts';
import { basePath, requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { type Filters, ProductFilters } from '#components/dashboard/products/product-filters.tsx';
import { type ProductLine, ProductTable } from '#components/dashboard/products/product-table.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
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
  const isUnfiltered = after === undefined && Object.values(shown).every((value) => value === '');
  const isEmpty = lines.length === 0;
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
            {!(isEmpty && isUnfiltered) && newProduct}
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
          {!(isEmpty && isUnfiltered) && <ProductFilters href={href} filters={shown} environment={environment} />}
          {isEmpty && isUnfiltered && (
            <EmptyState icon={Package} title="No products yet" action={newProduct}>
              A product has a name, a description and prices in one or more currencies. Create it in test mode, try it
              with a test card, then publish it.
            </EmptyState>
          )}
          {isEmpty && !isUnfiltered && (
            <EmptyState
              icon={SearchX}
              title={after === undefined ? 'No products match' : 'No older products'}
              action={<ButtonLink href={href}>Show all products</ButtonLink>}
            >
              Search matches part of a name or a full ID.
            </EmptyState>
          )}
          {!isEmpty && <ProductTable products={lines} base={base} />}
          <Pagination
            newest={after === undefined ? undefined : listUrl(href, shown)}
            older={rows.length > pageSize ? listUrl(href, shown, rows[pageSize - 1]?.id) : undefined}
          />
        </Card>
      </div>
    </>
  );
}

/** The list's address with its filter, starting after the given product. */
const listUrl = (href: string, { search, ...others }: Filters, after = '') =>
  addressOf(href, { q: search, ...others, after });
