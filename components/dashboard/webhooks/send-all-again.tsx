'use client';
import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useState } from 'react';
import { type ActionRefused, callAction } from '#components/actions/call-action.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button, SubmitButton } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { SegmentedControl } from '#components/ui/forms/segmented-control.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { countText } from './webhook-words.ts';

interface Choice {
  readonly status: 'failed' | 'all';
  readonly from?: string;
  readonly to?: string;
}

interface Answer {
  readonly count: number;
  readonly next: string | null;
}

interface SendAllAgainProps {
  webhookId: string;
  environment: Environment;
  isPaused: boolean;
}

const action = 'webhook-delivery/send-again-all';

/** Sends many deliveries again: first it says how many they are. */
export function SendAllAgain({ webhookId, environment, isPaused }: SendAllAgainProps) {
  const router = useRouter();
  const formId = useId();
  const [isOpen, setOpen] = useState(false);
  const [status, setStatus] = useState<Choice['status']>('failed');
  const count = useMutation<Choice & { count: number }, ActionRefused, Choice>({
    mutationFn: async (choice) => ({
      ...choice,
      count: (await callAction<Answer>(action, environment, { webhookId, ...choice, dryRun: true })).count,
    }),
  });
  const send = useMutation<number, ActionRefused, Choice>({
    mutationFn: async (choice) => {
      let sent = 0;
      // Each call takes as many as one transaction can, and says where the next one begins.
      for (let from: string | null | undefined = choice.from; from !== null; ) {
        const body = { webhookId, ...choice, ...(from && { from }) };
        const answer: Answer = await callAction<Answer>(action, environment, body);
        sent += answer.count;
        from = answer.next;
      }
      return sent;
    },
    onSettled: () => router.refresh(),
    onSuccess: () => setOpen(false),
  });
  const error = count.error ?? send.error;
  const field = error?.path;
  const found = count.data;
  const change = () => {
    count.reset();
    send.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (count.isPending || send.isPending) return;
    if (found) {
      const { count: _, ...choice } = found;
      if (found.count > 0) send.mutate(choice);
      return;
    }
    const [from, to] = [readField(event.currentTarget, 'from'), readField(event.currentTarget, 'to')];
    count.mutate({ status, ...(from && { from }), ...(to && { to }) });
  };
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          change();
          setOpen(true);
        }}
      >
        <RotateCcw className="size-4" aria-hidden />
        Send several again
      </Button>
      <p role="status" className="sr-only">
        {send.isSuccess && `${countText(send.data, 'delivery', 'deliveries')} go out again.`}
      </p>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Send several again"
        description="Each keeps its id, by which your handler knows it. Those of one order go out in their order."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <SubmitButton
              form={formId}
              pending={count.isPending || send.isPending}
              disabled={found?.count === 0}
              variant={found ? 'primary' : 'secondary'}
            >
              {found ? `Send ${countText(found.count, 'delivery', 'deliveries')} again` : 'Count them'}
            </SubmitButton>
          </>
        }
      >
        <Form problems={error} id={formId} onSubmit={submit} onChange={change} className="flex flex-col gap-4">
          {error && field !== 'from' && field !== 'to' && <Alert tone="danger">{error.message}</Alert>}
          <SegmentedControl
            label="Which"
            options={[
              { value: 'failed', label: 'Those that failed' },
              { value: 'all', label: 'All, arrived or not' },
            ]}
            value={status}
            onChange={setStatus}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="From" optional={status === 'failed'} error={field === 'from' && 'Say since when.'}>
              <Input name="from" type="datetime-local" step={60} max="9999-12-31T23:59" />
            </Field>
            <Field label="Until" optional error={field === 'to' && 'That is not later than the beginning.'}>
              <Input name="to" type="datetime-local" step={60} max="9999-12-31T23:59" />
            </Field>
          </div>
          <p className="text-sm text-muted">
            By when the deliveries were made, in your time zone. What still waits is left alone.
          </p>
          <p role="status" className="text-sm empty:hidden">
            {found &&
              (found.count === 0
                ? 'There are none.'
                : `${countText(found.count, 'delivery is', 'deliveries are')} meant.`)}
          </p>
          {found && isPaused && found.count > 0 && (
            <Alert role="note">The webhook is paused: they go out once it is resumed.</Alert>
          )}
        </Form>
      </Dialog>
    </>
  );
}

/** What a field of a date and a time says, ISO 8601; undefined where it is empty or no moment. */
function readField(form: HTMLFormElement, name: string): string | undefined {
  const moment = new Date(String(new FormData(form).get(name) ?? ''));
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
