'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { callAction } from '#components/actions/call-action.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { CheckoutSettings } from '#server/stores/rules/store.ts';
import { draftOf, patchOf, type SettingsDraft, type SettingsPatch } from './theme-draft.ts';

interface SaveVariables {
  readonly patch: SettingsPatch;
  readonly before: SettingsDraft;
}

/**
 * The edited settings beside the saved ones. Saving is optimistic: if it fails, the previous saved settings are restored
 * and the draft counts as changed again.
 */
export function useThemeDraft(storeId: string, environment: Environment, settings: CheckoutSettings | null) {
  const router = useRouter();
  const [saved, setSaved] = useState(() => draftOf(settings));
  const [draft, setDraft] = useState(saved);
  const { mutate, reset, error, isSuccess, isPending } = useMutation<unknown, Error, SaveVariables>({
    mutationFn: ({ patch }) => callAction('store/update-store', environment, { id: storeId, checkoutSettings: patch }),
    // Saves run in sequence, so the last one wins.
    scope: { id: `checkout settings ${storeId}` },
    onSuccess: () => router.refresh(),
    onError: (_, { before }) => setSaved(before),
  });
  const patch = patchOf(saved, draft);
  return {
    draft,
    change: setDraft,
    isChanged: patch !== undefined,
    isSaving: isPending,
    isSaved: isSuccess && !isPending,
    failure: error?.message,
    discard() {
      reset();
      setDraft(saved);
    },
    save() {
      if (!patch) return;
      setSaved(draft);
      mutate({ patch, before: saved });
    },
  };
}
