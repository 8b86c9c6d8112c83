'use client';
import { useRef } from 'react';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

const kinds = {
  email: {
    action: 'sender-email/add-email',
    label: 'Email address',
    button: 'Send code',
    input: { type: 'email', inputMode: 'email', placeholder: 'hello@example.com', maxLength: 254 },
    hint: 'We’ll email a six-digit verification code to this address.',
    formatHint: 'Enter an email address, such as hello@example.com.',
  },
  domain: {
    action: 'sender-domain/add-domain',
    label: 'Domain',
    button: 'Add domain',
    input: { type: 'text', inputMode: 'url', placeholder: 'mail.example.com', maxLength: 260 },
    hint: 'Add a DNS record to verify your domain.',
    formatHint: 'Enter a domain name, such as mail.example.com, without https://.',
  },
} as const;

interface AddSenderFormProps {
  kind: keyof typeof kinds;
  environment: Environment;
  storeId: string;
  mayEdit: boolean;
}

/** Adds a sender address or domain. */
export function AddSenderForm({ kind, environment, storeId, mayEdit }: AddSenderFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { action, label, button, input, hint, formatHint } = kinds[kind];
  const add = useAction(action, environment);
  const submit = (data: FormData) =>
    add.mutate({ storeId, [kind]: String(data.get(kind) ?? '') }, { onSuccess: () => form.current?.reset() });
  const message = add.error?.message;
  const isMalformed = add.error?.path === kind && add.error.code !== 'already_added';
  return (
    <Form ref={form} problems={add.error} onSubmit={submit} className="flex flex-col gap-3">
      <Field label={label} hint={hint} error={isMalformed ? formatHint : message}>
        <div className="flex flex-col gap-2 sm:flex-row">
          <Input {...input} name={kind} autoComplete="off" spellCheck={false} disabled={!mayEdit} required />
          <SubmitButton variant="secondary" pending={add.isPending} disabled={!mayEdit} className="shrink-0">
            {button}
          </SubmitButton>
        </div>
      </Field>
    </Form>
  );
}
