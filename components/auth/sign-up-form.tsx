'use client';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { AuthForm } from './auth-form.tsx';
import { callAuth, checkValues } from './call-auth.ts';

/** Makes an account, which is signed in at once, and goes on: to open its first store, or to what it was made for. */
export function SignUpForm({ next }: { next: string }) {
  const send = async (values: Record<string, string>) => {
    const problems = checkValues(values, 'new-password') ?? (await callAuth('sign-up/email', values));
    if (!problems) window.location.assign(next);
    return problems;
  };
  return (
    <AuthForm submitLabel="Create account" send={send}>
      {(errors) => (
        <>
          <Field label="Your name" error={errors.name}>
            <Input name="name" autoComplete="name" maxLength={100} required />
          </Field>
          <Field label="Email" error={errors.email}>
            <Input name="email" type="email" autoComplete="username" inputMode="email" autoCapitalize="none" required />
          </Field>
          <Field label="Password" hint="At least 10 characters. Long beats complicated." error={errors.password}>
            <PasswordInput name="password" autoComplete="new-password" required />
          </Field>
        </>
      )}
    </AuthForm>
  );
}
