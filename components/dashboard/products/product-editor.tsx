'use client';
import { type FormEvent, useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { useUnsavedGuard } from '../checkout-theme/use-unsaved-guard.ts';
import type { Choices } from '../filter-form.tsx';
import type { Currency } from './price-row.ts';
import { changedBody, type ProductDraft } from './product-draft.ts';
import { ProductFields } from './product-fields.tsx';
import { ProductPreview } from './product-preview.tsx';
import { ProductSaveBar } from './product-save-bar.tsx';
import { useProductSave } from './use-product-save.ts';

interface ProductEditorProps {
  storeId: string;
  base: string;
  /** What there is: of a new product, an empty one. */
  saved: ProductDraft;
  /** Undefined: it is a new one. */
  product?: { readonly id: string; readonly version: number };
  currencies: readonly Currency[];
  taxCategories: Choices;
}

/** Makes a product or gives one new content, in test, beside what buyers will see of it. */
export function ProductEditor({ storeId, base, saved, product, currencies, taxCategories }: ProductEditorProps) {
  const [draft, setDraft] = useState(saved);
  const { problems, meanwhile, isSaving, isSaved, forget, save } = useProductSave(
    { storeId, productId: product?.id, version: product?.version },
    base,
    currencies,
  );
  const isChanged = Object.keys(changedBody(saved, draft, currencies)).length > 0;
  const guard = useUnsavedGuard(isChanged && !isSaved);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save({ saved, draft });
  };
  return (
    <Form problems={problems} onSubmit={submit} className="flex min-w-0 flex-col gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <ProductFields
            draft={draft}
            onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
            mayChooseType={product === undefined}
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
        meanwhile={meanwhile}
        isChanged={isChanged}
        isSaving={isSaving}
        failure={problems?.form}
        onSaveOver={(over) => save({ saved, draft, over })}
        onDiscard={() => {
          forget();
          setDraft(saved);
        }}
      />
      <ConfirmDialog
        open={guard.isAsking}
        onOpenChange={(isOpen) => !isOpen && guard.stay()}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={guard.leave}
      >
        <p>What you typed here has not been saved, and would be lost.</p>
      </ConfirmDialog>
    </Form>
  );
}
