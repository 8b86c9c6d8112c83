'use client';
import { Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { useAction } from '../use-action.ts';
import { type EditedWebhook, WebhookForm } from './webhook-form.tsx';
import { countText } from './webhook-words.ts';

interface WebhookButtonsProps {
  storeId: string;
  environment: Environment;
  webhook: EditedWebhook;
  isPaused: boolean;
  isFailing: boolean;
  waiting: number;
  /** The path of the webhook list. */
  href: string;
}

/** A webhook's actions: pause or resume, edit, remove. */
export function WebhookButtons(props: WebhookButtonsProps) {
  const { storeId, environment, webhook } = props;
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <PauseButton {...props} />
      <Button onClick={() => setEditing(true)}>
        <Pencil className="size-4" aria-hidden />
        Edit
      </Button>
      <WebhookForm
        storeId={storeId}
        environment={environment}
        webhook={webhook}
        isOpen={isEditing}
        setOpen={setEditing}
      />
      <RemoveButton {...props} />
    </>
  );
}

/** Pauses or resumes the webhook after a confirmation. */
function PauseButton({ webhook, environment, isPaused, isFailing, waiting }: WebhookButtonsProps) {
  const [dialog, setDialog] = useState<'pause' | 'resume'>();
  const [isOpen, setOpen] = useState(false);
  const pause = useAction('webhook/pause', environment);
  const resume = useAction('webhook/resume', environment);
  const { mutate, isPending, error, reset } = dialog === 'resume' ? resume : pause;
  const open = () => {
    reset();
    setDialog(isPaused ? 'resume' : 'pause');
    setOpen(true);
  };
  const Icon = isPaused ? Play : Pause;
  const isResume = dialog === 'resume';
  return (
    <>
      <Button variant={isPaused ? 'primary' : 'secondary'} onClick={open}>
        <Icon className="size-4" aria-hidden />
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={isResume ? 'Resume this webhook?' : 'Pause this webhook?'}
        confirmLabel={isResume ? 'Resume' : 'Pause'}
        pending={isPending}
        error={error?.message}
        onConfirm={() => mutate({ id: webhook.id }, { onSuccess: () => setOpen(false) })}
      >
        {isResume ? (
          <>
            <p>
              {waiting > 0
                ? `${countText(waiting, 'pending delivery', 'pending deliveries')} will be sent now`
                : 'No deliveries are pending'}
              {isFailing && '. Deliveries that failed during the outage are sent again'}. Events of one order are sent
              in order.
            </p>
            <p className="text-muted">Failed deliveries are retried for more than a day.</p>
          </>
        ) : (
          <p>Deliveries are queued until you resume the webhook. No events are lost.</p>
        )}
      </ConfirmDialog>
    </>
  );
}

/** Permanently removes a webhook after a confirmation. */
function RemoveButton({ webhook, environment, waiting, href }: WebhookButtonsProps) {
  const router = useRouter();
  const remove = useAction('store/remove-webhook', environment);
  return (
    <ConfirmAction
      action={remove}
      body={{ id: webhook.id }}
      leave={() => router.push(href)}
      button={(open) => (
        <Button variant="ghost" onClick={open}>
          <Trash2 className="size-4" aria-hidden />
          Remove
        </Button>
      )}
      title="Remove this webhook?"
      confirmLabel="Remove webhook"
      tone="danger"
    >
      <p>
        Events are no longer sent to {webhook.shownAddress}
        {waiting > 0 && `, including ${countText(waiting, 'pending delivery', 'pending deliveries')}`}. This can’t be
        undone.
      </p>
      <p className="text-muted">
        Past deliveries stay visible for 30 days but can’t be resent. To stop deliveries temporarily, pause the webhook
        instead.
      </p>
    </ConfirmAction>
  );
}
