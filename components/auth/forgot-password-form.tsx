'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { AuthForm } from './auth-form.tsx';
import { callAuth, checkValues } from './call-auth.ts';

/** Asks for a reset link. The answer is the same whether or not there is such an account. */
export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string>();
  const send = async (values: Record<string, string>) => {
    const problems = checkValues(values, 'current-password') ?? (await callAuth('request-password-reset', values));
    if (!problems) setSentTo(values.email);
    return problems;
  };
  if (sentTo) {
    return (
      <Alert tone="success" title="Look into your mail">
        <p>
          If there is an account for <strong className="break-all">{sentTo}</strong>, a link to set a new password is on
          its way. It works once, within the next hour.
        </p>
        <p className="mt-2">
          Nothing after a few minutes? Check your spam folder, or ask the operator of this service.
        </p>
      </Alert>
    );
  }
  return (
    <AuthForm submitLabel="Send me a link" send={send}>
      {(errors) => (
        <Field label="Email" error={errors.email}>
          <Input name="email" type="email" autoComplete="username" inputMode="email" autoCapitalize="none" required />
        </Field>
      )}
    </AuthForm>
  );
}
