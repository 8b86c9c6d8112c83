'use client';
import { useEffect, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { PasswordInput } from '#components/ui/forms/password-input.tsx';
import { AuthForm } from './auth-form.tsx';
import { callAuth, checkValues, requestAuth } from './call-auth.ts';
import { type ResetPasskey, ResetPasskeys } from './reset-passkeys.tsx';

/** Sets a new password with the emailed token, and removes the selected passkeys. */
export function ResetPasswordForm({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  const [passkeys, setPasskeys] = useState<readonly ResetPasskey[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  useEffect(() => {
    // An expired link is reported when the password is submitted.
    void requestAuth<{ passkeys: readonly ResetPasskey[] }>('reset-details', { token }).then(
      (answer) => !answer.problems && setPasskeys(answer.data.passkeys),
    );
  }, [token]);
  const send = async ({ password = '' }: Record<string, string>) => {
    const body = { newPassword: password, token, removePasskeys: removed };
    const problems = checkValues({ password }, 'new-password') ?? (await callAuth('reset-password', body));
    if (!problems) setDone(true);
    return problems;
  };
  if (isDone) {
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="success" title="Password changed">
          You have been signed out on all devices.
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
        <>
          <Field label="New password" hint="At least 10 characters." error={errors.password}>
            <PasswordInput name="password" autoComplete="new-password" required />
          </Field>
          {passkeys.length > 0 && <ResetPasskeys passkeys={passkeys} removed={removed} onChange={setRemoved} />}
        </>
      )}
    </AuthForm>
  );
}
