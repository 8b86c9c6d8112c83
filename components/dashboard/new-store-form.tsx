'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useRef } from 'react';
import { SubmitButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { useFocusInvalid } from '../ui/use-focus-invalid.ts';
import { callAction } from './call-action.ts';

/** Opens a store and goes there. */
export function NewStoreForm() {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const create = useMutation({
    mutationFn: (name: string) => callAction<{ store: { slug: string } }>('store/create-store', 'test', { name }),
    onSuccess: ({ store }) => router.push(`/dashboard/${store.slug}/test`),
  });
  useFocusInvalid(form, create.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!create.isPending) create.mutate(String(new FormData(event.currentTarget).get('name')));
  };
  return (
    <form ref={form} onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      <Field label="Store name" hint="Up to 48 characters. You can change it later." error={create.error?.message}>
        <Input name="name" autoComplete="organization" maxLength={48} required />
      </Field>
      <SubmitButton pending={create.isPending || create.isSuccess}>Open store</SubmitButton>
    </form>
  );
}
