'use client';
import { RotateCw } from 'lucide-react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

/** Resends an email that failed or was not sent. */
export function SendAgainButton({ id, environment }: { id: string; environment: Environment }) {
  const resend = useAction('email-delivery/send-again', environment);
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="secondary" pending={resend.isPending} onClick={() => resend.mutate({ id })}>
        <RotateCw className="size-4" aria-hidden />
        Resend
      </Button>
      {resend.error && <Alert tone="danger">{resend.error.message}</Alert>}
    </div>
  );
}
