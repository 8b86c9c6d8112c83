import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { basePath, requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { emptyDraft } from '#components/dashboard/products/product-draft.ts';
import { ProductEditor } from '#components/dashboard/products/product-editor.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { toShortId } from '#server/domain/ids.ts';
import { editorChoices } from '../editor-choices.ts';

export const metadata: Metadata = { title: 'Create product' };

/** `?type=subscription` preselects the type. */
export default async function NewProductPage({ params, searchParams }: StorePageProps) {
  const { store, environment, base } = await requireScope(params, '/products/new');
  const { type } = await searchParams;
  if (environment === 'prod') redirect(`${basePath(store.slug, 'test')}/products/new`);
  return (
    <>
      <PageHeader
        title="Create product"
        description="Created in test mode. Publish it to start selling."
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
