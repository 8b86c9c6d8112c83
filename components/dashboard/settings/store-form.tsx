'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form, invalidNames } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { StoreStatus } from '#server/stores/rules/store.ts';
import { useAction } from '../use-action.ts';

interface StoreFormProps {
  environment: Environment;
  /** Whether the member's role allows edits. */
  mayEdit: boolean;
  store: {
    readonly id: string;
    readonly name: string;
    readonly status: StoreStatus;
    readonly supportEmail: string | null;
    readonly website: string | null;
    readonly logo: string | null;
  };
}

const fields = ['name', 'supportEmail', 'website', 'logo', 'status'] as const;
const formatHints: Readonly<Partial<Record<(typeof fields)[number], string>>> = {
  supportEmail: 'Enter an email address, such as help@example.com, or leave it empty.',
  logo: 'Enter a full URL that starts with https://, or leave it empty.',
  website: 'Enter a full URL that starts with https:// or http://, or leave it empty.',
};
const missingName = 'Enter a name.';

/** The store's name, status and public details. */
export function StoreForm({ environment, mayEdit, store }: StoreFormProps) {
  const update = useAction('store/update-store', environment);
  const [invalid, setInvalid] = useState<string[]>();
  const message = update.error?.message;
  const refusedField = fields.find((name) => name === update.error?.path);
  const errorOf = (name: (typeof fields)[number]) =>
    invalid?.includes(name)
      ? (formatHints[name] ?? missingName)
      : refusedField === name
        ? (formatHints[name] ?? message)
        : undefined;
  const submit = (data: FormData, form: HTMLFormElement) => {
    const found = invalidNames(form);
    setInvalid(found.length > 0 ? found : undefined);
    update.reset();
    if (found.length > 0) return;
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const [supportEmail, website, logo] = [text('supportEmail'), text('website'), text('logo')].map(
      (typed) => typed || null,
    );
    const details = { supportEmail, website, logo };
    update.mutate({ id: store.id, name: text('name'), status: text('status'), ...details });
  };
  return (
    <Form problems={invalid ?? update.error} onSubmit={submit} className="flex flex-col gap-5">
      {!mayEdit && <Alert role="note">Only the store owner and admins can change these settings.</Alert>}
      {message && !refusedField && <Alert tone="danger">{message}</Alert>}
      <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-5">
        <Field label="Name" hint="Shown at checkout. The store URL does not change." error={errorOf('name')}>
          <Input name="name" defaultValue={store.name} maxLength={48} autoComplete="off" required />
        </Field>
        <Field label="Status" hint="Inactive and suspended stores can’t accept payments." error={errorOf('status')}>
          <Select name="status" defaultValue={store.status}>
            <option value="active">Active</option>
            <option value="inactive">Inactive</option>
            <option value="suspended">Suspended</option>
          </Select>
        </Field>
        <Field label="Support email" optional hint="Shown to customers who need help." error={errorOf('supportEmail')}>
          <Input
            name="supportEmail"
            type="email"
            inputMode="email"
            defaultValue={store.supportEmail ?? ''}
            autoComplete="off"
          />
        </Field>
        <Field label="Website" optional error={errorOf('website')}>
          <Input
            name="website"
            type="url"
            inputMode="url"
            defaultValue={store.website ?? ''}
            autoComplete="off"
            placeholder="https://"
          />
        </Field>
        <Field label="Logo" optional hint="Image URL. Shown at checkout and in emails." error={errorOf('logo')}>
          <Input
            name="logo"
            type="url"
            inputMode="url"
            defaultValue={store.logo ?? ''}
            autoComplete="off"
            placeholder="https://"
          />
        </Field>
      </fieldset>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="text-sm text-success-text">
          {update.isSuccess && 'Saved.'}
        </p>
        <SubmitButton pending={update.isPending} disabled={!mayEdit} className="max-sm:w-full">
          Save
        </SubmitButton>
      </div>
    </Form>
  );
}
