'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { callAction } from '#components/actions/call-action.ts';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';

/** Creates a store and opens its overview. */
export function NewStoreForm() {
  const router = useRouter();
  const create = useMutation({
    mutationFn: (name: string) => callAction<{ store: { slug: string } }>('store/create-store', 'test', { name }),
    onSuccess: ({ store }) => router.push(`/dashboard/${store.slug}/test`),
  });
  return (
    <Form
      problems={create.error}
      onSubmit={(data) => create.mutate(String(data.get('name')))}
      className="flex flex-col gap-4"
    >
      <Field label="Store name" hint="Up to 48 characters. You can change it later." error={create.error?.message}>
        <Input name="name" autoComplete="organization" maxLength={48} required />
      </Field>
      <SubmitButton pending={create.isPending || create.isSuccess}>Create store</SubmitButton>
    </Form>
  );
}
