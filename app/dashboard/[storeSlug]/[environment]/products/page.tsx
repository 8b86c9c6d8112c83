import { Package, Plus } from 'lucide-react';
import type { Metadata } from 'next';
import { type ProductLine, ProductTable } from '../../../../../components/dashboard/products/product-table.tsx';
import { Alert } from '../../../../../components/ui/alert.tsx';
import { ButtonLink } from '../../../../../components/ui/button.tsx';
import { Card } from '../../../../../components/ui/card.tsx';
import { EmptyState } from '../../../../../components/ui/empty-state.tsx';
import { PageHeader } from '../../../../../components/ui/page-header.tsx';
import { Pagination } from '../../../../../components/ui/pagination.tsx';
import { toShortId } from '../../../../../server/domain/ids.ts';
import { listStoreProducts } from '../../../../../server/queries/products.ts';
import { basePath, type PageSearch, readPageNumber, requireScope, type ScopeParams } from '../../../scope.ts';
import { readablePrices } from './readable-prices.ts';

export const metadata: Metadata = { title: 'Products' };

const pageSize = 25;

export default async function ProductsPage({
  params,
  searchParams,
}: {
  params: Promise<ScopeParams>;
  searchParams: PageSearch;
}) {
  const { db, store, environment, base } = await requireScope(params, '/products');
  const page = await readPageNumber(searchParams);
  const limits = { limit: pageSize + 1, offset: (page - 1) * pageSize };
  // Names and prices as they stand in this environment; what is not published has them in test only.
  const [inTest, inProd] = await Promise.all([
    listStoreProducts(db, { storeId: store.id, environment: 'test' }, limits),
    environment === 'prod' ? listStoreProducts(db, { storeId: store.id, environment }, limits) : [],
  ]);
  const published = new Map(inProd.map(({ product, version }) => [product.id, version]));
  const lines = inTest.slice(0, pageSize).map(({ product, version: tested }): ProductLine => {
    const version = published.get(product.id) ?? tested;
    return {
      id: toShortId('PROD', product.id),
      name: version?.name ?? '',
      prices: version ? readablePrices(version).map(({ amount }) => amount) : [],
      testStatus: product.testStatus,
      prodStatus: product.prodVersionId ? product.prodStatus : null,
      createdAt: product.createdAt,
    };
  });
  const newProduct = (
    <ButtonLink variant="primary" href={`${basePath(store.slug, 'test')}/products/new`}>
      <Plus className="size-4" aria-hidden />
      {environment === 'test' ? 'New product' : 'New product in test'}
    </ButtonLink>
  );
  const isEmpty = lines.length === 0;
  return (
    <>
      <PageHeader
        title="Products"
        description="What you sell, once or as a subscription."
        actions={!isEmpty && newProduct}
      />
      <div className="flex flex-col gap-4">
        {environment === 'prod' && (
          <Alert role="note" title="Products are made in test">
            Build and try a product in test, then publish it from its page. Only published products can be bought here.
          </Alert>
        )}
        <Card>
          {isEmpty ? (
            <EmptyState icon={Package} title={page > 1 ? 'No more products' : 'No products yet'} action={newProduct}>
              A product has a name, a description and a price in one or more currencies. It starts in test, where you
              can buy it yourself with a test card.
            </EmptyState>
          ) : (
            <ProductTable products={lines} base={base} />
          )}
          <Pagination page={page} hasNext={inTest.length > pageSize} href={`${base}/products`} />
        </Card>
      </div>
    </>
  );
}
