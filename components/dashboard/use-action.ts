'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ActionRefused, callAction } from '#components/actions/call-action.ts';
import type { ActionName } from '#server/actions/index.ts';
import type { Environment } from '#server/domain/environments.ts';

/** An action as a mutation that refreshes the page. With `basedOn`, it fails with 412 if that version is no longer current. */
export function useAction<Data = unknown, Body extends object = object>(
  action: ActionName,
  environment: Environment,
  basedOn?: string,
) {
  const router = useRouter();
  return useMutation<Data, ActionRefused, Body>({
    mutationFn: (body) => callAction<Data>(action, environment, body, basedOn),
    onSuccess: () => router.refresh(),
  });
}
