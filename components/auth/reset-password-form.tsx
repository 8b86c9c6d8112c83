'use client';
import { useState } from 'react';
import { Alert } from '../ui/alert.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { AuthForm } from './auth-form.tsx';
import { callAuth, checkValues } from './call-auth.ts';

/** Sets a new password with the token from the email. */
export function ResetPasswordForm({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  const send = async (values: Record<string, string>) => {
    const { password = '' } = values;
    const problems =
      checkValues(values, 'new-password') ?? (await callAuth('reset-password', { newPassword: password, token }));
    if (!problems) setDone(true);
    return problems;
  };
  if (isDone) {
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="success" title="Your new password is set">
          Wherever you were signed in, you have been signed out.
        </Alert>
        <ButtonLink href="/sign-in" variant="primary" size="large">
          Sign in
        </ButtonLink>
      </div>
    );
  }
  return (
    <AuthForm submitLabel="Set new password" send={send}>
      {(errors) => (
        <Field label="New password" hint="At least 10 characters. Long beats complicated." error={errors.password}>
          <PasswordInput name="password" autoComplete="new-password" required />
        </Field>
      )}
    </AuthForm>
  );
}
