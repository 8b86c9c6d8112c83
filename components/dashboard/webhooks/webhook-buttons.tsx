'use client';
import { Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import type { Environment } from '#server/domain/environments.ts';
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
  /** Where the webhooks are. */
  href: string;
}

/** What is done with a webhook: changed, paused or resumed, removed. */
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

/** Pauses or resumes, after saying what that does. */
function PauseButton({ webhook, environment, isPaused, isFailing, waiting }: WebhookButtonsProps) {
  const [asked, setAsked] = useState<'pause' | 'resume'>();
  const [isOpen, setOpen] = useState(false);
  const pause = useAction('webhook/pause', environment);
  const resume = useAction('webhook/resume', environment);
  const { mutate, isPending, error, reset } = asked === 'resume' ? resume : pause;
  const open = () => {
    reset();
    setAsked(isPaused ? 'resume' : 'pause');
    setOpen(true);
  };
  const Icon = isPaused ? Play : Pause;
  const isResume = asked === 'resume';
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
              {waiting > 0 ? `${countText(waiting, 'delivery', 'deliveries')} that waited go out now` : 'Nothing waits'}
              {isFailing && ', and so does what has failed for good since it began to fail'}. Events of one order go out
              in their order.
            </p>
            <p className="text-muted">What it still fails to take is tried again for more than a day.</p>
          </>
        ) : (
          <p>Nothing is sent there until you resume it. What happens meanwhile waits, and nothing is lost.</p>
        )}
      </ConfirmDialog>
    </>
  );
}

/** Removes a webhook for good, after saying what that means. */
function RemoveButton({ webhook, environment, waiting, href }: WebhookButtonsProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const remove = useAction('store/remove-webhook', environment);
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        <Trash2 className="size-4" aria-hidden />
        Remove
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Remove this webhook?"
        confirmLabel="Remove"
        cancelLabel="Keep it"
        tone="danger"
        pending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate({ id: webhook.id }, { onSuccess: () => router.push(href) })}
      >
        <p>
          Nothing more is sent to {webhook.shownAddress}
          {waiting > 0 && `, not even ${countText(waiting, 'delivery', 'deliveries')} that still wait`}. It cannot be
          undone.
        </p>
        <p className="text-muted">
          Its deliveries can be read for 30 days, but not sent again. To stop it for a while, pause it.
        </p>
      </ConfirmDialog>
    </>
  );
}
