'use client';
import { Send } from 'lucide-react';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import { Link } from '#components/ui/link.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { useAction } from '../use-action.ts';

interface TestEventFormProps {
  webhookId: string;
  environment: Environment;
  isPaused: boolean;
  mayEdit: boolean;
  /** The path of the webhook's deliveries. */
  href: string;
}

/** Sends a sample event to test the receiver. */
export function TestEventForm({ webhookId, environment, isPaused, mayEdit, href }: TestEventFormProps) {
  const send = useAction<{ delivery: { id: string } }>('webhook/send-test-event', environment);
  const submit = (data: FormData) => send.mutate({ id: webhookId, eventType: String(data.get('eventType')) });
  const isDisabled = !mayEdit || isPaused;
  return (
    <Form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Event"
        hint={isPaused ? 'Resume the webhook to send test events.' : undefined}
        error={send.error?.message}
      >
        <div className="flex flex-col gap-2 sm:max-w-lg sm:flex-row">
          <Select name="eventType" disabled={isDisabled} className="sm:flex-1">
            {webhookEvents.map((event) => (
              <option key={event}>{event}</option>
            ))}
          </Select>
          <SubmitButton variant="secondary" pending={send.isPending} disabled={isDisabled} className="shrink-0">
            <Send className="size-4" aria-hidden />
            Send test event
          </SubmitButton>
        </div>
      </Field>
      <p role="status" className="text-sm text-muted empty:hidden">
        {send.isSuccess && (
          <>
            Test event sent.{' '}
            <Link
              href={`${href}/${send.data.delivery.id}`}
              className="inline-block py-1 font-medium text-link underline underline-offset-2"
            >
              View delivery
            </Link>
          </>
        )}
      </p>
    </Form>
  );
}
