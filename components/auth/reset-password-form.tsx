'use client';
import { useEffect, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { PasswordInput } from '#components/ui/forms/password-input.tsx';
import { AuthForm } from './auth-form.tsx';
import { askAuth, callAuth, checkValues } from './call-auth.ts';
import { type ResetPasskey, ResetPasskeys } from './reset-passkeys.tsx';

/** Sets a new password with the token from the email, and removes the passkeys that are not the owner's. */
export function ResetPasswordForm({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  const [passkeys, setPasskeys] = useState<readonly ResetPasskey[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  useEffect(() => {
    // A link that no longer works says so when the password is sent.
    void askAuth<{ passkeys: readonly ResetPasskey[] }>('reset-details', { token }).then(
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
        <>
          <Field label="New password" hint="At least 10 characters. Long beats complicated." error={errors.password}>
            <PasswordInput name="password" autoComplete="new-password" required />
          </Field>
          {passkeys.length > 0 && <ResetPasskeys passkeys={passkeys} removed={removed} onChange={setRemoved} />}
        </>
      )}
    </AuthForm>
  );
}
