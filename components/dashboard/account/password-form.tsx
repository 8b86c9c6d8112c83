'use client';
import { useRef, useState } from 'react';
import { checkValues, type Problems, requestAuth } from '#components/auth/call-auth.ts';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { PasswordInput } from '#components/ui/forms/password-input.tsx';
import { useAuth } from './use-auth.ts';

/** Changes the password and signs out all other sessions. */
export function PasswordForm() {
  const form = useRef<HTMLFormElement>(null);
  const [invalid, setInvalid] = useState<Problems>();
  const save = useAuth((body: { currentPassword: string; newPassword: string }) =>
    requestAuth('change-password', { ...body, revokeOtherSessions: true }),
  );
  const refused = save.error?.problems;
  const submit = (data: FormData) => {
    const [currentPassword, newPassword] = ['current', 'new'].map((name) => String(data.get(name) ?? ''));
    const found = {
      ...checkValues({ password: newPassword ?? '' }, 'new-password')?.fields,
      ...(!currentPassword && { current: 'Enter your current password.' }),
    };
    const isInvalid = Object.keys(found).length > 0;
    setInvalid(isInvalid ? { fields: found } : undefined);
    save.reset();
    if (isInvalid || !currentPassword || !newPassword) return;
    save.mutate({ currentPassword, newPassword }, { onSuccess: () => form.current?.reset() });
  };
  // The server reports a wrong current password in the field `password`.
  const isCurrentWrong = save.error?.code === 'INVALID_PASSWORD';
  return (
    <Form ref={form} problems={invalid ?? refused} onSubmit={submit} className="flex flex-col gap-4">
      {refused?.form && <Alert tone="danger">{refused.form}</Alert>}
      <Field
        label="Current password"
        error={invalid?.fields?.current ?? (isCurrentWrong ? refused?.fields?.password : undefined)}
      >
        <PasswordInput name="current" autoComplete="current-password" required />
      </Field>
      <Field
        label="New password"
        hint="At least 10 characters."
        error={invalid?.fields?.password ?? (isCurrentWrong ? undefined : refused?.fields?.password)}
      >
        <PasswordInput name="new" autoComplete="new-password" required />
      </Field>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="text-sm text-success-text">
          {save.isSuccess && 'Password changed. Other sessions have been signed out.'}
        </p>
        <SubmitButton pending={save.isPending} className="max-sm:w-full">
          Change password
        </SubmitButton>
      </div>
    </Form>
  );
}
