'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { invalidNames } from '#components/ui/forms/form.tsx';
import { FormDialog } from '#components/ui/forms/form-dialog.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { WebhookChannel } from '#server/webhooks/rules/webhook.ts';
import { useAction } from '../use-action.ts';
import { EventChecklist } from './event-checklist.tsx';
import { channels } from './webhook-words.ts';

/** A webhook being edited. Its URL and secret are write-only. */
export interface EditedWebhook {
  readonly id: string;
  readonly channel: WebhookChannel;
  /** The URL without secrets. */
  readonly shownAddress: string;
  readonly events: readonly string[];
  readonly hasSecret: boolean;
}

interface WebhookFormProps {
  storeId: string;
  environment: Environment;
  /** Absent for a new webhook. */
  webhook?: EditedWebhook;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  onSaved?: (id: string) => void;
}

type Problems = Readonly<Partial<Record<'url' | 'events' | 'secret', string>>>;
const invalidUrl = 'Enter a full URL without a user name, password or #.';
const noEvents = 'Choose at least one event.';
const fieldMessages: Problems = {
  url: invalidUrl,
  events: noEvents,
  secret: 'Enter at most 256 characters.',
};
/** For a valid URL that deliveries may not use, by error code. */
const urlMessages: Readonly<Partial<Record<string, string>>> = {
  https_required: 'Live webhooks require an https:// URL.',
  private_address: 'This URL points to a private network. The operator can allow it with WEBHOOK_PRIVATE_ADDRESSES=on.',
};

/** The dialog that adds or edits a webhook. */
export function WebhookForm({ storeId, environment, webhook, isOpen, setOpen, onSaved }: WebhookFormProps) {
  const [chosen, setChosen] = useState<WebhookChannel>('http');
  const save = useAction<{ webhook: { id: string } }>(
    webhook ? 'store/update-webhook' : 'store/add-webhook',
    environment,
  );
  const message = save.error?.message;
  const [field] = save.error?.path?.split('.') ?? [];
  const isFieldError = field !== undefined && Object.hasOwn(fieldMessages, field);
  const [missing, setMissing] = useState<Problems>();
  const errorOf = (name: 'url' | 'events' | 'secret') =>
    missing?.[name] ?? (field === name ? (urlMessages[save.error?.code ?? ''] ?? fieldMessages[name]) : undefined);
  const channel = webhook?.channel ?? chosen;
  const close = () => {
    save.reset();
    setMissing(undefined);
    setOpen(false);
  };
  const submit = (data: FormData, form: HTMLFormElement) => {
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const events = data.getAll('events').map(String);
    const found: Problems = {
      ...(invalidNames(form).includes('url') && { url: invalidUrl }),
      ...(events.length === 0 && { events: noEvents }),
    };
    const isIncomplete = Object.keys(found).length > 0;
    setMissing(isIncomplete ? found : undefined);
    save.reset();
    if (isIncomplete) return;
    const secret = text('secret') || null;
    const changesSecret = secret !== null || data.has('withoutSecret');
    const body = webhook
      ? { id: webhook.id, events, ...(text('url') && { url: text('url') }), ...(changesSecret && { secret }) }
      : { storeId, channel, url: text('url'), events, testMode: environment === 'test', secret };
    save.mutate(body, {
      onSuccess: ({ webhook: saved }) => {
        close();
        onSaved?.(saved.id);
      },
    });
  };
  return (
    <FormDialog
      open={isOpen}
      onOpenChange={(open) => (open ? setOpen(true) : close())}
      size="large"
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      description={`Receives ${environment === 'prod' ? 'live' : 'test'} events.`}
      submitLabel={webhook ? 'Save' : 'Add webhook'}
      pending={save.isPending}
      problems={missing ?? save.error}
      onSubmit={submit}
    >
      {message && !isFieldError && <Alert tone="danger">{message}</Alert>}
      {!webhook && (
        <Field label="Channel" hint="Your server receives full events. Chats receive a short text.">
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
    </FormDialog>
  );
}

interface AddressFieldsProps {
  channel: WebhookChannel;
  webhook: EditedWebhook | undefined;
  errorOf: (name: 'url' | 'secret') => string | undefined;
}

/** The URL and the shared secret. Both are write-only, so in an edit an empty field keeps the saved value. */
function AddressFields({ channel, webhook, errorOf }: AddressFieldsProps) {
  const { example, hint } = channels[channel];
  return (
    <>
      <Field
        label={webhook ? 'New URL' : 'URL'}
        hint={
          <span className="wrap-anywhere">
            {webhook && `Current URL: ${webhook.shownAddress}. Leave empty to keep it. `}
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
              ? 'A secret is set. Leave empty to keep it.'
              : 'Signs each request so that the receiver can verify its origin. Not shown again.'
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
          Remove secret
        </label>
      )}
    </>
  );
}
