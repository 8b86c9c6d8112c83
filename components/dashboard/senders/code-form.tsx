'use client';
import { useRef } from 'react';
import { Button, SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

interface CodeFormProps {
  id: string;
  email: string;
  environment: Environment;
}

const codeMessages: Readonly<Record<string, string>> = {
  missing_field: 'Enter the six digits from the email.',
  invalid_field: 'Enter the six digits from the email.',
  wrong_code: 'Incorrect code. Use the code from the latest email.',
  code_expired: 'This code has expired. Request a new one.',
  too_many_wrong_codes: 'Too many incorrect codes. Request a new one.',
};

/** Verifies an address with the emailed code, or sends a new code. */
export function CodeForm({ id, email, environment }: CodeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const confirm = useAction('sender-email/confirm-email', environment);
  const resend = useAction('sender-email/resend-code', environment);
  const submit = (data: FormData) => {
    resend.reset();
    confirm.mutate({ id, code: String(data.get('code') ?? '') });
  };
  const resendCode = () => {
    if (resend.isPending) return;
    confirm.reset();
    form.current?.reset();
    resend.mutate({ id });
  };
  const { code = '', message } = confirm.error ?? {};
  return (
    <Form ref={form} problems={confirm.error} onSubmit={submit} className="flex flex-col gap-2">
      <Field
        label={
          <>
            Code <span className="sr-only">sent to {email}</span>
          </>
        }
        hint="Six digits. Expires after 30 minutes."
        error={message && (codeMessages[code] ?? message)}
      >
        <div className="flex flex-wrap gap-2">
          <Input
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={11}
            className="w-32! font-mono tracking-widest"
            required
          />
          <SubmitButton pending={confirm.isPending}>Verify</SubmitButton>
          <Button variant="ghost" pending={resend.isPending} onClick={resendCode}>
            Resend code
          </Button>
        </div>
      </Field>
      <p role="status" className="text-sm text-muted empty:hidden">
        {resend.isSuccess && 'We sent a new code. The previous code no longer works.'}
        {resend.error?.message}
      </p>
    </Form>
  );
}
