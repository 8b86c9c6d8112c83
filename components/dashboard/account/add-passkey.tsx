'use client';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { addPasskey, hasPasskeyAddress } from '#components/auth/passkey.ts';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { FreshSignIn } from './fresh-sign-in.tsx';
import { useAuth } from './use-auth.ts';

/** Adds a passkey of this device, after the password or another passkey once more where the sign-in is a while ago. */
export function AddPasskey() {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState<string>();
  const isAwake = useHydrated();
  const add = useAuth(addPasskey);
  if (isAwake && !hasPasskeyAddress()) {
    return (
      <Alert role="note">
        Passkeys are bound to an address with a name, in a browser that knows them. On this machine, open the dashboard
        at “localhost”.
      </Alert>
    );
  }
  const isStale = add.error?.code === 'SESSION_NOT_FRESH';
  const begin = (wanted: string) => {
    setName(wanted);
    add.mutate(wanted, { onSuccess: () => form.current?.reset() });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (!add.isPending) begin(typed || 'Passkey');
  };
  return (
    <>
      <form ref={form} onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
        {add.error && !isStale && <Alert tone="danger">{add.error.message}</Alert>}
        <div className="flex flex-wrap items-end gap-2">
          <Field label="Name of the new passkey" className="min-w-0 flex-1 basis-56">
            <Input name="name" maxLength={64} placeholder="My laptop" autoComplete="off" />
          </Field>
          <SubmitButton variant="secondary" pending={add.isPending}>
            <Plus className="size-4" aria-hidden />
            Add a passkey
          </SubmitButton>
        </div>
        <p role="status" className="text-sm text-success-text empty:hidden">
          {add.isSuccess && 'Added.'}
        </p>
      </form>
      {isStale && (
        <FreshSignIn onCancel={() => add.reset()} onConfirmed={() => begin(name ?? 'Passkey')}>
          You signed in a while ago. A passkey lets its holder sign in, so confirm that it is you.
        </FreshSignIn>
      )}
    </>
  );
}
