'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionRefused, callAction } from '#components/actions/call-action.ts';
import { currentVersionOf } from '../save-conflict.tsx';
import type { Currency } from './price-row.ts';
import { bodyOf, changedBody, type ProductDraft } from './product-draft.ts';
import { type ProductProblems, placeProblem, validateDraft } from './product-problems.ts';

/** The edited product and its version; only `storeId` for a new product. */
export interface Edited {
  readonly storeId: string;
  readonly productId?: string | undefined;
  readonly version?: number | undefined;
}

/**
 * Saves a draft in test mode and opens the product's page. Sends only changed fields and maps errors to their fields. A
 * newer version is reported as a conflict and overwritten only on request.
 */
export function useProductSave({ storeId, productId, version }: Edited, base: string, currencies: readonly Currency[]) {
  const router = useRouter();
  const [problems, setProblems] = useState<ProductProblems>();
  const [conflict, setConflict] = useState<NewerVersion>();
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
      const current = currentVersionOf(error);
      if (current !== undefined) {
        setConflict({ message: error.message, version: Number(current) });
        return;
      }
      const hasField = error instanceof ActionRefused && error.status === 400;
      setProblems(hasField ? placeProblem(error, draft, currencies) : { form: error.message });
    },
  });
  return {
    problems,
    /** A newer version that someone else has saved. */
    conflict,
    /** Stays true until the next page has loaded. */
    isSaving: save.isPending || save.isSuccess,
    isSaved: save.isSuccess,
    clearProblems: () => setProblems(undefined),
    save(attempt: Attempt) {
      const invalid = validateDraft(attempt.draft, currencies);
      setProblems(invalid);
      if (!invalid && !save.isPending) save.mutate(attempt);
    },
  };
}

/** A version newer than the edited one. */
export interface NewerVersion {
  readonly message: string;
  readonly version: number;
}

interface Attempt {
  readonly saved: ProductDraft;
  readonly draft: ProductDraft;
  /** The version to overwrite, if not the edited one. */
  readonly over?: number | undefined;
}

interface Saved {
  readonly product: { readonly id: string };
}
