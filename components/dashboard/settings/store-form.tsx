'use client';
import { type FormEvent, useState } from 'react';
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
  /** Whether the merchant's role in the store allows it. */
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
const friendlier: Readonly<Partial<Record<(typeof fields)[number], string>>> = {
  supportEmail: 'Enter an email address, such as help@example.com, or leave it empty.',
  logo: 'Enter a whole address that begins with https://, or leave it empty.',
  website: 'Enter a whole address that begins with https:// or http://, or leave it empty.',
};
const noName = 'Enter a name.';

/** What a store says about itself. */
export function StoreForm({ environment, mayEdit, store }: StoreFormProps) {
  const update = useAction('store/update-store', environment);
  const [invalid, setInvalid] = useState<string[]>();
  const message = update.error?.message;
  const broken = fields.find((name) => name === update.error?.path);
  const errorOf = (name: (typeof fields)[number]) =>
    invalid?.includes(name)
      ? (friendlier[name] ?? noName)
      : broken === name
        ? (friendlier[name] ?? message)
        : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (update.isPending) return;
    const found = invalidNames(event.currentTarget);
    setInvalid(found.length > 0 ? found : undefined);
    update.reset();
    if (found.length > 0) return;
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? '').trim();
    const [supportEmail, website, logo] = [text('supportEmail'), text('website'), text('logo')].map(
      (typed) => typed || null,
    );
    const rest = { supportEmail, website, logo };
    update.mutate({ id: store.id, name: text('name'), status: text('status'), ...rest });
  };
  return (
    <Form problems={invalid ?? update.error} onSubmit={submit} className="flex flex-col gap-5">
      {!mayEdit && <Alert role="note">Only the store’s owner and admins can change this.</Alert>}
      {message && !broken && <Alert tone="danger">{message}</Alert>}
      <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-5">
        <Field
          label="Name"
          hint="Buyers see it at the checkout. The store’s address keeps its first form."
          error={errorOf('name')}
        >
          <Input name="name" defaultValue={store.name} maxLength={48} autoComplete="off" required />
        </Field>
        <Field
          label="Status"
          hint="Only an active store sells. The others refuse new checkouts and payments."
          error={errorOf('status')}
        >
          <Select name="status" defaultValue={store.status}>
            <option value="active">Active</option>
            <option value="inactive">Inactive</option>
            <option value="suspended">Suspended</option>
          </Select>
        </Field>
        <Field label="Support email" optional hint="Where buyers can ask for help." error={errorOf('supportEmail')}>
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
        <Field
          label="Logo"
          optional
          hint="The address of a picture. Buyers see it at the checkout and in letters."
          error={errorOf('logo')}
        >
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
