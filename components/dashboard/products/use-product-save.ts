'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionRefused, callAction } from '#components/actions/call-action.ts';
import { currentOf } from '../saved-meanwhile.tsx';
import type { Currency } from './price-row.ts';
import { bodyOf, changedBody, type ProductDraft } from './product-draft.ts';
import { type ProductProblems, placeProblem, problemsBefore } from './product-problems.ts';

/** Which product is edited, and from which version on; a store alone: a new one. */
export interface Edited {
  readonly storeId: string;
  readonly productId?: string | undefined;
  readonly version?: number | undefined;
}

/**
 * Saves a draft in test, and goes to the product's page. What the service refuses is placed at its field. Only what was
 * changed is sent; and nothing is saved over a version that the editor has not seen, unless it is asked for again.
 */
export function useProductSave({ storeId, productId, version }: Edited, base: string, currencies: readonly Currency[]) {
  const router = useRouter();
  const [problems, setProblems] = useState<ProductProblems>();
  const [meanwhile, setMeanwhile] = useState<Meanwhile>();
  const save = useMutation({
    mutationFn: ({ saved, draft, over = version }: Attempt) =>
      productId === undefined
        ? callAction<Saved>(`${draft.type}-product/create-product`, 'test', { storeId, ...bodyOf(draft, currencies) })
        : callAction<Saved>(
            `${draft.type}-product/update-product`,
            'test',
            { id: productId, ...changedBody(saved, draft, currencies) },
            String(over),
          ),
    onSuccess: ({ product }) => {
      router.push(`${base}/products/${product.id}`);
      router.refresh();
    },
    onError: (error, { draft }) => {
      const current = currentOf(error);
      if (current !== undefined) {
        setMeanwhile({ message: error.message, version: Number(current) });
        return;
      }
      const isPlaced = error instanceof ActionRefused && error.status === 400;
      setProblems(isPlaced ? placeProblem(error, draft, currencies) : { form: error.message });
    },
  });
  return {
    problems,
    /** What somebody else has saved since. */
    meanwhile,
    /** Until the next page is there. */
    isSaving: save.isPending || save.isSuccess,
    isSaved: save.isSuccess,
    forget: () => setProblems(undefined),
    save(attempt: Attempt) {
      const known = problemsBefore(attempt.draft, currencies);
      setProblems(known);
      if (!known && !save.isPending) save.mutate(attempt);
    },
  };
}

/** A version that is younger than what is edited. */
export interface Meanwhile {
  readonly message: string;
  readonly version: number;
}

interface Attempt {
  readonly saved: ProductDraft;
  readonly draft: ProductDraft;
  /** The version that it may be saved over, where that is not the one that is edited. */
  readonly over?: number | undefined;
}

interface Saved {
  readonly product: { readonly id: string };
}
