'use client';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { addPasskey, supportsPasskeys } from '#components/auth/passkey.ts';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { FreshSignIn } from './fresh-sign-in.tsx';
import { useAuth } from './use-auth.ts';

/** Adds a passkey for this device. Asks for the password or another passkey if the sign-in is not recent. */
export function AddPasskey() {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState<string>();
  const isHydrated = useHydrated();
  const add = useAuth(addPasskey);
  if (isHydrated && !supportsPasskeys()) {
    return (
      <Alert role="note">
        Passkeys need a browser that supports them and a host name instead of an IP address. On this machine, open the
        dashboard at “localhost”.
      </Alert>
    );
  }
  const isStale = add.error?.code === 'SESSION_NOT_FRESH';
  const start = (newName: string) => {
    setName(newName);
    add.mutate(newName, { onSuccess: () => form.current?.reset() });
  };
  const submit = (data: FormData) => start(String(data.get('name') ?? '').trim() || 'Passkey');
  return (
    <>
      <Form ref={form} onSubmit={submit} className="flex flex-col gap-4">
        {add.error && !isStale && <Alert tone="danger">{add.error.message}</Alert>}
        <div className="flex flex-wrap items-end gap-2">
          <Field label="Passkey name" className="min-w-0 flex-1 basis-56">
            <Input name="name" maxLength={64} placeholder="My laptop" autoComplete="off" />
          </Field>
          <SubmitButton variant="secondary" pending={add.isPending}>
            <Plus className="size-4" aria-hidden />
            Add passkey
          </SubmitButton>
        </div>
        <p role="status" className="text-sm text-success-text empty:hidden">
          {add.isSuccess && 'Passkey added.'}
        </p>
      </Form>
      {isStale && (
        <FreshSignIn onCancel={() => add.reset()} onConfirmed={() => start(name ?? 'Passkey')}>
          Confirm your identity to add a passkey.
        </FreshSignIn>
      )}
    </>
  );
}
