'use client';
import { type ReactNode, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import type { Problems } from './call-auth.ts';

interface AuthFormProps {
  submitLabel: string;
  /** Sends the values by field name. Returns problems, or undefined on success, when the page navigates. */
  send: (values: Record<string, string>) => Promise<Problems | undefined>;
  children: (errors: Readonly<Record<string, string>>) => ReactNode;
}

/** A form of an authentication page. The input is kept when it fails. */
export function AuthForm({ submitLabel, send, children }: AuthFormProps) {
  const [problems, setProblems] = useState<Problems>();
  const [isPending, setPending] = useState(false);
  const submit = async (data: FormData) => {
    const values = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));
    setPending(true);
    const found = await send(values);
    setProblems(found);
    // After a success the button stays busy until the next page has loaded.
    if (found) setPending(false);
  };
  return (
    <Form problems={problems} onSubmit={submit} className="flex flex-col gap-4">
      {problems?.form && <Alert tone="danger">{problems.form}</Alert>}
      {children(problems?.fields ?? {})}
      <SubmitButton size="large" pending={isPending} className="mt-1">
        {submitLabel}
      </SubmitButton>
    </Form>
  );
}
