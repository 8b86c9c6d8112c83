'use client';
import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type ActionRefused, callAction } from '#components/actions/call-action.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { FormDialog } from '#components/ui/forms/form-dialog.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { SegmentedControl } from '#components/ui/forms/segmented-control.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { countText } from './webhook-words.ts';

interface Choice {
  readonly status: 'failed' | 'all';
  readonly from?: string;
  readonly to?: string;
}

interface Page {
  readonly count: number;
  readonly next: string | null;
}

interface SendAllAgainProps {
  webhookId: string;
  environment: Environment;
  isPaused: boolean;
}

const action = 'webhook-delivery/send-again-all';

/** Resends many deliveries after showing their number. */
export function SendAllAgain({ webhookId, environment, isPaused }: SendAllAgainProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [status, setStatus] = useState<Choice['status']>('failed');
  const count = useMutation<Choice & { count: number }, ActionRefused, Choice>({
    mutationFn: async (choice) => ({
      ...choice,
      count: (await callAction<Page>(action, environment, { webhookId, ...choice, dryRun: true })).count,
    }),
  });
  const send = useMutation<number, ActionRefused, Choice>({
    mutationFn: async (choice) => {
      let sentCount = 0;
      // Each call resends one batch and returns where the next batch begins.
      for (let from: string | null | undefined = choice.from; from !== null; ) {
        const body = { webhookId, ...choice, ...(from && { from }) };
        const page: Page = await callAction<Page>(action, environment, body);
        sentCount += page.count;
        from = page.next;
      }
      return sentCount;
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
  const submit = (data: FormData) => {
    if (found) {
      const { count: _, ...choice } = found;
      if (found.count > 0) send.mutate(choice);
      return;
    }
    const [from, to] = [readField(data, 'from'), readField(data, 'to')];
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
        Resend several
      </Button>
      <p role="status" className="sr-only">
        {send.isSuccess && `Resending ${countText(send.data, 'delivery', 'deliveries')}.`}
      </p>
      <FormDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Resend deliveries"
        description="Deliveries keep their IDs, so your handler can recognize duplicates. Events of one order are sent in order."
        submitLabel={found ? `Resend ${countText(found.count, 'delivery', 'deliveries')}` : 'Count deliveries'}
        variant={found ? 'primary' : 'secondary'}
        pending={count.isPending || send.isPending}
        disabled={found?.count === 0}
        problems={error}
        onSubmit={submit}
        onChange={change}
      >
        {error && field !== 'from' && field !== 'to' && <Alert tone="danger">{error.message}</Alert>}
        <SegmentedControl
          label="Deliveries"
          options={[
            { value: 'failed', label: 'Failed' },
            { value: 'all', label: 'All' },
          ]}
          value={status}
          onChange={setStatus}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="From" optional={status === 'failed'} error={field === 'from' && 'Enter a start time.'}>
            <Input name="from" type="datetime-local" step={60} max="9999-12-31T23:59" />
          </Field>
          <Field label="Until" optional error={field === 'to' && 'Enter a time after the start.'}>
            <Input name="to" type="datetime-local" step={60} max="9999-12-31T23:59" />
          </Field>
        </div>
        <p className="text-sm text-muted">
          Filters by creation time in your time zone. Pending deliveries are not resent.
        </p>
        <p role="status" className="text-sm empty:hidden">
          {found &&
            (found.count === 0
              ? 'No deliveries found.'
              : `${countText(found.count, 'delivery', 'deliveries')} selected.`)}
        </p>
        {found && isPaused && found.count > 0 && (
          <Alert role="note">This webhook is paused. Deliveries will be sent after you resume it.</Alert>
        )}
      </FormDialog>
    </>
  );
}

/** Reads a date-time field as ISO 8601; undefined if it is empty or invalid. */
function readField(data: FormData, name: string): string | undefined {
  const moment = new Date(String(data.get(name) ?? ''));
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
