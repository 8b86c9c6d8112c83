import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ProductForm } from '../../../../../../components/dashboard/products/product-form.tsx';
import { PageHeader } from '../../../../../../components/ui/page-header.tsx';
import { currencies, currencyExponent } from '../../../../../../server/domain/currencies.ts';
import { toShortId } from '../../../../../../server/domain/ids.ts';
import { basePath, requireScope, type ScopeParams } from '../../../../scope.ts';

export const metadata: Metadata = { title: 'New product' };

const names = new Intl.DisplayNames('en', { type: 'currency' });
const choices = currencies.map((code) => ({
  code,
  name: names.of(code) ?? code,
  exponent: currencyExponent(code) ?? 2,
}));

export default async function NewProductPage({ params }: { params: Promise<ScopeParams> }) {
  const { store, environment, base } = await requireScope(params, '/products/new');
  if (environment === 'prod') redirect(`${basePath(store.slug, 'test')}/products/new`);
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="New product"
        description="It starts in test. Nobody can buy it for real until you publish it."
        parent={{ href: `${base}/products`, label: 'Products' }}
      />
      <ProductForm storeId={toShortId('STO', store.id)} base={base} currencies={choices} />
    </div>
  );
}
