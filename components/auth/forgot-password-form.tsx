'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { AuthForm } from './auth-form.tsx';
import { callAuth, checkValues } from './call-auth.ts';

/** Requests a reset link. The response does not reveal whether the account exists. */
export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string>();
  const send = async (values: Record<string, string>) => {
    const problems = checkValues(values, 'current-password') ?? (await callAuth('request-password-reset', values));
    if (!problems) setSentTo(values.email);
    return problems;
  };
  if (sentTo) {
    return (
      <Alert tone="success" title="Check your inbox">
        <p>
          If there is an account for <strong className="break-all">{sentTo}</strong>, we’ve emailed a link to set a new
          password. It works once and expires in one hour.
        </p>
        <p className="mt-2">No email after a few minutes? Check your spam folder or contact the operator.</p>
      </Alert>
    );
  }
  return (
    <AuthForm submitLabel="Email me a link" send={send}>
      {(errors) => (
        <Field label="Email" error={errors.email}>
          <Input name="email" type="email" autoComplete="username" inputMode="email" autoCapitalize="none" required />
        </Field>
      )}
    </AuthForm>
  );
}
