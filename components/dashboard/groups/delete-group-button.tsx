'use client';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Button } from '#components/ui/button.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { useAction } from '../use-action.ts';

interface DeleteGroupButtonProps {
  id: string;
  name: string;
  environment: Environment;
  base: string;
}

/** Deletes a group after its name is typed. */
export function DeleteGroupButton({ id, name, environment, base }: DeleteGroupButtonProps) {
  const router = useRouter();
  const remove = useAction('subscription-product-group/delete-group', environment);
  return (
    <ConfirmAction
      action={remove}
      body={{ id }}
      leave={() => router.push(`${base}/groups`)}
      button={(open) => (
        <Button onClick={open}>
          <Trash2 className="size-4" aria-hidden />
          Delete
        </Button>
      )}
      title={`Delete plan group “${name}”?`}
      confirmLabel="Delete plan group"
      tone="danger"
      phrase={name}
    >
      <ul className="list-disc space-y-2 ps-5 marker:text-muted">
        <li>This can’t be undone. Products and subscriptions are kept.</li>
        {environment === 'test' && <li>The published plan group stays in live mode.</li>}
        <li>Each product has its own free trial again.</li>
      </ul>
    </ConfirmAction>
  );
}
