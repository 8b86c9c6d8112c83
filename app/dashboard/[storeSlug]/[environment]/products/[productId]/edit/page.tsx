import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { basePath, type StorePageProps } from '#app/dashboard/scope.ts';
import { draftOf } from '#components/dashboard/products/product-draft.ts';
import { ProductEditor } from '#components/dashboard/products/product-editor.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { presentContent } from '#server/catalog/rules/product-object.ts';
import { toShortId } from '#server/domain/ids.ts';
import { editorChoices } from '../../editor-choices.ts';
import { readProduct } from '../read-product.ts';

export async function generateMetadata({ params }: StorePageProps<'productId'>): Promise<Metadata> {
  return { title: `Edit ${(await readProduct(params, '/edit')).tested.name}` };
}

/** Edits the test version. Live mode gets changes by publishing. */
export default async function EditProductPage({ params }: StorePageProps<'productId'>) {
  const { store, environment, base, href, product, shortId, tested } = await readProduct(params, '/edit');
  if (environment === 'prod') redirect(`${basePath(store.slug, 'test')}/products/${shortId}/edit`);
  const content = { ...presentContent(tested), billingPeriod: tested.billingPeriod };
  return (
    <>
      <PageHeader
        title={`Edit ${tested.name}`}
        description="Edits the test version. Publish to update live mode. Existing orders keep their version."
        parent={{ href, label: tested.name }}
      />
      <ProductEditor
        // Remounts for each version, so that the editor starts from the latest one.
        key={tested.id}
        storeId={toShortId('STO', store.id)}
        base={base}
        saved={draftOf(product.type, content)}
        product={{ id: shortId, version: tested.versionNumber }}
        {...editorChoices}
      />
    </>
  );
}
