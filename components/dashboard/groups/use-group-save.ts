'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionRefused, callAction } from '#components/actions/call-action.ts';
import type { Environment } from '#server/domain/environments.ts';
import { currentVersionOf } from '../save-conflict.tsx';
import { bodyOf, changedBody, type GroupDraft, type GroupProblems, placeProblem } from './group-draft.ts';

/** A saved group with the time of its last update. */
export interface SavedGroup {
  readonly draft: GroupDraft;
  /** Empty for a new group. */
  readonly updatedAt: string;
}

interface Edited {
  readonly storeId: string;
  readonly environment: Environment;
  readonly base: string;
  readonly groupId: string | undefined;
}

/**
 * A group's draft and the saved state it started from. Refreshed page data replaces an unchanged draft. A newer saved
 * state is reported as a conflict and overwritten only on request.
 */
export function useGroupSave({ storeId, environment, base, groupId }: Edited, saved: SavedGroup) {
  const router = useRouter();
  const [origin, setOrigin] = useState(saved);
  const [draft, setDraft] = useState(saved.draft);
  const [problems, setProblems] = useState<GroupProblems>();
  const changes = changedBody(origin.draft, draft);
  const isChanged = Object.keys(changes).length > 0;
  const isNewer = saved.updatedAt >= origin.updatedAt && JSON.stringify(saved) !== JSON.stringify(origin);
  const reset = () => {
    if (isNewer) setOrigin(saved);
    setDraft(isNewer ? saved.draft : origin.draft);
  };
  if (isNewer && !isChanged) reset();
  const save = useMutation({
    mutationFn: ({ sent, over = origin.updatedAt }: { sent: GroupDraft; over?: string | undefined }) =>
      groupId === undefined
        ? callAction<Answer>('subscription-product-group/create-group', environment, { storeId, ...bodyOf(sent) })
        : callAction<Answer>(
            'subscription-product-group/update-group',
            environment,
            { id: groupId, ...changedBody(origin.draft, sent) },
            over,
          ),
    onSuccess: ({ group }, { sent }) => {
      setOrigin({ draft: sent, updatedAt: group.updatedAt });
      if (groupId === undefined) router.push(`${base}/groups/${group.id}`);
      router.refresh();
    },
    onError: (error) => {
      if (currentVersionOf(error) !== undefined) return;
      const hasField = error instanceof ActionRefused && error.status < 500;
      setProblems(hasField ? placeProblem(error) : { form: error.message });
    },
  });
  const current = currentVersionOf(save.error);
  const isSent = !save.isError && save.variables?.sent === draft;
  return {
    draft,
    change: (part: Partial<GroupDraft>) => setDraft((before) => ({ ...before, ...part })),
    problems,
    isChanged,
    /** Whether the draft has changes that are neither saved nor being saved. */
    isUnsaved: isChanged && !isSent,
    isSaving: save.isPending,
    isSaved: save.isSuccess,
    /** A newer state that someone else has saved. */
    conflict: current === undefined ? undefined : { message: save.error?.message ?? '', current },
    save(over?: string) {
      setProblems(undefined);
      if (!save.isPending) save.mutate({ sent: draft, over });
    },
    discard() {
      save.reset();
      setProblems(undefined);
      reset();
    },
  };
}

interface Answer {
  readonly group: { readonly id: string; readonly updatedAt: string };
}
