'use client';
import type { FormEvent } from 'react';
import { requestAuth } from '#components/auth/call-auth.ts';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { useAuth } from './use-auth.ts';

/** Edits the account's display name. */
export function NameForm({ name }: { name: string }) {
  const save = useAuth((body: { name: string }) => requestAuth('update-user', body));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (typed !== '' && !save.isPending) save.mutate({ name: typed });
  };
  return (
    <form onSubmit={submit} method="post" className="flex flex-col gap-4">
      {save.error && <Alert tone="danger">{save.error.message}</Alert>}
      <Field label="Your name" hint="Visible to other members of your stores. Used in emails.">
        <Input name="name" defaultValue={name} maxLength={100} autoComplete="name" required />
      </Field>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="text-sm text-success-text">
          {save.isSuccess && 'Saved.'}
        </p>
        <SubmitButton pending={save.isPending} className="max-sm:w-full">
          Save
        </SubmitButton>
      </div>
    </form>
  );
}
