'use client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import type { Problems } from './call-auth.ts';

interface AuthFormProps {
  submitLabel: string;
  /** Gets what was typed by field name; answers with what is wrong. Undefined: it worked, and the page moves on. */
  send: (values: Record<string, string>) => Promise<Problems | undefined>;
  children: (errors: Readonly<Record<string, string>>) => ReactNode;
}

/** A form of an account page. What was typed stays, whatever the answer. */
export function AuthForm({ submitLabel, send, children }: AuthFormProps) {
  const [problems, setProblems] = useState<Problems>();
  const [isPending, setPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    setPending(true);
    const found = await send(values);
    setProblems(found);
    // After a success the next page is on its way: the button stays busy until it is there.
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
