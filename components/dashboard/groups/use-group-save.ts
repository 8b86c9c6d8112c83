'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionRefused, callAction } from '#components/actions/call-action.ts';
import type { Environment } from '#server/domain/environments.ts';
import { currentOf } from '../saved-meanwhile.tsx';
import { bodyOf, changedBody, type GroupDraft, type GroupProblems, placeProblem } from './group-draft.ts';

/** A group as the service has it, and since when. */
export interface SavedGroup {
  readonly draft: GroupDraft;
  /** Empty: it is a new one. */
  readonly updatedAt: string;
}

interface Edited {
  readonly storeId: string;
  readonly environment: Environment;
  readonly base: string;
  readonly groupId: string | undefined;
}

/**
 * A group's draft, and what it began from. What the page reads anew is taken over as long as nothing is typed; what is
 * typed is not saved over what somebody else has saved since, unless it is asked for again.
 */
export function useGroupSave({ storeId, environment, base, groupId }: Edited, given: SavedGroup) {
  const router = useRouter();
  const [began, setBegan] = useState(given);
  const [draft, setDraft] = useState(given.draft);
  const [problems, setProblems] = useState<GroupProblems>();
  const changes = changedBody(began.draft, draft);
  const isChanged = Object.keys(changes).length > 0;
  const isNews = given.updatedAt >= began.updatedAt && JSON.stringify(given) !== JSON.stringify(began);
  const takeOver = () => {
    if (isNews) setBegan(given);
    setDraft(isNews ? given.draft : began.draft);
  };
  if (isNews && !isChanged) takeOver();
  const save = useMutation({
    mutationFn: ({ sent, over = began.updatedAt }: { sent: GroupDraft; over?: string | undefined }) =>
      groupId === undefined
        ? callAction<Answer>('subscription-product-group/create-group', environment, { storeId, ...bodyOf(sent) })
        : callAction<Answer>(
            'subscription-product-group/update-group',
            environment,
            { id: groupId, ...changedBody(began.draft, sent) },
            over,
          ),
    onSuccess: ({ group }, { sent }) => {
      setBegan({ draft: sent, updatedAt: group.updatedAt });
      if (groupId === undefined) router.push(`${base}/groups/${group.id}`);
      router.refresh();
    },
    onError: (error) => {
      if (currentOf(error) !== undefined) return;
      const isPlaced = error instanceof ActionRefused && error.status < 500;
      setProblems(isPlaced ? placeProblem(error) : { form: error.message });
    },
  });
  const current = currentOf(save.error);
  const isSent = !save.isError && save.variables?.sent === draft;
  return {
    draft,
    change: (part: Partial<GroupDraft>) => setDraft((before) => ({ ...before, ...part })),
    problems,
    isChanged,
    /** Whether what is typed is nowhere but here. What was sent counts as saved; what was refused does not. */
    isUnsaved: isChanged && !isSent,
    isSaving: save.isPending,
    isSaved: save.isSuccess,
    /** What somebody else has saved since. */
    meanwhile: current === undefined ? undefined : { message: save.error?.message ?? '', current },
    save(over?: string) {
      setProblems(undefined);
      if (!save.isPending) save.mutate({ sent: draft, over });
    },
    discard() {
      save.reset();
      setProblems(undefined);
      takeOver();
    },
  };
}

interface Answer {
  readonly group: { readonly id: string; readonly updatedAt: string };
}
