'use client';
import { useState } from 'react';
import { Form } from '#components/ui/forms/form.tsx';
import type { Choices } from '../filter-form.tsx';
import { UnsavedDialog } from '../unsaved-dialog.tsx';
import type { Currency } from './price-row.ts';
import { changedBody, type ProductDraft } from './product-draft.ts';
import { ProductFields } from './product-fields.tsx';
import { ProductPreview } from './product-preview.tsx';
import { ProductSaveBar } from './product-save-bar.tsx';
import { useProductSave } from './use-product-save.ts';

interface ProductEditorProps {
  storeId: string;
  base: string;
  /** The saved content; an empty draft for a new product. */
  saved: ProductDraft;
  /** Undefined for a new product. */
  product?: { readonly id: string; readonly version: number };
  currencies: readonly Currency[];
  taxCategories: Choices;
}

/** Creates or edits a product in test mode, with a preview. */
export function ProductEditor({ storeId, base, saved, product, currencies, taxCategories }: ProductEditorProps) {
  const [draft, setDraft] = useState(saved);
  const { problems, conflict, isSaving, isSaved, clearProblems, save } = useProductSave(
    { storeId, productId: product?.id, version: product?.version },
    base,
    currencies,
  );
  const isChanged = Object.keys(changedBody(saved, draft, currencies)).length > 0;
  return (
    <Form problems={problems} onSubmit={() => save({ saved, draft })} className="flex min-w-0 flex-col gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <ProductFields
            draft={draft}
            onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
            canChooseType={product === undefined}
            currencies={currencies}
            taxCategories={taxCategories}
            problems={problems ?? {}}
          />
        </div>
        <div className="min-w-0 lg:sticky lg:top-18">
          <ProductPreview draft={draft} currencies={currencies} />
        </div>
      </div>
      <ProductSaveBar
        href={product ? `${base}/products/${product.id}` : `${base}/products`}
        version={product?.version ?? null}
        conflict={conflict}
        isChanged={isChanged}
        isSaving={isSaving}
        failure={problems?.form}
        onSaveOver={(over) => save({ saved, draft, over })}
        onDiscard={() => {
          clearProblems();
          setDraft(saved);
        }}
      />
      <UnsavedDialog isChanged={isChanged && !isSaved} />
    </Form>
  );
}
