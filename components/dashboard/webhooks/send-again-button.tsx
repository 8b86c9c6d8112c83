'use client';
import { RotateCcw } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { DeliveryStatus } from '#server/webhooks/rules/webhook.ts';
import { useAction } from '../use-action.ts';

interface SendAgainButtonProps {
  deliveryId: string;
  environment: Environment;
  status: DeliveryStatus;
  isPaused: boolean;
}

const messages: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'Sending.',
  success: 'Delivered.',
  failed: 'Delivery failed.',
};

/** Resends one delivery immediately, whatever its status, and reports the outcome. */
export function SendAgainButton({ deliveryId, environment, status, isPaused }: SendAgainButtonProps) {
  const send = useAction('webhook-delivery/send-again', environment);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className="text-sm text-danger-text empty:hidden">
        {send.error?.message}
      </p>
      <ChangeNote of={status}>
        {isPaused && status === 'pending' ? 'It will be sent after the webhook is resumed.' : messages[status]}
      </ChangeNote>
      {!(isPaused && status === 'pending') && (
        <Button pending={send.isPending} onClick={() => send.mutate({ id: deliveryId })}>
          <RotateCcw className="size-4" aria-hidden />
          {status === 'pending' ? 'Send now' : 'Resend'}
        </Button>
      )}
    </div>
  );
}
