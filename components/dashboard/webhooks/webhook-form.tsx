'use client';
import { type FormEvent, useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, SubmitButton } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form, invalidNames } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { WebhookChannel } from '#server/webhooks/rules/webhook.ts';
import { useAction } from '../use-action.ts';
import { EventChecklist } from './event-checklist.tsx';
import { channels } from './webhook-words.ts';

/** What there is to change of a webhook. Its address and secret are not given out again. */
export interface EditedWebhook {
  readonly id: string;
  readonly channel: WebhookChannel;
  /** Without what lets somebody in. */
  readonly shownAddress: string;
  readonly events: readonly string[];
  readonly hasSecret: boolean;
}

interface WebhookFormProps {
  storeId: string;
  environment: Environment;
  /** Absent: a new one is added. */
  webhook?: EditedWebhook;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  onSaved?: (id: string) => void;
}

type Problems = Readonly<Partial<Record<'url' | 'events' | 'secret', string>>>;
const noAddress = 'Enter the whole address, without user name, password and #.';
const noEvent = 'Choose at least one event.';
const sentences: Problems = {
  url: noAddress,
  events: noEvent,
  secret: 'A secret has at most 256 characters.',
};
/** Of an address that is one, but may not be delivered to. */
const addressSentences: Readonly<Partial<Record<string, string>>> = {
  https_required: 'Live webhooks need an https:// address.',
  private_address:
    'This address leads into a private network. The operator can allow that with WEBHOOK_PRIVATE_ADDRESSES=on.',
};

/** Adds a webhook, or changes one: a dialog. */
export function WebhookForm({ storeId, environment, webhook, isOpen, setOpen, onSaved }: WebhookFormProps) {
  const formId = useId();
  const [chosen, setChosen] = useState<WebhookChannel>('http');
  const save = useAction<{ webhook: { id: string } }>(
    webhook ? 'store/update-webhook' : 'store/add-webhook',
    environment,
  );
  const message = save.error?.message;
  const [field] = save.error?.path?.split('.') ?? [];
  const isPlaced = field !== undefined && Object.hasOwn(sentences, field);
  const [missing, setMissing] = useState<Problems>();
  const errorOf = (name: 'url' | 'events' | 'secret') =>
    missing?.[name] ?? (field === name ? (addressSentences[save.error?.code ?? ''] ?? sentences[name]) : undefined);
  const channel = webhook?.channel ?? chosen;
  const close = () => {
    save.reset();
    setMissing(undefined);
    setOpen(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? '').trim();
    const events = given.getAll('events').map(String);
    const found: Problems = {
      ...(invalidNames(event.currentTarget).includes('url') && { url: noAddress }),
      ...(events.length === 0 && { events: noEvent }),
    };
    const isIncomplete = Object.keys(found).length > 0;
    setMissing(isIncomplete ? found : undefined);
    save.reset();
    if (isIncomplete) return;
    const secret = given.has('withoutSecret') ? { secret: null } : text('secret') ? { secret: text('secret') } : {};
    const body = webhook
      ? { id: webhook.id, events, ...(text('url') && { url: text('url') }), ...secret }
      : { storeId, channel, url: text('url'), events, testMode: environment === 'test', ...secret };
    save.mutate(body, {
      onSuccess: ({ webhook: saved }) => {
        close();
        onSaved?.(saved.id);
      },
    });
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => (open ? setOpen(true) : close())}
      size="large"
      title={webhook ? 'Edit this webhook' : 'Add a webhook'}
      description={`It hears of what happens in ${environment}.`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <SubmitButton form={formId} pending={save.isPending}>
            {webhook ? 'Save' : 'Add the webhook'}
          </SubmitButton>
        </>
      }
    >
      <Form problems={missing ?? save.error} id={formId} onSubmit={submit} className="flex flex-col gap-5">
        {message && !isPlaced && <Alert tone="danger">{message}</Alert>}
        {!webhook && (
          <Field label="Channel" hint="A chat gets a short text of each event, your server the event itself.">
            <Select name="channel" value={chosen} onChange={(event) => setChosen(event.target.value as WebhookChannel)}>
              {Object.entries(channels).map(([value, { name }]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <AddressFields channel={channel} webhook={webhook} errorOf={errorOf} />
        <EventChecklist
          chosen={webhook?.events ?? ['order.completed', 'subscription.activated', 'subscription.canceled']}
          error={errorOf('events')}
        />
      </Form>
    </Dialog>
  );
}

interface AddressFieldsProps {
  channel: WebhookChannel;
  webhook: EditedWebhook | undefined;
  errorOf: (name: 'url' | 'secret') => string | undefined;
}

/** The address, and the secret shared with the receiver. Neither can be read again, so in an edit both may stay empty. */
function AddressFields({ channel, webhook, errorOf }: AddressFieldsProps) {
  const { example, hint } = channels[channel];
  return (
    <>
      <Field
        label={webhook ? 'New address' : 'Address'}
        hint={
          <span className="wrap-anywhere">
            {webhook && `It goes to ${webhook.shownAddress} now; leave this empty to keep that. `}
            {hint}
          </span>
        }
        optional={webhook !== undefined}
        error={errorOf('url')}
      >
        <Input
          name="url"
          type="url"
          inputMode="url"
          maxLength={2048}
          placeholder={example}
          autoComplete="off"
          spellCheck={false}
          required={!webhook}
        />
      </Field>
      {(channel === 'http' || channel === 'feishu') && (
        <Field
          label={webhook?.hasSecret ? 'New secret' : 'Secret'}
          optional
          hint={
            webhook?.hasSecret
              ? 'There is one. It is not shown again; leave this empty to keep it.'
              : 'Shared with the receiver, who can check by it that a request is yours. It is not shown again.'
          }
          error={errorOf('secret')}
        >
          <Input
            name="secret"
            type="password"
            maxLength={256}
            autoComplete="new-password"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
      )}
      {webhook?.hasSecret && (
        <label className="-mt-3 flex min-h-11 cursor-pointer items-center gap-3 text-sm sm:min-h-9">
          <input type="checkbox" name="withoutSecret" className="size-4 shrink-0 accent-primary" />
          Remove the secret
        </label>
      )}
    </>
  );
}
