'use client';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Problems } from '#components/auth/call-auth.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
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
  const [formId, field] = [useId(), useRef<HTMLInputElement>(null)];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = field.current?.value ?? '';
    setEmpty(password === '');
    if (password !== '' && !pending) onPassword(password);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      initialFocus={field}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant={tone} pending={pending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">{children}</div>
      <Form problems={isEmpty || problems} id={formId} onSubmit={submit}>
        <Field label="Your password" error={isEmpty ? 'Enter your password.' : problems?.fields?.password}>
          <PasswordInput ref={field} name="password" autoComplete="current-password" required />
        </Field>
      </Form>
      {problems?.form && <Alert tone="danger">{problems.form}</Alert>}
      {otherWays && <div className="flex flex-wrap gap-2">{otherWays}</div>}
    </Dialog>
  );
}
