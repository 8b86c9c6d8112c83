'use client';
import { type ReactNode, useRef, useState } from 'react';
import type { Problems } from '#components/auth/call-auth.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { FormDialog } from '#components/ui/forms/form-dialog.tsx';
import { PasswordInput } from '#components/ui/forms/password-input.tsx';

interface PasswordDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Explains what happens after the confirmation. */
  children: ReactNode;
  confirmLabel: string;
  tone?: 'primary' | 'danger';
  pending: boolean;
  problems: Problems | undefined;
  onPassword: (password: string) => void;
  /** Alternatives to the password. */
  otherWays?: ReactNode;
}

/** Asks for the password before a change to the account's security. */
export function PasswordDialog(props: PasswordDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    children,
    confirmLabel,
    tone = 'primary',
    pending,
    problems,
    onPassword,
    otherWays,
  } = props;
  const [isEmpty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (data: FormData) => {
    const password = String(data.get('password') ?? '');
    setEmpty(password === '');
    if (password !== '') onPassword(password);
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      initialFocus={field}
      submitLabel={confirmLabel}
      variant={tone}
      pending={pending}
      problems={isEmpty || problems}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-3 text-sm">{children}</div>
      <Field label="Your password" error={isEmpty ? 'Enter your password.' : problems?.fields?.password}>
        <PasswordInput ref={field} name="password" autoComplete="current-password" required />
      </Field>
      {problems?.form && <Alert tone="danger">{problems.form}</Alert>}
      {otherWays && <div className="flex flex-wrap gap-2">{otherWays}</div>}
    </FormDialog>
  );
}
