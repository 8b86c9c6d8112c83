import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { basePath, type PageSearch, requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { emptyDraft } from '#components/dashboard/products/product-draft.ts';
import { ProductEditor } from '#components/dashboard/products/product-editor.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { toShortId } from '#server/domain/ids.ts';
import { editorChoices } from '../editor-choices.ts';

export const metadata: Metadata = { title: 'New product' };

/** `?type=subscription` begins with one. */
export default async function NewProductPage({
  params,
  searchParams,
}: {
  params: Promise<ScopeParams>;
  searchParams: PageSearch;
}) {
  const { store, environment, base } = await requireScope(params, '/products/new');
  const { type } = await searchParams;
  if (environment === 'prod') redirect(`${basePath(store.slug, 'test')}/products/new`);
  return (
    <>
      <PageHeader
        title="New product"
        description="It starts in test. It cannot be bought for real until you publish it."
        parent={{ href: `${base}/products`, label: 'Products' }}
      />
      <ProductEditor
        storeId={toShortId('STO', store.id)}
        base={base}
        saved={emptyDraft(type === 'subscription' ? 'subscription' : 'onetime')}
        {...editorChoices}
      />
    </>
  );
}
