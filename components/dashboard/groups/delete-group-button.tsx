'use client';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

interface DeleteGroupButtonProps {
  id: string;
  name: string;
  environment: Environment;
  base: string;
}

/** Takes a group away for good, after its name was typed. */
export function DeleteGroupButton({ id, name, environment, base }: DeleteGroupButtonProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const remove = useAction('subscription-product-group/delete-group', environment);
  return (
    <>
      <Button
        onClick={() => {
          remove.reset();
          setOpen(true);
        }}
      >
        <Trash2 className="size-4" aria-hidden />
        Delete
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Delete the group “${name}”?`}
        confirmLabel="Delete the group"
        tone="danger"
        phrase={name}
        pending={remove.isPending || remove.isSuccess}
        error={remove.error?.message}
        onConfirm={() => remove.mutate({ id }, { onSuccess: () => router.push(`${base}/groups`) })}
      >
        <ul className="list-disc space-y-2 ps-5 marker:text-muted">
          <li>It cannot be brought back. Its products stay, and so do their subscriptions.</li>
          {environment === 'test' && <li>The group that was published from it to prod stays there.</li>}
          <li>What its rules said of trials holds no longer: each product gives a trial of its own.</li>
        </ul>
      </ConfirmDialog>
    </>
  );
}
