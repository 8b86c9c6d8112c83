'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionRefused, callAction } from '../call-action.ts';
import type { Currency } from './price-row.ts';
import { bodyOf, changedBody, type ProductDraft } from './product-draft.ts';
import { type ProductProblems, placeProblem, problemsBefore } from './product-problems.ts';

/** Which product is edited; a store alone: a new one. */
export interface Edited {
  readonly storeId: string;
  readonly productId?: string | undefined;
}

/**
 * Saves a draft in test, and goes to the product's page. What the service refuses is placed at its field. Only what was
 * changed is sent, so that what somebody else has changed meanwhile stays.
 */
export function useProductSave({ storeId, productId }: Edited, base: string, currencies: readonly Currency[]) {
  const router = useRouter();
  const [problems, setProblems] = useState<ProductProblems>();
  const save = useMutation({
    mutationFn: ({ saved, draft }: { saved: ProductDraft; draft: ProductDraft }) =>
      productId === undefined
        ? callAction<Saved>(`${draft.type}-product/create-product`, 'test', { storeId, ...bodyOf(draft, currencies) })
        : callAction<Saved>(`${draft.type}-product/update-product`, 'test', {
            id: productId,
            ...changedBody(saved, draft, currencies),
          }),
    onSuccess: ({ product }) => {
      router.push(`${base}/products/${product.id}`);
      router.refresh();
    },
    onError: (error, { draft }) =>
      setProblems(
        error instanceof ActionRefused && error.status === 400
          ? placeProblem(error.message, draft, currencies)
          : { form: error.message },
      ),
  });
  return {
    problems,
    /** Until the next page is there. */
    isSaving: save.isPending || save.isSuccess,
    isSaved: save.isSuccess,
    forget: () => setProblems(undefined),
    save(saved: ProductDraft, draft: ProductDraft) {
      const known = problemsBefore(draft);
      setProblems(known);
      if (!known && !save.isPending) save.mutate({ saved, draft });
    },
  };
}

interface Saved {
  readonly product: { readonly id: string };
}
