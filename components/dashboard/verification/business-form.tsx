'use client';
import { useState } from 'react';
import type { Refusal } from '#components/actions/call-action.ts';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form, invalidNames } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import { Textarea } from '#components/ui/forms/textarea.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { BusinessDetails } from '#server/stores/rules/kyb-ticket.ts';
import { useAction } from '../use-action.ts';

interface BusinessFormProps {
  environment: Environment;
  storeId: string;
  /** Whether the member's role allows edits. */
  mayEdit: boolean;
  countries: readonly (readonly [code: string, name: string])[];
  /** The details submitted earlier. */
  previous: Partial<BusinessDetails>;
}

const fieldMessages: Record<keyof BusinessDetails, string> = {
  legalName: 'Enter the registered name of the business.',
  country: 'Choose the country of registration.',
  registrationNumber: 'Enter the registration number.',
  address: 'Enter the full address of the business.',
  website: 'Enter a full URL that starts with https:// or http://.',
  contactName: 'Enter the name of a contact person.',
  contactEmail: 'Enter an email address, such as ana@example.com.',
  description: 'Describe your products and customers in a sentence or two.',
};
const maxLengths: Record<keyof BusinessDetails, number> = {
  legalName: 200,
  registrationNumber: 64,
  address: 500,
  website: 2048,
  contactName: 100,
  contactEmail: 254,
  description: 2000,
  country: 2,
};
const names = Object.keys(fieldMessages) as (keyof BusinessDetails)[];

/** The message for the field that the server rejected. */
function findProblem(refusal: Refusal | null): Partial<Record<keyof BusinessDetails, string>> {
  const name = names.find((field) => field === refusal?.path);
  if (!name) return {};
  return {
    [name]:
      refusal?.code === 'too_long' ? `Shorten this to at most ${maxLengths[name]} characters.` : fieldMessages[name],
  };
}

/** Submits the business's details for verification. */
export function BusinessForm({ environment, storeId, mayEdit, countries, previous }: BusinessFormProps) {
  const create = useAction('kyb-ticket/create-ticket', environment);
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const problem: ReturnType<typeof findProblem> =
    invalid.length > 0
      ? Object.fromEntries(names.filter((name) => invalid.includes(name)).map((name) => [name, fieldMessages[name]]))
      : findProblem(create.error);
  const submit = (data: FormData, form: HTMLFormElement) => {
    const found = invalidNames(form);
    setInvalid(found);
    create.reset();
    if (found.length > 0) return;
    create.mutate({ storeId, ...Object.fromEntries(data) });
  };
  const input = (name: Exclude<keyof BusinessDetails, 'country'>) => ({
    name,
    maxLength: maxLengths[name],
    defaultValue: previous[name] ?? '',
    required: true,
  });
  return (
    <Form problems={invalid.length > 0 ? invalid : create.error} onSubmit={submit} className="flex flex-col gap-5">
      {!mayEdit && <Alert role="note">Only the store owner and admins can submit business details.</Alert>}
      {create.error && Object.keys(problem).length === 0 && <Alert tone="danger">{create.error.message}</Alert>}
      <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-5">
        <Field label="Legal name" hint="As registered." error={problem.legalName}>
          <Input {...input('legalName')} autoComplete="organization" />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Country" error={problem.country}>
            <Select name="country" defaultValue={previous.country ?? ''} autoComplete="country" required>
              <option value="">Choose a country</option>
              {countries.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Registration number" error={problem.registrationNumber}>
            <Input {...input('registrationNumber')} autoComplete="off" />
          </Field>
        </div>
        <Field label="Address" error={problem.address}>
          <Textarea {...input('address')} rows={3} autoComplete="street-address" />
        </Field>
        <Field label="Website" hint="Where customers find your products." error={problem.website}>
          <Input {...input('website')} type="url" inputMode="url" autoComplete="url" placeholder="https://" />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Contact person" error={problem.contactName}>
            <Input {...input('contactName')} autoComplete="name" />
          </Field>
          <Field label="Contact email" error={problem.contactEmail}>
            <Input {...input('contactEmail')} type="email" inputMode="email" autoComplete="email" />
          </Field>
        </div>
        <Field label="What do you sell, and to whom?" error={problem.description}>
          <Textarea {...input('description')} rows={4} />
        </Field>
      </fieldset>
      <SubmitButton pending={create.isPending} disabled={!mayEdit} className="sm:self-end">
        Submit for review
      </SubmitButton>
    </Form>
  );
}
